"""Contacts as constraints: non-penetration, friction and restitution."""
