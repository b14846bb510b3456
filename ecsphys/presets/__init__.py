"""Things made of joints, each in one call: functions that create entities and return them
by name; and `Grip`, for the mouse.

Lengths are in the game's unit, with defaults for pixels (`Physics(length_unit=64)`, gravity near 900 a second
squared); angles are in radians, times in seconds. Entities go to esper's current world and are ordinary ones:
change their components, or copy the function and change that. Arguments out of range raise `ValueError` or
`TypeError` that names them, before anything is created.
"""

from .grip import Grip
from .lines import Bridge, Rope, bridge, chain, rope
from .preset import Preset
from .ragdoll import Ragdoll, ragdoll
from .soft_body import SoftBody, soft_body
from .vehicles import Car, TankTread, car, tank_tread

__all__ = [
    "Bridge",
    "Car",
    "Grip",
    "Preset",
    "Ragdoll",
    "Rope",
    "SoftBody",
    "TankTread",
    "bridge",
    "car",
    "chain",
    "ragdoll",
    "rope",
    "soft_body",
    "tank_tread",
]
