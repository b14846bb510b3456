"""Sine, exponential and their like with the same bits on every platform.

C libraries round them differently, and numpy does for each processor. Here they are made of operations that
IEEE 754 defines to the last bit: sums, products, quotients, roots and remainders.

Polynomials have the least largest error, found by the exchange algorithm of Remez in numbers of 70 digits
(E. Cheney, *Introduction to Approximation Theory*, 1966, 3.8). Functions are within 2 ulp, `acos` within 3;
cosine and sine of more than a million radians within 2e-14. `power` has the error of its exponent.

`math.hypot` and `math.dist` have no need of this: Python computes them itself, to 100 bits before it rounds.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import Reals
from ..compile import inlined, kernel

SMALL_TURN = 0.25 * math.pi  # what needs no reduction

# A quarter turn as a sum of three numbers with 33, 33 and 53 bits: products with the number of quarters, up
# to 20 bits, are exact (W. Cody and W. Waite, *Software Manual for the Elementary Functions*, 1980, 8.2).
_QUARTER_1 = 1.5707963267341256
_QUARTER_2 = 6.077100506303966e-11
_QUARTER_3 = 2.0222662487959506e-21
_QUARTERS = 2.0 / math.pi
_ROUNDING = 1.5 * 2.0**52  # added and subtracted, it leaves a whole number

_MOST_TURN = 1e6  # radians, below 2**20 quarters
# 29 turns are the best of all multiples: as a double they are too long by so small a share.
_TURNS, _TURNS_ERROR = 182.212373908208, 1.3588114205683477e-20

_PI_LOW = 1.2246467991473532e-16  # what π has beyond `math.pi`
_EIGHTH_TANGENT = math.sqrt(2.0) - 1.0

_LOG2_E = 1.4426950408889634
_LN2, _LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10  # 32 bits, and the rest


@inlined
def cos_sin_of_small(turn: float) -> tuple[float, float]:
    """Return cosine and sine of at most SMALL_TURN."""
    t = turn * turn
    c = 1.0 - (0.5 * t - t * t * (
        0.0416666666666666 + t * (-0.001388888888887412 + t * (2.4801587289479467e-05 + t * (
            -2.755731435150534e-07 + t * (2.087572315562936e-09 + t * -1.1359641470686052e-11))))
    ))  # fmt: skip
    s = turn + turn * t * (
        -0.16666666666666632 + t * (0.00833333333332241 + t * (-0.00019841269829805065 + t * (
            2.7557313690933417e-06 + t * (-2.505075795601808e-08 + t * 1.5896786135580227e-10))))
    )  # fmt: skip
    return c, s


@inlined
def cos_sin(angle: float) -> tuple[float, float]:
    """Return cosine and sine of any angle; NaN of infinite ones."""
    if abs(angle) <= SMALL_TURN:
        return cos_sin_of_small(angle)
    return _cos_sin_of_large(angle)


@kernel
def _cos_sin_of_large(angle: float) -> tuple[float, float]:
    return cos_sin_in_lanes(without_turns(angle))


@inlined
def without_turns(angle: float) -> float:
    """Return an angle of at most a million radians that has the same cosine and sine."""
    return angle if abs(angle) <= _MOST_TURN else _without_turns(angle)


@kernel
def _without_turns(angle: float) -> float:
    size = abs(angle)
    while size > _MOST_TURN:
        rest = size % _TURNS  # exact
        size = rest + (size - rest) * _TURNS_ERROR
    return math.copysign(size, angle)


@inlined
def cos_sin_in_lanes(angle: float) -> tuple[float, float]:
    """Return cosine and sine of an angle that is `without_turns`: no branch, for lanes of vectors."""
    quarter = (angle * _QUARTERS + _ROUNDING) - _ROUNDING
    c, s = cos_sin_of_small(((angle - quarter * _QUARTER_1) - quarter * _QUARTER_2) - quarter * _QUARTER_3)
    quarter -= 4.0 * ((0.25 * quarter + _ROUNDING) - _ROUNDING)  # -2 to 2
    cq, sq = 1.0 - abs(quarter), quarter * (2.0 - abs(quarter))  # of those quarters
    return cq * c - sq * s, cq * s + sq * c


def cos_sin_of_many(angles: npt.ArrayLike) -> tuple[Reals, Reals]:
    """Return cosines and sines of an array of angles; not for kernels."""
    reduced: Reals = np.array(angles, np.float64)
    far = np.flatnonzero(np.abs(reduced) > _MOST_TURN)
    reduced[far] = [without_turns(angle) for angle in reduced[far].tolist()]
    c: Any
    s: Any
    c, s = cos_sin_in_lanes(reduced)  # type: ignore[arg-type]  # operators of arrays give the same bits
    return c, s


def lengths_of_many(x: Reals, y: Reals) -> Reals:
    """Return the lengths of vectors; `np.hypot` is the C library's. Not for kernels."""
    lengths: Reals = np.sqrt(x * x + y * y)
    return lengths


@inlined
def tan(angle: float) -> float:
    """Return the tangent of any angle."""
    c, s = cos_sin(angle)
    return s / c


@kernel
def atan2(y: float, x: float) -> float:
    """Return the angle of the vector (x, y), with signs of zeros and infinities as in C."""
    least, most = abs(y), abs(x)
    if least > most:
        least, most = most, least
    if not least + most >= 0.0:
        return math.nan
    ratio = 0.0 if most == 0.0 else 1.0 if least == math.inf else least / most
    start, start_low = 0.0, 0.0
    if ratio > _EIGHTH_TANGENT:
        start, start_low = 0.25 * math.pi, 0.25 * _PI_LOW
        ratio = (ratio - 1.0) / (ratio + 1.0)
    t = ratio * ratio
    turn = start + (ratio + (start_low + ratio * t * (
        -0.333333333333332 + t * (0.1999999999995401 + t * (-0.14285714280240885 + t * (
            0.11111110785739572 + t * (-0.09090897824543595 + t * (0.07692061417923211 + t * (
                -0.06663117814375055 + t * (0.05847989693191969 + t * (-0.05039756681228393 + t * (
                    0.03807601129676551 + t * -0.0179196955399948)))))))))
    )))  # fmt: skip
    side = math.copysign(1.0, x)
    if abs(y) > abs(x):
        turn = 0.5 * math.pi - (side * turn - 0.5 * _PI_LOW)
    elif side < 0.0:
        turn = math.pi - (turn - _PI_LOW)
    return math.copysign(turn, y)


@inlined
def acos(cosine: float) -> float:
    """Return the angle from 0 to π with this cosine; what rounding put beyond -1 or 1 counts as those."""
    return atan2(math.sqrt(max((1.0 - cosine) * (1.0 + cosine), 0.0)), cosine)


@kernel
def exp(x: float) -> float:
    """Return e to the power of x."""
    if not abs(x) < 800.0:  # as good as infinite
        return 0.0 if x < 0.0 else x + math.inf
    twos = (x * _LOG2_E + _ROUNDING) - _ROUNDING
    r = (x - twos * _LN2) - twos * _LN2_LOW
    part = 1.0 + (r + r * r * (
        0.5000000000000013 + r * (0.166666666666667 + r * (0.04166666666651435 + r * (
            0.008333333333306903 + r * (0.001388888894732487 + r * (0.0001984126991801922 + r * (
                2.480148959636708e-05 + r * (2.755721575107665e-06 + r * (
                    2.763141195874116e-07 + r * 2.5118029669968548e-08))))))))
    ))  # fmt: skip
    half = int(0.5 * twos)  # in two steps: e to the power of 709 is above half of 2**1024
    return part * _power_of_two(half) * _power_of_two(int(twos) - half)


@kernel
def _power_of_two(exponent: int) -> float:
    power, factor, left = 1.0, 2.0 if exponent > 0 else 0.5, abs(exponent)
    while left > 0:
        if left % 2 == 1:
            power *= factor
        factor *= factor
        left //= 2
    return power


@kernel
def power(base: float, exponent: float) -> float:
    """Return a positive number below 1, or zero or 1, to a power that is not negative."""
    if base == 0.0:
        return 1.0 if exponent == 0.0 else 0.0
    twos = 0.0
    while base < 0.7071:  # to within a root of two from 1
        base *= 2.0
        twos -= 1.0
    s = (base - 1.0) / (base + 1.0)  # the logarithm is 2 artanh s
    t = s * s
    rest = s * t * (
        0.6666666666666735 + t * (0.3999999999940933 + t * (0.2857142874369053 + t * (
            0.22222198428606854 + t * (0.181835723732453 + t * (
                0.1531383170133286 + t * 0.14798263496903255)))))
    )  # fmt: skip
    return exp(exponent * (twos * _LN2 + (2.0 * s + (twos * _LN2_LOW + rest))))
