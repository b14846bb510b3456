"""x"""

LEGS = ()
