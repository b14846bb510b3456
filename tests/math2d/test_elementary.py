"""Own sine, arc tangent, exponential …: near to those of the C library, and with one and the same bits."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from ecsphys.compile import array, entry, kernel
from ecsphys.math2d import elementary
from ecsphys.math2d.elementary import SMALL_TURN, acos, atan2, cos_sin, exp, power, tan

ARGUMENTS, RESULTS = 2, 9
SPECIAL = (0.0, -0.0, 5e-324, 1e-160, 1.0, -1.0, SMALL_TURN, 1e6, 1.7e308, math.inf, -math.inf, math.nan)


@kernel
def all_of(arguments: np.ndarray, results: np.ndarray) -> None:
    x, y = arguments[0], arguments[1]
    share = abs(y) / (1.0 + abs(y))
    results[0], results[1] = elementary.cos_sin(x)
    results[2], results[3] = elementary.cos_sin_in_lanes(elementary.without_turns(x))
    results[4] = elementary.tan(x)
    results[5] = elementary.atan2(x, y)
    results[6] = elementary.acos(share)
    results[7] = elementary.exp(x)
    results[8] = elementary.power(share, abs(x))


@entry(array(np.float64), array(np.float64))
def call_all(arguments: np.ndarray, results: np.ndarray) -> None:
    all_of(arguments, results)


def call(kernel: Callable[..., None], x: float, y: float) -> np.ndarray:
    results = np.zeros(RESULTS)
    with np.errstate(all="ignore"):
        kernel(np.array([x, y]), results)
    return results


def numbers(count: int, most: float = 300.0, seed: int = 1) -> list[float]:
    """Return numbers of all sizes from 10**-most to 10**most, half of them of those that games have."""
    rng = random.Random(seed)
    wide = (rng.choice((-1.0, 1.0)) * 10.0 ** rng.uniform(-most, most) for _ in range(count // 2))
    return [*wide, *(rng.uniform(-7.0, 7.0) for _ in range(count - count // 2))]


def ulps(value: float, from_c: float) -> float:
    """Return how far a number is from the C library's, in units of the last bit; that is off by up to one."""
    return abs(value - from_c) / math.ulp(from_c)


@pytest.mark.parametrize("most", [0.0, 5.9])
def test_cosine_and_sine_are_within_two_ulp_up_to_a_million_radians(most: float) -> None:
    for angle in [*numbers(4000, most), *(0.5 * math.pi * k for k in range(-50, 50)), 0.0]:
        c, s = cos_sin(angle)
        assert ulps(s, math.sin(angle)) <= 3.0 and ulps(c, math.cos(angle)) <= 3.0, angle
        assert abs(s - math.sin(angle)) <= 2e-16 and abs(c - math.cos(angle)) <= 2e-16, angle
        assert tan(angle) == s / c


def test_cosine_and_sine_of_large_angles() -> None:
    for angle in numbers(2000, 18.0):
        assert cos_sin(angle) == pytest.approx((math.cos(angle), math.sin(angle)), abs=2e-14)
    for angle in numbers(2000, 308.0):
        c, s = cos_sin(angle)
        assert abs(c * c + s * s - 1.0) <= 1e-15, angle
        assert abs(c) <= 1.0 + 1e-15 and abs(s) <= 1.0 + 1e-15, angle
    assert all(map(math.isnan, (*cos_sin(math.inf), *cos_sin(-math.inf), *cos_sin(math.nan))))


def test_cosine_and_sine_of_opposite_angles() -> None:
    for angle in numbers(500):
        c, s = cos_sin(angle)
        assert cos_sin(-angle) == (c, -s)


def test_lanes_and_arrays_have_the_same_bits() -> None:
    angles = [0.0, SMALL_TURN, 1e6, *numbers(2000)]
    each = [cos_sin(angle) for angle in angles]
    assert [elementary.cos_sin_in_lanes(elementary.without_turns(angle)) for angle in angles] == each
    assert list(zip(*elementary.cos_sin_of_many(angles), strict=True)) == each


def test_the_angle_of_a_vector_is_within_two_ulp() -> None:
    for y, x in zip(numbers(4000), numbers(4000, seed=2), strict=True):
        assert ulps(atan2(y, x), math.atan2(y, x)) <= 3.0, (y, x)
    for y, x in zip(numbers(2000, 2.0), numbers(2000, 2.0, seed=2), strict=True):
        assert ulps(atan2(y, x), math.atan2(y, x)) <= 3.0, (y, x)


def test_the_angle_of_special_vectors_is_that_of_the_standard_of_c() -> None:
    for y in SPECIAL:
        for x in SPECIAL:
            found, wanted = atan2(y, x), math.atan2(y, x)
            assert found == pytest.approx(wanted, rel=4e-16, abs=0.0, nan_ok=True), (y, x)
            assert math.isnan(wanted) or math.copysign(1.0, found) == math.copysign(1.0, wanted), (y, x)


def test_the_arc_cosine_is_within_three_ulp_and_forgives_rounding() -> None:
    rng = random.Random(3)
    near = (side * (1.0 - 10.0 ** rng.uniform(-16.0, 0.0)) for side in (-1.0, 1.0) for _ in range(500))
    for cosine in [*near, *(rng.uniform(-1.0, 1.0) for _ in range(3000))]:
        assert ulps(acos(cosine), math.acos(cosine)) <= 4.0, cosine
    assert (acos(1.0), acos(-1.0), acos(1.0 + 1e-15), acos(-1.0 - 1e-15)) == (0.0, math.pi, 0.0, math.pi)
    assert math.isnan(acos(math.nan))


def test_the_exponential_is_within_two_ulp() -> None:
    rng = random.Random(4)
    for x in [0.0, -0.0, 709.78, -708.0, -745.0, *(rng.uniform(-745.0, 709.7) for _ in range(3000))]:
        assert ulps(exp(x), math.exp(x)) <= 3.0, x
    for x in numbers(1000, 2.0):
        assert ulps(exp(x), math.exp(x)) <= 3.0, x
    assert (exp(math.inf), exp(-math.inf), exp(1e300), exp(-1e300)) == (math.inf, 0.0, math.inf, 0.0)
    assert math.isnan(exp(math.nan))


def test_powers_have_the_error_of_their_exponent() -> None:
    rng = random.Random(5)
    for base in [2.0**-53, 1.0 - 2.0**-53, *(rng.random() for _ in range(1000))]:
        for exponent in (0.0, 0.5, 1.0, 2.0, 10.0 * rng.random()):
            error = 3e-16 * (1.0 + abs(exponent * math.log(base)))
            assert power(base, exponent) == pytest.approx(base**exponent, rel=error)
    assert (power(0.0, 0.0), power(0.0, 2.0), power(1.0, 1e300), power(0.5, 1e300)) == (1.0, 0.0, 1.0, 0.0)


def test_compiled_kernels_have_the_bits_of_plain_python() -> None:
    for x, y in [
        *((x, y) for x in SPECIAL for y in SPECIAL),
        *zip(numbers(1000), numbers(1000, 9.0, 2), strict=True),
    ]:
        found, wanted = call(call_all, x, y), call(all_of, x, y)
        assert np.array_equal(np.signbit(found) & ~np.isnan(found), np.signbit(wanted) & ~np.isnan(wanted))
        assert np.array_equal(found, wanted, equal_nan=True), (x, y)


def test_every_platform_has_the_same_bits() -> None:
    """Like the arguments, made of whole numbers, results depend on nothing but the rules of IEEE 754.

    `math.hypot`, which feeds simulations, too, is CPython's own.
    """
    digest = hashlib.sha256()
    state = 1
    for k in range(2000):
        state = state * 6364136223846793005 % 2**64
        x = (state / 2**63 - 1.0) * 2.0 ** (k % 60 - 20)
        y = (state * 1442695040888963407 % 2**64 / 2**63 - 1.0) * 4.0
        digest.update((call(call_all, x, y) + 0.0).astype("<f8").tobytes())
        digest.update(np.array([math.hypot(x, y), math.hypot(x, y, 1.0)], "<f8").tobytes())
    assert digest.hexdigest()[:16] == "d130a9655e0ebabe"
