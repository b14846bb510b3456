"""What makes an orientation takes what it says, and refuses the rest by name."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from ecsphys.space3d import Quaternion, Vec3, from_axis_angle

UPRIGHT = Quaternion(1, 0, 0, 0)


@pytest.mark.parametrize("angle", [math.nan, math.inf, 10**400, "x", None])
def test_an_angle_is_a_finite_number(angle):
    with pytest.raises((TypeError, ValueError), match="angle must be"):
        from_axis_angle((0, 1, 0), angle)


def test_a_quarter_turn_about_y():
    assert from_axis_angle((0, 3, 0), 0.5 * math.pi) == pytest.approx((0.5**0.5, 0, 0.5**0.5, 0))


def random_quaternions(count: int) -> list[Quaternion]:
    rng = random.Random(count)
    axes = [[rng.gauss(0, 1) for _ in range(3)] for _ in range(count)]
    return [from_axis_angle(axis, rng.uniform(-math.pi, math.pi)) for axis in axes]


def test_a_product_turns_by_the_right_one_first():
    v = (1, 2, 3)
    for a, b in pairwise(random_quaternions(50)):
        assert (a * b).rotate(v) == pytest.approx(a.rotate(b.rotate(v)))
        assert (a * tuple(b)) == (tuple(a) * b) == (a * b)
        assert (a * b * b.inverse).rotate(v) == pytest.approx(a.rotate(v))


def test_an_orientation_is_its_axis_and_angle():
    for q in random_quaternions(50):
        again = from_axis_angle(q.axis, q.angle)
        assert 0.0 <= q.angle <= math.pi and q.axis.length == pytest.approx(1.0)
        assert again.rotate((1, 2, 3)) == pytest.approx(q.rotate((1, 2, 3)))
        assert q.rotate(q.axis) == pytest.approx(q.axis)
    assert UPRIGHT.angle == 0.0 and UPRIGHT.axis == (0, 1, 0)


def test_slerp_goes_the_shorter_way_at_constant_speed():
    for a, b in pairwise(random_quaternions(50)):
        parts = [a.slerp(b, 0.1 * k) for k in range(11)]
        steps = [(p.inverse * q).angle for p, q in pairwise(parts)]
        assert steps == pytest.approx([0.1 * (a.inverse * b).angle] * 10)


def test_yaw_pitch_and_roll_are_read_as_they_were_given():
    rng = random.Random(3)
    for _ in range(50):
        angles = rng.uniform(-3, 3), rng.uniform(-1.5, 1.5), rng.uniform(-3, 3)
        q = Quaternion.from_yaw_pitch_roll(*angles)
        assert (q.yaw, q.pitch, q.roll) == pytest.approx(angles, abs=1e-9)
    left, up = Quaternion.from_yaw_pitch_roll(math.pi / 2), Quaternion.from_yaw_pitch_roll(pitch=math.pi / 2)
    assert left.rotate((0, 0, -1)) == pytest.approx((-1, 0, 0))
    assert up.rotate((0, 0, -1)) == pytest.approx((0, 1, 0))
    assert Quaternion.from_yaw_pitch_roll(roll=math.pi / 2).rotate((-1, 0, 0)) == pytest.approx((0, -1, 0))


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2])
def test_straight_up_and_down_all_of_it_is_yaw(pitch: float):
    q = Quaternion.from_yaw_pitch_roll(0.5, pitch, 0.25)
    again = Quaternion.from_yaw_pitch_roll(q.yaw, q.pitch, q.roll)
    assert q.roll == 0.0 and q.pitch == pytest.approx(pitch)
    assert again.rotate((1, 2, 3)) == pytest.approx(q.rotate((1, 2, 3)))


def test_look_at_looks_there_and_keeps_up_up():
    rng = random.Random(4)
    for _ in range(50):
        ahead, up = (Vec3(*(rng.gauss(0, 1) for _ in range(3))) for _ in range(2))
        q = Quaternion.look_at(ahead, up)
        assert q.rotate((0, 0, -1)) == pytest.approx(ahead.normalized())
        assert q.rotate((1, 0, 0)).dot(up) == pytest.approx(0.0, abs=1e-12)
        assert q.rotate((0, 1, 0)).dot(up) > 0.0
        assert Quaternion.look_at(ahead).roll == pytest.approx(0.0, abs=1e-9)
    for steep in ((0, 3, 0), (0, -3, 0)):
        assert Quaternion.look_at(steep).rotate((1, 0, 0)) == pytest.approx((1, 0, 0))
    with pytest.raises(ValueError, match="direction must be a vector other than zero"):
        Quaternion.look_at((0, 0, 0))


def test_what_is_no_product_of_orientations_is_refused_with_a_cure():
    for operation in (lambda: UPRIGHT + UPRIGHT, lambda: UPRIGHT - UPRIGHT, lambda: tuple(UPRIGHT) + UPRIGHT):
        with pytest.raises(TypeError, match=r"no orientation: a \* b turns"):
            operation()
    for other in (2, (1, 2, 3), "x"):
        for operation in (lambda: UPRIGHT * other, lambda: other * UPRIGHT):  # noqa: B023
            with pytest.raises(TypeError, match=r"takes another one.*q.rotate\(v\)"):
                operation()


def test_it_cannot_be_changed():
    with pytest.raises(AttributeError, match="assign a new one"):
        UPRIGHT.w = 2
