"""What vectors are added to and multiplied by: checked, so that a slip is an error and no strange vector."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

# What has a product with numbers of its own: twice the x of a vector and such a value is no coordinate.
NO_FACTORS = (tuple, list, np.ndarray)


def pair(value: Any) -> tuple[float, float]:
    """Return the two numbers of an operand; `TypeError` for what is no pair."""
    try:
        x, y = value
    except (TypeError, ValueError):
        raise TypeError(
            f"the other operand of a Vec2 must be a pair of numbers (x, y), got {value!r}"
        ) from None
    return x, y


def triple(value: Any) -> tuple[float, float, float]:
    """Return the three numbers of an operand; `TypeError` for what is no triple."""
    try:
        x, y, z = value
    except (TypeError, ValueError):
        raise TypeError(
            f"the other operand of a Vec3 must be three numbers (x, y, z), got {value!r}"
        ) from None
    return x, y, z


def refuse_factor(vector: tuple[float, ...], factor: object) -> NoReturn:
    """Raise the `TypeError` for a vector times or by something that is no number."""
    name = type(vector).__name__
    raise TypeError(
        f"a {name} is multiplied and divided by numbers only, got {factor!r}; the product of two vectors is "
        f"a.dot(b) or a.cross(b), that of each coordinate {name}(*(p * q for p, q in zip(a, b)))"
    )
