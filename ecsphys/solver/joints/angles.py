"""Cosine and sine of any angle, for lanes of vectors.

`math.cos` and `math.sin` are calls, so a loop with them has no vector instructions: of 20,000 joints they
alone would take a millisecond.
"""

from __future__ import annotations

import math

from ...compile import inlined

# A quarter turn as a sum of three numbers with 33 bits each: products with up to 20 bits are exact (W. Cody
# and W. Waite, *Software Manual for the Elementary Functions*, 1980, 8.2).
_QUARTER_1 = 1.5707963267341256
_QUARTER_2 = 6.077100506303966e-11
_QUARTER_3 = 2.0222662487959506e-21
_QUARTERS = 2.0 / math.pi
_ROUNDING = 1.5 * 2.0**52  # added and subtracted, it leaves a whole number


@inlined
def cos_sin(angle: float) -> tuple[float, float]:
    """Return cosine and sine of an angle, to some 2e-16 up to a million radians."""
    quarter = (angle * _QUARTERS + _ROUNDING) - _ROUNDING
    x = ((angle - quarter * _QUARTER_1) - quarter * _QUARTER_2) - quarter * _QUARTER_3
    t = x * x
    c = 1.0 - t * (1 / 2) * (
        1.0 - t * (1 / 12) * (1.0 - t * (1 / 30) * (1.0 - t * (1 / 56) * (
            1.0 - t * (1 / 90) * (1.0 - t * (1 / 132) * (1.0 - t * (1 / 182) * (1.0 - t * (1 / 240)))))))
    )  # fmt: skip
    s = x * (
        1.0 - t * (1 / 6) * (1.0 - t * (1 / 20) * (1.0 - t * (1 / 42) * (
            1.0 - t * (1 / 72) * (1.0 - t * (1 / 110) * (1.0 - t * (1 / 156) * (1.0 - t * (1 / 210)))))))
    )  # fmt: skip
    quarter -= 4.0 * ((0.25 * quarter + _ROUNDING) - _ROUNDING)  # -2 to 2
    cq, sq = 1.0 - abs(quarter), quarter * (2.0 - abs(quarter))  # of those quarters
    return cq * c - sq * s, cq * s + sq * c
