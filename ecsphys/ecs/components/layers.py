"""Layers, masks and groups: whole numbers of 64 bits, checked, and the way kernels hold them."""

from __future__ import annotations

from typing import Any

ALL = (1 << 64) - 1  # a mask that meets every layer
_SIGN = 1 << 63


def _whole(value: Any, name: str, kind: str, lowest: int, highest: int) -> int:
    if type(value) is not int and (not isinstance(value, int) or isinstance(value, bool)):
        raise TypeError(f"{name} must be {kind}, got {value!r}")
    if not lowest <= value <= highest:
        raise ValueError(f"{name} must fit into 64 bits, got {value!r}")
    return int(value)


def layer_bits(value: Any, name: str) -> int:
    """Layers as an unsigned number; ~FLAGS of a plain int is negative and welcome."""
    if type(value) is int and 0 <= value <= ALL:
        return value
    return _whole(value, name, "an int or an IntFlag", -_SIGN, ALL) & ALL


def group_number(value: Any) -> int:
    """A group."""
    return _whole(value, "group", "an int", -_SIGN, _SIGN - 1)


def signed(bits: int) -> int:
    """64 bits as the signed number with the same bits, which is what the arrays hold."""
    return bits - (1 << 64) if bits & _SIGN else bits
