"""What lands is stopped with all that bears it, before anything sinks in."""

from __future__ import annotations

import math
import random

import esper
import pytest

from ecsphys import (
    Box,
    Circle,
    Collider,
    Physics,
    PrismaticJoint,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
    WheelJoint,
    presets,
)
from tests.acceptance.support import body, physics, rigid, transform

FLOOR = Box(50, 1)
PX = 90  # pixels a metre


def world(hz: int, substeps: int, gravity: float = 10.0) -> Physics:
    made = physics((0, -gravity), length_unit=1.0, step=1 / hz, substeps=substeps, sleeping=False)
    esper.create_entity(Transform(0, -0.5), Collider(FLOOR))
    return made


def lowest(entities: list[int], seconds: float, hz: int) -> list[float]:
    """Run; return the least height of each body."""
    least = [math.inf] * len(entities)
    for _ in range(round(seconds * hz)):
        esper.process(1 / hz)
        least = [min(y, transform(entity).y) for y, entity in zip(least, entities, strict=True)]
    return least


@pytest.mark.jit
@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("hz", [30, 60])
@pytest.mark.parametrize("ratio", [1.0, 3.0, 10.0, 100.0])
@pytest.mark.parametrize("height", [0.2, 1.0])
def test_a_heavy_box_on_a_light_one_sinks_in_no_further_than_a_light_one_does(
    hz: int, substeps: int, ratio: float, height: float
) -> None:
    world(hz, substeps)
    light = body(Box(1, 1), 0, 0.5)
    heavy = body(Box(1, 1), 0, 1.5 + height, density=ratio)
    bottom, top = lowest([light, heavy], 1.5, hz)
    deep = 0.04 if hz * substeps == 30 else 0.02
    assert bottom > 0.5 - deep
    assert top > 1.5 - 2 * deep


@pytest.mark.jit
@pytest.mark.parametrize("hz", [30, 60])
@pytest.mark.parametrize("size", [0.1, 1.0])
@pytest.mark.parametrize("ratio", [3.0, 300.0])
def test_what_falls_together_lands_together(hz: int, size: float, ratio: float) -> None:
    """The lower one is so fast for its size that a sweep would stop it alone."""
    world(hz, 4)
    light = body(Box(size, size), 0, 3.5 * size)
    heavy = body(Box(size, size), 0, 4.5 * size, density=ratio)
    bottom, top = lowest([light, heavy], 1.2, hz)
    assert bottom > size / 2 - 0.02
    assert top > 1.5 * size - 0.03


@pytest.mark.jit
@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("hz", [30, 60, 240])
def test_what_falls_behind_another_one_lands_on_it(hz: int, substeps: int) -> None:
    """They move alike, and further in a step than their gap is wide; only the lowest one meets the floor."""
    world(hz, substeps)
    boxes = [body(Box(0.5, 0.5), 0, 3.25 + 0.55 * k) for k in range(4)]
    deep = 0.04 if hz * substeps == 30 else 0.02
    for k, y in enumerate(lowest(boxes, 1.5, hz)):
        assert y > 0.25 + 0.5 * k - (k + 1) * deep


@pytest.mark.jit
@pytest.mark.parametrize("hz", [60, 120])
def test_what_has_landed_is_borne_at_once(hz: int) -> None:
    """One pass a step found the weights from the ground up; meanwhile a stack sank in, and rose again."""
    world(hz, 1)
    boxes = [body(Box(0.5, 0.5), 0, 0.45 + 0.5 * k) for k in range(8)]
    heights = []
    for _ in range(2 * hz):
        esper.process(1 / hz)
        heights.append(transform(boxes[-1]).y)
    assert max(y - min(heights[: k + 1]) for k, y in enumerate(heights)) < 0.002


@pytest.mark.jit
def test_a_landing_in_free_space_keeps_momentum() -> None:
    """A heavy ball runs into a row of light boxes, none of which touches anything fixed."""
    physics((0, 0), length_unit=1.0, step=1 / 30, substeps=1, sleeping=False)
    row = [body(Box(1, 1), 1.0 * k, 0.0) for k in range(4)]
    heavy = body(Circle(1), -3.0, 0.3, density=50, velocity=(12, 0), angular_velocity=2.0)
    bodies = [*row, heavy]

    esper.process(1 / 30)
    before = momenta(bodies)
    for _ in range(20):
        esper.process(1 / 30)
    assert rigid(row[-1]).velocity.x > 10
    assert momenta(bodies) == pytest.approx(before, rel=1e-9, abs=1e-9 * before[0])


def momenta(bodies: list[int]) -> tuple[float, float, float]:
    """Return the linear momentum of bodies, and the angular one about the world's origin."""
    x = y = turning = 0.0
    for entity in bodies:
        moving, place = rigid(entity), transform(entity)
        vx, vy = moving.velocity
        x, y = x + moving.mass * vx, y + moving.mass * vy
        turning += moving.inertia * moving.angular_velocity
        turning += moving.mass * (place.x * vy - place.y * vx)
    return x, y, turning


def bridge(joint: str) -> list[int]:
    """Return two planks, joined in the middle and hinged to the world at both ends."""
    planks = [body(Box(2, 0.3), x, 0) for x in (-1, 1)]
    middle = WeldJoint if joint == "weld" else RevoluteJoint
    esper.create_entity(middle(*planks, anchor=(0, 0)))
    for plank, x in zip(planks, (-2, 2), strict=True):
        esper.create_entity(RevoluteJoint(plank, None, anchor=(x, 0)))
    return planks


@pytest.mark.jit
@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("hz", [30, 60])
@pytest.mark.parametrize("ratio", [10, 100])
@pytest.mark.parametrize(("joint", "deep"), [("weld", 0.01), ("hinge", 0.04)])
def test_joints_bear_what_lands(joint: str, deep: float, ratio: float, hz: int, substeps: int) -> None:
    """A ball much heavier than the planks sank in by 0.14 m: at first it only met the plank below it."""
    physics((0, -10), length_unit=1.0, step=1 / hz, substeps=substeps, sleeping=False)
    planks = bridge(joint)
    ball = body(Circle(0.3), 0.5, 2.0, density=ratio)
    for _ in range(2 * hz):
        esper.process(1 / hz)
        assert transform(ball).y - 0.45 > transform(planks[1]).y - deep
    assert transform(ball).y == pytest.approx(0.45, abs=0.02)


@pytest.mark.jit
@pytest.mark.parametrize("joint", ["weld", "hinge"])
def test_what_lands_on_joined_bodies_in_free_space_keeps_momentum(joint: str) -> None:
    """A heavy ball runs into a rod of three parts at one end, which turns as a whole if it is welded."""
    physics((0, 0), length_unit=1.0, step=1 / 60, substeps=2, sleeping=False)
    parts = [body(Box(1, 0.2), x, 0) for x in (-1.0, 0.0, 1.0)]
    made = WeldJoint if joint == "weld" else RevoluteJoint
    for a, b, x in ((parts[0], parts[1], -0.5), (parts[1], parts[2], 0.5)):
        esper.create_entity(made(a, b, anchor=(x, 0)))
    ball = body(Circle(0.2), 1.2, 0.5, density=30, velocity=(0, -6))
    esper.process(1 / 60)
    before = momenta([*parts, ball])
    for _ in range(4):
        esper.process(1 / 60)
    if joint == "weld":
        heavy, rod, inertia = 3.7699, 0.6, 0.6 * (9 + 0.04) / 12
        impulse = 6 / (1 / heavy + 1 / rod + 1.2**2 / inertia)
        assert rigid(ball).velocity.y == pytest.approx(impulse / heavy - 6, rel=1e-3)
    for _ in range(60):
        esper.process(1 / 60)
    assert momenta([*parts, ball]) == pytest.approx(before, abs=1e-9 * abs(before[1]))


def energy(bodies: list[int], gravity: float) -> float:
    """Return the kinetic energy of bodies, and their potential one above 0."""
    total = 0.0
    for entity in bodies:
        moving = rigid(entity)
        total += 0.5 * moving.mass * moving.velocity.dot(moving.velocity)
        total += 0.5 * moving.inertia * moving.angular_velocity**2
        total += gravity * moving.mass * transform(entity).y
    return total


@pytest.mark.jit
@pytest.mark.parametrize("kinds", ["rwr", "rww", "wwr", "rrr"])
def test_joints_that_hold_a_contact_add_nothing_to_a_landing(kinds: str) -> None:
    """Four boxes in a square, three joints: the fourth side is a contact that the joints hold as well. While
    friction had moved the boxes against their joints, it asked for 80 times the energy of the fall.
    """
    for number in range(40):
        esper.switch_world(f"square {kinds} {number}")
        physics((0, -10 * PX), step=1 / 30, sleeping=False)
        esper.create_entity(Transform(0, -100), Collider(Box(4000, 200)))
        y = 60 + 7.3 * number
        boxes = [body(Box(22, 22), 24 * i, y + 24 * j, mass=500) for j in (0, 1) for i in (0, 1)]
        places = ((0, 1, (12, y)), (0, 2, (0, y + 12)), (2, 3, (12, y + 24)))
        for kind, (a, b, anchor) in zip(kinds, places, strict=True):
            joint = WeldJoint if kind == "w" else RevoluteJoint
            esper.create_entity(joint(boxes[a], boxes[b], anchor=anchor))
        esper.process(1 / 30)
        least = first = energy(boxes, 10 * PX)
        for _ in range(45):
            esper.process(1 / 30)
            now = energy(boxes, 10 * PX)
            assert now < least + 0.05 * first
            least = min(least, now)


@pytest.mark.jit
@pytest.mark.parametrize("preset", ["rope", "chain"])
def test_what_lands_on_a_rope_around_a_disc_does_not_tear_it(preset: str) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        esper.switch_world(f"{preset} {seed}")
        physics((0, -900), sleeping=False)
        esper.create_entity(Transform(0, 400), Collider(Circle(40)))
        made = getattr(presets, preset)((-220, 448), (220, 448))
        for _ in range(3):
            body(Circle(12), rng.uniform(-150, 150), rng.uniform(540, 600), density=300)
        for _ in range(120):
            esper.process(1 / 60)
        assert all(esper.component_for_entity(one, RigidBody).velocity.length < 20_000 for one in made.links)


@pytest.mark.jit
@pytest.mark.parametrize("speed", [-6.0, 6.0])
@pytest.mark.parametrize("axis", [1, -1])
def test_a_limit_stops_what_lands_in_one_direction_only(axis: int, speed: float) -> None:
    """A piston at one of its stops, free in space: hit towards the stop it moves with its cylinder."""
    physics((0, 0), length_unit=1.0, step=1 / 60, substeps=1, sleeping=False)
    cylinder, piston = body(Box(1, 1), 0, 0, density=10), body(Box(3, 0.5), 0, 1)
    limits = (0.0, 0.4) if axis > 0 else (-0.4, 0.0)
    esper.create_entity(PrismaticJoint(cylinder, piston, anchor=(0, 1), axis=(0, axis), limits=limits))
    y = 1 - math.copysign(0.5, speed)
    balls = [body(Circle(0.2), x, y, density=100, velocity=(0, speed)) for x in (-1.2, 1.2)]
    esper.process(1 / 60)
    bodies = [cylinder, piston, *balls]
    before = momenta(bodies)
    esper.process(1 / 60)
    hit = bodies if speed < 0 else bodies[1:]
    together = before[1] / sum(rigid(entity).mass for entity in hit)
    for entity in hit:
        assert rigid(entity).velocity.y == pytest.approx(together, rel=1e-4)
    if speed > 0:
        assert rigid(cylinder).velocity.y == pytest.approx(0.0, abs=1e-4 * speed)
    assert momenta(bodies)[1] == pytest.approx(before[1], rel=1e-9)


@pytest.mark.jit
@pytest.mark.parametrize("brake", [0.0, 50.0])
@pytest.mark.parametrize("ratio", [1.0, 30.0])
def test_springs_that_strike_through_push_no_wheel_into_the_ground(ratio: float, brake: float) -> None:
    """The wheels rest on it when the chassis comes to its limits, so nothing there is fast."""
    world(60, 1)
    chassis = body(Box(2, 0.5), 0, 1.2, density=ratio)
    wheels = [body(Circle(0.35), x, 0.8, friction=0.8) for x in (-0.8, 0.8)]
    springs = {"hertz": 2.0, "damping_ratio": 0.3, "limits": (-0.15, 0.15), "max_motor_torque": brake}
    for wheel, x in zip(wheels, (-0.8, 0.8), strict=True):
        esper.create_entity(WheelJoint(chassis, wheel, anchor=(x, 0.8), axis=(0, 1), **springs))
    top, *bottoms = lowest([chassis, *wheels], 2.0, 60)
    assert min(bottoms) > 0.35 - 0.012
    assert top > 0.6 - 0.02


@pytest.mark.jit
def test_a_landing_breaks_a_joint_that_it_overloads() -> None:
    """A ball of 10 kg at 6 m/s, stopped in a step of 1/60 s, asks for 3,600 N of two hinges."""

    def breaks(force: float) -> bool:
        esper.switch_world(f"breaks {force}")
        physics((0, -10), length_unit=1.0, step=1 / 60, sleeping=False)
        plank = body(Box(2, 0.3), 0, 0)
        ends = [RevoluteJoint(plank, None, anchor=(x, 0), break_force=force) for x in (-1, 1)]
        for end in ends:
            esper.create_entity(end)
        body(Circle(0.3), 0, 2.4, density=10 / (math.pi * 0.09))
        for _ in range(90):
            esper.process(1 / 60)
        return any(end.broken for end in ends)

    assert breaks(1_000)
    assert not breaks(4_000)


@pytest.mark.jit
def test_a_heavy_box_turns_a_seesaw() -> None:
    """What bears a landing at one end only is turned by it: the other end throws a light box up."""
    world(60, 4)
    esper.create_entity(Transform(0, 0.25), Collider(Box(0.1, 0.5)))
    plank = body(Box(4, 0.1), 0, 0.55, 0.0)
    thrown = body(Box(0.4, 0.4), -1.7, 0.8)
    body(Box(0.4, 0.4), 1.7, 2.0, density=30)
    highest = max(lowest_and_highest(thrown))
    assert abs(transform(plank).angle) > 0.1
    assert highest > 1.5


def lowest_and_highest(entity: int) -> tuple[float, float]:
    """Run a second; return the least and the greatest height of a body."""
    heights = []
    for _ in range(60):
        esper.process(1 / 60)
        heights.append(transform(entity).y)
    return min(heights), max(heights)


@pytest.mark.jit
@pytest.mark.parametrize("hz", [30, 60])
@pytest.mark.parametrize("substeps", [1, 4])
def test_what_tips_over_lands_on_its_side(hz: int, substeps: int) -> None:
    """It turns so fast about the corner that stands that the other one is far away a step before it lands."""
    world(hz, substeps)
    box = body(Box(1.6, 0.64), 0, 1.0, 0.3)
    deepest = 0.0
    for _ in range(2 * hz):
        esper.process(1 / hz)
        place = transform(box)
        lowest = 0.32 * abs(math.cos(place.angle)) + 0.8 * abs(math.sin(place.angle))
        deepest = min(deepest, place.y - lowest)
    assert deepest > -0.04 if hz * substeps == 30 else deepest > -0.01


@pytest.mark.jit
def test_what_rests_is_no_landing() -> None:
    """A pile at rest keeps its poses to the bit whether or not something lands beside it, out of reach."""

    def rest(dropped: bool) -> list[tuple[float, float]]:
        esper.switch_world(f"dropped {dropped}")
        world(60, 4)
        pile = [body(Box(1, 1), 0, 0.5 + k, density=1 + k) for k in range(4)]
        if dropped:
            body(Box(1, 1), 10, 3, density=40)
        for _ in range(90):
            esper.process(1 / 60)
        return [tuple(transform(entity).position) for entity in pile]

    alone = rest(False)
    assert rest(True) == alone
