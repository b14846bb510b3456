"""Vectors in kernels: each function is its scalar formula, bit by bit, and the same in every back end."""

from __future__ import annotations

import math
import random
import struct
from itertools import product
from typing import NamedTuple

import pytest

from ecsphys.compile import REAL, entry, value
from ecsphys.math2d import vector
from ecsphys.math2d.vec2 import Vec2

VEC2 = value(Vec2, REAL, REAL)
SPECIAL = (0.0, -0.0, 1.0, -1.5, 5e-324, 1e308, -math.inf, math.nan)


class Results(NamedTuple):
    """The results of all functions, vectors as two fields."""

    add_x: float
    add_y: float
    subtract_x: float
    subtract_y: float
    scale_x: float
    scale_y: float
    divide_x: float
    divide_y: float
    add_scaled_x: float
    add_scaled_y: float
    negate_x: float
    negate_y: float
    perpendicular_x: float
    perpendicular_y: float
    rotate_x: float
    rotate_y: float
    dot: float
    cross: float
    length_squared: float
    length: float


def in_python(a: Vec2, b: Vec2, factor: float) -> Results:
    total, difference, scaled = vector.add(a, b), vector.subtract(a, b), vector.scale(factor, b)
    divided, moved = vector.divide(b, factor), vector.add_scaled(a, factor, b)
    negated, turned = vector.negate(a), vector.perpendicular(a)
    rotated = vector.rotate(a, b.x, b.y)
    return Results(
        total.x, total.y, difference.x, difference.y, scaled.x, scaled.y, divided.x, divided.y,
        moved.x, moved.y, negated.x, negated.y, turned.x, turned.y, rotated.x, rotated.y,
        vector.dot(a, b), vector.cross(a, b), vector.length_squared(a), vector.length(a),
    )  # fmt: skip


in_this_back_end = entry(VEC2, VEC2, REAL)(in_python)


def formulas(ax: float, ay: float, bx: float, by: float, f: float) -> Results:
    """The same in scalars, as kernels without vectors would write it."""
    return Results(
        ax + bx, ay + by, ax - bx, ay - by, f * bx, f * by, bx / f, by / f,
        ax + f * bx, ay + f * by, -ax, -ay, -ay, ax, bx * ax - by * ay, by * ax + bx * ay,
        ax * bx + ay * by, ax * by - ay * bx, ax * ax + ay * ay, math.sqrt(ax * ax + ay * ay),
    )  # fmt: skip


def bits(results: tuple[float, ...]) -> list[bytes]:
    """Every result's bits; all NaNs are one, since their sign differs from processor to processor."""
    return [struct.pack("d", math.nan if math.isnan(x) else x) for x in results]


def cases() -> list[tuple[float, ...]]:
    rng = random.Random(1)
    some = [tuple(rng.uniform(-1, 1) * 10.0 ** rng.randint(-9, 9) for _ in range(5)) for _ in range(500)]
    return some + [(*four, 3.0) for four in product(SPECIAL, repeat=4)]


def test_every_function_has_the_bits_of_its_formula() -> None:
    for ax, ay, bx, by, factor in cases():
        wanted = bits(formulas(ax, ay, bx, by, factor))
        assert bits(in_this_back_end(Vec2(ax, ay), Vec2(bx, by), factor)) == wanted
        assert bits(in_python(Vec2(ax, ay), Vec2(bx, by), factor)) == wanted


@pytest.mark.parametrize("name", ["add", "subtract", "dot", "cross"])
def test_kernels_agree_with_the_public_operators(name: str) -> None:
    public = {"add": Vec2.__add__, "subtract": Vec2.__sub__, "dot": Vec2.dot, "cross": Vec2.cross}[name]
    a, b = Vec2(0.1, -7.0), Vec2(3.0, 0.3)
    assert getattr(vector, name)(a, b) == public(a, b)


def test_every_function_is_tested() -> None:
    functions = {name for name, f in vars(vector).items() if getattr(f, "__module__", "") == vector.__name__}
    assert functions == {field.removesuffix("_x").removesuffix("_y") for field in Results._fields}
