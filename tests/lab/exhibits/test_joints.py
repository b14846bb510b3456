"""The exhibits of joints against closed forms of mechanics."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from ecsphys.lab import Runner, open_exhibit
from ecsphys.lab.display import Segments

G = 600.0  # px / s², of the bench
pytestmark = pytest.mark.jit  # hundreds of steps each

JOINTS = ("revolute", "prismatic", "distance", "weld", "wheel", "motor", "mouse", "gear", "ratchet", "pulley")


def run(exhibit: Runner, steps: int) -> None:
    """Let whole steps pass."""
    for _ in range(steps):
        exhibit.frame(1 / 60)


def samples(exhibit: Runner, name: str, steps: int) -> list[float]:
    """Return a number after each of some steps."""
    found = []
    for _ in range(steps):
        exhibit.frame(1 / 60)
        found.append(float(exhibit.numbers()[name]))
    return found


def crossings(values: list[float]) -> list[float]:
    """Return the times at which values cross 0, s."""
    pairs = enumerate(pairwise(values))
    return [(k + 1 + a / (a - b)) / 60 for k, (a, b) in pairs if a * b < 0.0]


@pytest.mark.parametrize("joint", JOINTS)
def test_a_dragged_joint_is_the_same_in_its_line_of_python(joint: str) -> None:
    exhibit = open_exhibit(f"{joint}-joint")
    exhibit.set("can_break", True)
    exhibit.set("strength", 1.5)
    run(exhibit, 5)
    exhibit.click("mend")
    run(exhibit, 5)
    again = eval(exhibit.state(), {"open_exhibit": open_exhibit})
    assert again.numbers() == exhibit.numbers()


def distance_to(point: Any, start: Any, end: Any) -> float:
    """Return the distance of a point from a segment."""
    way, offset = end - start, point - start
    share = min(max(float(offset @ way) / float(way @ way), 0.0), 1.0)
    return math.dist(point, start + share * way)


def mean(a: float, b: float) -> float:
    """Return the arithmetic-geometric mean."""
    for _ in range(20):
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return a


def test_a_plank_swings_with_the_period_of_a_physical_pendulum() -> None:
    exhibit = open_exhibit("revolute-joint", limits=False)
    angles = samples(exhibit, "angle (degrees)", 170)
    first, second = crossings([angle + 90.0 for angle in angles])
    about_hinge = (220**2 + 26**2) / 12 + 100**2
    period = 2 * math.pi * math.sqrt(about_hinge / (G * 100)) / mean(1.0, math.cos(math.pi / 4))
    assert second - first == pytest.approx(period / 2, rel=2e-3)


def test_a_hinge_at_rest_bears_the_plank_by_its_limit() -> None:
    exhibit = open_exhibit("revolute-joint", lower=(170.0, 20.0), damping_ratio=0.0)
    run(exhibit, 120)
    angle = math.atan2(20 - 120, 170)
    numbers = exhibit.numbers()
    assert numbers["angle (degrees)"] == pytest.approx(math.degrees(angle), abs=0.3)
    assert numbers["force (weights)"] == pytest.approx(1.0, rel=0.01)
    assert numbers["torque (weights x 100)"] == pytest.approx(math.cos(angle), rel=0.01)


def test_a_hinge_breaks_above_its_strength_and_can_be_mended() -> None:
    exhibit = open_exhibit("revolute-joint", limits=False, can_break=True, strength=2.0)
    run(exhibit, 60)
    assert exhibit.numbers()["broken"] is True
    exhibit.set("can_break", False)
    assert exhibit.key("m")
    assert exhibit.numbers()["broken"] is False


def test_the_hinge_can_be_dragged_with_its_limits() -> None:
    exhibit = open_exhibit("revolute-joint")
    assert exhibit.press((0, 120))
    exhibit.drag((50, 90))
    exhibit.release()
    values = exhibit.exhibit.values
    assert values["lower"] == pytest.approx((-13, -83))
    assert values["upper"] == pytest.approx((225, 154))


def test_a_block_slides_with_its_share_of_gravity() -> None:
    exhibit = open_exhibit("prismatic-joint", hertz=0.0, limits=False)
    run(exhibit, 30)
    slope = math.atan2(120, 220)
    assert exhibit.numbers()["speed (px/s)"] == pytest.approx(-G * math.sin(slope) * 0.5, rel=1e-3)
    assert exhibit.numbers()["force (weights)"] == pytest.approx(math.cos(slope), rel=1e-3)


@pytest.mark.parametrize("force", [0.9, 1.1])
def test_a_motor_holds_the_block_from_its_share_on(force: float) -> None:
    share = math.sin(math.atan2(120, 220))
    exhibit = open_exhibit("prismatic-joint", hertz=0.0, max_force=share * force)
    run(exhibit, 60)
    assert (abs(exhibit.numbers()["translation (px)"]) < 1.0) == (force > 1.0)


def test_limits_of_the_rail_follow_the_mouse_along_it() -> None:
    exhibit = open_exhibit("prismatic-joint", hertz=0.0)
    lower = exhibit.exhibit.values["lower"]
    assert exhibit.press(lower)
    exhibit.drag((-44.0, 36.0))
    exhibit.release()
    run(exhibit, 120)
    assert exhibit.numbers()["translation (px)"] == pytest.approx(-math.hypot(44, 24), abs=0.5)


def test_rod_spring_and_rope_hold_their_length() -> None:
    exhibit = open_exhibit("distance-joint", hertz=1.0, damping_ratio=1.0)
    slack = exhibit.exhibit.reach * math.hypot(0.5, 0.2)
    run(exhibit, 6)
    fallen = 0.5 * G * 0.1**2
    start = (0.5 * 180, -0.2 * 180)
    assert slack < 180
    assert exhibit.numbers()["rope: distance (px)"] == pytest.approx(
        math.hypot(start[0], start[1] - fallen), abs=2.0
    )
    assert exhibit.numbers()["rope: force (weights)"] == 0.0
    run(exhibit, 180)
    numbers = exhibit.numbers()
    assert numbers["rod: distance (px)"] == pytest.approx(180, abs=0.1)
    assert numbers["rope: distance (px)"] < 180.5
    assert numbers["spring: distance (px)"] == pytest.approx(180 + G / (2 * math.pi) ** 2, abs=0.1)
    assert numbers["spring: force (weights)"] == pytest.approx(1.0, rel=0.01)


@pytest.mark.parametrize("load", [0.5, 2.0])
def test_welds_bear_the_torque_of_all_beyond_them(load: float) -> None:
    exhibit = open_exhibit("weld-joint", angular_hertz=0.0, load=load)
    run(exhibit, 240)
    steps = 240  # the beam shakes: its mean load is that at rest
    borne = [0.0] * 5
    for _ in range(steps):
        exhibit.frame(1 / 60)
        for k in range(5):
            borne[k] += float(exhibit.numbers()[f"weld {k + 1}: torque (weights x 100)"]) / steps
    at_rest = [sum(0.9 * (i - k + 0.5) for i in range(k, 5)) + load * 0.9 * (4.5 - k) for k in range(5)]
    assert borne == pytest.approx(at_rest, rel=0.08)


@pytest.mark.parametrize("load", [0.1, 1.0])
def test_the_weld_at_the_wall_breaks_first(load: float) -> None:
    exhibit = open_exhibit("weld-joint", load=load)
    run(exhibit, 2000)  # until it hardly shakes
    borne = [sum(0.9 * (i - k + 0.5) for i in range(k, 5)) + load * 0.9 * (4.5 - k) for k in range(2)]
    exhibit.set("strength", 0.5 * sum(borne))  # between those of the first two welds
    exhibit.set("can_break", True)
    run(exhibit, 2)
    broken = [exhibit.numbers()[f"weld {k + 1}: broken"] for k in range(5)]
    assert broken == [True, False, False, False, False]


def test_a_car_drives_as_fast_as_its_wheels_turn() -> None:
    exhibit = open_exhibit("wheel-joint", motor_speed=5.0, limits=False)
    speeds = samples(exhibit, "car: speed (px/s)", 240)[120:]
    assert sum(speeds) / len(speeds) == pytest.approx(5.0 * 28.0, rel=0.1)
    assert abs(exhibit.exhibit.place(exhibit.exhibit.car).x) <= 440.0


@pytest.mark.parametrize("front", [60.0, 20.0])
def test_axles_that_are_dragged_share_the_weight_by_their_levers(front: float) -> None:
    exhibit = open_exhibit("wheel-joint", hertz=12.0, damping_ratio=1.0, max_torque=0.0)
    assert exhibit.press((60.0, 166.0))
    exhibit.drag((front, 166.0))
    exhibit.release()
    run(exhibit, 200)
    numbers = exhibit.numbers()
    assert numbers["front: force (weights)"] == pytest.approx(60.0 / (60.0 + front), rel=0.02)
    assert numbers["rear: force (weights)"] == pytest.approx(front / (60.0 + front), rel=0.02)


def test_wheels_slide_along_the_line_that_is_dragged() -> None:
    exhibit = open_exhibit("wheel-joint")
    assert exhibit.press((0.0, 290.0))
    exhibit.drag((60.0, 260.0))
    exhibit.release()
    for axle in exhibit.exhibit.axles:
        assert axle.axis == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)))
    exhibit.set("line", (500.0, 200.5))  # no flatter than 60 degrees from upright
    assert exhibit.exhibit.axles[0].axis == pytest.approx((math.sqrt(0.75), 0.5))


@pytest.mark.parametrize("force", [0.5, 3.0])
def test_a_drone_accelerates_by_its_force_and_gravity(force: float) -> None:
    exhibit = open_exhibit("motor-joint", goal=(-170.0, 300.0, 0.0), max_force=force, hertz=0.0)
    run(exhibit, 12)
    risen = 360.0 - float(exhibit.numbers()["distance from the goal (px)"])
    assert risen == pytest.approx(0.5 * (force - 1.0) * G * 0.2**2, rel=0.1)


def test_a_drone_reaches_its_goal_and_hovers() -> None:
    exhibit = open_exhibit("motor-joint", damping_ratio=1.0)
    run(exhibit, 300)
    numbers = exhibit.numbers()
    sag = G / (2 * math.pi * 0.7) ** 2
    assert numbers["distance from the goal (px)"] == pytest.approx(sag, rel=0.01)
    assert numbers["angle from the goal (degrees)"] == pytest.approx(0.0, abs=0.5)
    assert numbers["force (weights)"] == pytest.approx(1.0, rel=0.01)


@pytest.mark.parametrize("hertz", [1.0, 2.0])
def test_a_rubber_band_is_stretched_by_gravity(hertz: float) -> None:
    exhibit = open_exhibit("mouse-joint", hertz=hertz, damping_ratio=1.0, grip=0.0)
    run(exhibit, 240)
    numbers = exhibit.numbers()
    assert numbers["held below the target by (px)"] == pytest.approx(G / (2 * math.pi * hertz) ** 2, rel=0.01)
    assert numbers["force (weights)"] == pytest.approx(1.0, rel=0.01)


def test_a_band_that_is_too_weak_slips() -> None:
    exhibit = open_exhibit("mouse-joint", max_force=0.5, grip=0.0, target=(-10.0, 180.0))
    fallen = samples(exhibit, "held below the target by (px)", 40)[-1]
    assert 0.25 * G * (40 / 60) ** 2 < fallen < 0.5 * G * (40 / 60) ** 2


@pytest.mark.parametrize(("rim", "teeth"), [((100.0, 70.0), 24), ((-20.0, 70.0), 12), ((220.0, 70.0), 36)])
def test_gears_trade_speed_for_torque(rim: tuple[float, float], teeth: int) -> None:
    exhibit = open_exhibit("gear-joint", rim=rim, load=0.5, motor_speed=2.0)
    run(exhibit, 300)
    numbers = exhibit.numbers()
    ratio = teeth / 12
    assert numbers["ratio"] == -ratio
    assert numbers["speed of A (rad/s)"] == pytest.approx(2.0, rel=0.01)
    assert numbers["speed of B (rad/s)"] == pytest.approx(-2.0 / ratio, rel=0.01)
    assert numbers["angle of A (rad)"] == pytest.approx(-ratio * numbers["angle of B (rad)"], abs=1e-3)
    assert abs(numbers["motor: torque (weights x 100)"]) == pytest.approx(0.5 / ratio, rel=0.01)
    assert abs(numbers["B: torque (weights x 100)"]) == pytest.approx(0.5, rel=0.01)


def test_a_belt_turns_both_the_same_way() -> None:
    exhibit = open_exhibit("gear-joint")
    assert exhibit.key("b")
    run(exhibit, 60)
    numbers = exhibit.numbers()
    assert numbers["speed of A (rad/s)"] * numbers["speed of B (rad/s)"] > 0.0
    assert numbers["ratio"] > 0.0


@pytest.mark.parametrize("teeth", [8.0, 24.0])
def test_a_lever_falls_back_to_the_last_tooth(teeth: float) -> None:
    exhibit = open_exhibit("ratchet-joint", teeth=teeth)
    tooth, phase, start = 360.0 / teeth, 180.0, math.degrees(-0.8)  # the pawl is on the left
    highest = max(samples(exhibit, "angle (degrees)", 240))
    last = math.floor((highest - phase) / tooth)
    numbers = exhibit.numbers()
    assert numbers["angle (degrees)"] == pytest.approx(phase + last * tooth, abs=0.01)
    assert numbers["above the last tooth (degrees)"] == pytest.approx(0.0, abs=0.01)
    assert numbers["teeth passed"] == last - math.floor((start - phase) / tooth) > 0
    torque = 0.85 * math.cos(math.radians(float(numbers["angle (degrees)"])))
    assert numbers["pawl: torque (weights x 100)"] == pytest.approx(torque, abs=0.01)


def test_the_teeth_are_drawn_where_the_ratchet_has_them() -> None:
    """The pawl's tip touches the wheel: at the foot of a tooth at rest, on the back of one on the way."""
    exhibit = open_exhibit("ratchet-joint")
    for angle in (180.0, 155.0, 210.0):
        way = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
        exhibit.set("pawl", (140.0 * way[0], 60.0 + 140.0 * way[1]))
        for steps in (6, 240):
            run(exhibit, steps)
            drawn = [item for item in exhibit.display().items if isinstance(item, Segments)]
            (rim,) = (item for item in drawn if item.width == 2.0)
            (pawl,) = (item for item in drawn if item.width == 4.0)
            tip = pawl.points[1]
            assert min(distance_to(tip, *ends) for ends in rim.points.reshape(-1, 2, 2)) < 0.05
        assert math.dist(tip, (0.0, 60.0)) == pytest.approx(76.0, abs=0.1)


def test_a_full_turn_passes_as_many_teeth_as_there_are() -> None:
    exhibit = open_exhibit("ratchet-joint", teeth=9.0)
    run(exhibit, 120)
    before = exhibit.numbers()
    while float(exhibit.numbers()["angle (degrees)"]) < float(before["angle (degrees)"]) + 355.0:
        exhibit.click("push")
        run(exhibit, 20)
    run(exhibit, 200)
    after = exhibit.numbers()
    turned = float(after["angle (degrees)"]) - float(before["angle (degrees)"])
    assert after["teeth passed"] - before["teeth passed"] == math.floor(turned / 40.0 + 1e-3) >= 9


@pytest.mark.parametrize(("b", "ratio"), [(3.0, 1.0), (6.0, 2.0), (2.5, 2.0)])
def test_a_pulley_is_an_atwood_machine(b: float, ratio: float) -> None:
    exhibit = open_exhibit("pulley-joint", mass_a=2.0, mass_b=b, ratio=ratio)
    run(exhibit, 20)
    numbers = exhibit.numbers()
    tension = G * (1 + ratio) / (1 / 2.0 + ratio**2 / b)
    seconds = 20 / 60
    assert numbers["speed of A (px/s)"] == pytest.approx((tension / 2.0 - G) * seconds, rel=0.02, abs=0.5)
    assert numbers["speed of B (px/s)"] == pytest.approx(
        (ratio * tension / b - G) * seconds, rel=0.02, abs=0.5
    )
    assert numbers["force on B (weights of A)"] == pytest.approx(ratio * tension / (2.0 * G), rel=0.02)
    assert numbers["A + ratio x B (px)"] == pytest.approx(220 * (1 + ratio), abs=0.05)
