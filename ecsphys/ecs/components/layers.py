"""Layers, masks and groups: integers of 64 bits, checked, and in the form that arrays hold."""

from __future__ import annotations

from typing import Any

from ...user_warnings import warn_user

ALL = (1 << 64) - 1  # a mask that meets every layer
_SIGN = 1 << 63


def _whole(value: Any, name: str, kind: str, lowest: int, highest: int) -> int:
    if type(value) is not int and (not hasattr(value, "__index__") or isinstance(value, bool)):
        raise TypeError(f"{name} must be {kind}, got {value!r}")
    if not lowest <= value <= highest:
        raise ValueError(f"{name} must fit into 64 bits, got {value!r}")
    return int(value)


def layer_bits(value: Any, name: str) -> int:
    """Return layers as an unsigned number; `~FLAGS` of a plain int is negative and allowed."""
    if type(value) is int and 0 <= value <= ALL:
        return value
    return _whole(value, name, "an int or an IntFlag", -_SIGN, ALL) & ALL


def own_layers(value: Any, group: int) -> int:
    """Return the layers that a collider is on; warn of none at all, unless its group makes it meet others."""
    bits = layer_bits(value, "layer")
    if bits == 0 and group <= 0:
        warn_user(
            "layer=0 is no layer at all: such a collider meets nothing. Layers are bits, 1, 2, 4, 8, …; "
            "enabled=False switches a collider off"
        )
    return bits


def group_number(value: Any, name: str) -> int:
    """Return a group, checked."""
    return _whole(value, name, "an int", -_SIGN, _SIGN - 1)


def signed(bits: int) -> int:
    """Return the signed number with the same 64 bits, as arrays hold it."""
    return bits - (1 << 64) if bits & _SIGN else bits
