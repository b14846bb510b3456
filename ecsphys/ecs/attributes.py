"""The attributes of instances of classes that a game wrote or derived, in a dictionary and in slots."""

from __future__ import annotations

from collections.abc import Mapping
from types import MemberDescriptorType
from typing import Any

from ..keywords import is_own


def attributes_of(value: object) -> dict[str, Any]:
    """Return the attributes of an instance: all of its dictionary, and those in slots of the game."""
    found = dict(getattr(value, "__dict__", ()))
    for kind in type(value).__mro__:
        if not is_own(kind):
            slots = [name for name, slot in vars(kind).items() if isinstance(slot, MemberDescriptorType)]
            found.update({name: getattr(value, name) for name in slots if hasattr(value, name)})
    return found


def set_attributes(value: object, attributes: Mapping[str, Any]) -> None:
    """Set what `attributes_of` returned of an instance of the same class.

    Raises `AttributeError` for a name that it has no place for; slots of ecsphys are none.
    """
    for name, attribute in attributes.items():
        slot = getattr(type(value), name, None)
        if not isinstance(slot, MemberDescriptorType):
            value.__dict__[name] = attribute
        elif is_own(slot.__objclass__):
            raise AttributeError(f"{name} of a {type(value).__name__} is not the game's")
        else:
            object.__setattr__(value, name, attribute)
