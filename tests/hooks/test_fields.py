"""Fields of force: on whom they act, when they are asked, sleep, and mistakes."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from ecsphys import Box, Circle, Collider, RigidBody, Transform
from ecsphys.hooks.fields import Fields
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import STEP, body, disc, ground, physics, rigid, run, transform


class Leaf:
    """Blown by the wind."""


class Oak(Leaf):
    """A kind of leaf."""


class Wet:
    """Heavier."""


@pytest.mark.parametrize(
    ("integrator", "times"),
    [
        ("semi_implicit_euler", [0]), ("explicit_euler", [0]), ("velocity_verlet", [0, 1]),
        ("rk4", [0, 0.5, 0.5, 1]), ("midpoint", [0, 0.5]), ("trapezoid", [0, 1]),
    ],
)  # fmt: skip
def test_a_field_is_asked_as_often_as_the_integrator_needs(integrator: str, times: list[float]) -> None:
    clock = physics(integrator=integrator, substeps=2)
    disc(0, 0)
    asked = []
    clock.add_field(lambda fields: asked.append(fields.time))
    run(2)
    h = STEP / 2
    assert asked == pytest.approx([(k + part) * h for k in range(4) for part in times])


def test_a_field_acts_on_those_with_all_its_components() -> None:
    clock = physics()
    plain, leaf, oak = disc(0, 0), disc(100, 0), disc(200, 0)
    wet, only_wet = disc(300, 0), disc(400, 0)
    for entity, parts in ((leaf, [Leaf()]), (oak, [Oak()]), (wet, [Leaf(), Wet()]), (only_wet, [Wet()])):
        for part in parts:
            esper.add_component(entity, part)
    static = esper.create_entity(Transform(500, 0), Collider(Circle(5)), Leaf())
    seen = {}

    @clock.add_field
    def everything(fields: Fields) -> None:
        seen["everything"] = fields.entity.tolist()

    def leaves(fields: Fields) -> None:
        seen["leaves"] = fields.entity.tolist()
        fields.fx += 60 * fields.mass

    def wet_leaves(fields: Fields) -> None:
        seen["wet leaves"] = fields.entity.tolist()
        fields.fy = 120 * fields.mass  # assigning is as good

    clock.add_field(leaves, Leaf)
    clock.add_field(wet_leaves, Leaf, Wet)
    run(1)
    assert seen == {
        "everything": [plain, leaf, oak, wet, only_wet], "leaves": [leaf, oak, wet], "wet leaves": [wet],
    }  # fmt: skip
    assert [tuple(rigid(entity).velocity) for entity in (plain, leaf, oak, wet, only_wet)] == [
        (0, 0), pytest.approx((1, 0)), pytest.approx((1, 0)), pytest.approx((1, 2)), (0, 0),
    ]  # fmt: skip
    assert transform(static).x == 500


def test_a_field_follows_changes_of_entities() -> None:
    clock = physics()
    a, b = disc(0, 0), disc(100, 0)
    asked = []
    clock.add_field(lambda fields: asked.append(fields.entity.tolist()), Leaf)

    def seen() -> list[int]:
        asked.clear()
        run(1)
        return asked[0] if asked else []

    assert seen() == []
    esper.add_component(b, Leaf())
    assert seen() == [b]
    c = esper.create_entity(Transform(200, 0), RigidBody(), Leaf())
    assert seen() == [b, c]
    esper.delete_entity(b)
    assert seen() == [c]
    rigid(c).kind = "kinematic"
    assert seen() == []
    esper.add_component(a, Leaf())
    assert seen() == [a]


def test_a_field_reads_the_centre_of_mass() -> None:
    clock = physics()
    entity = body(Circle(5, (30, 0)), 100, 50, angle=np.pi / 2, velocity=(7, 8), mass=3)
    seen = []

    @clock.add_field
    def look(fields: Fields) -> None:
        seen.append((fields.x[0], fields.y[0], fields.vx[0], fields.vy[0], fields.mass[0], fields.entity[0]))

    run(1)
    assert seen[0] == pytest.approx((100, 80, 7, 8, 3, entity))


def test_what_a_field_reads_cannot_be_written() -> None:
    clock = physics()
    disc(0, 0)
    refused = []

    @clock.add_field
    def meddle(fields: Fields) -> None:
        for name in ("entity", "x", "y", "vx", "vy", "mass"):
            with pytest.raises(ValueError, match="read-only"):
                getattr(fields, name)[0] = 5
            refused.append(name)
        with pytest.raises(AttributeError):
            fields.fz = 1

    run(1)
    assert len(refused) == 6 * clock.substeps


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_nan_from_a_field_stops_at_the_door(bad: float) -> None:
    clock = physics((0, -900))
    disc(0, 0), disc(100, 0)
    before = fingerprint(clock)

    @clock.add_field
    def broken_wind(fields: Fields) -> None:
        fields.fy[1] = bad

    clock.settle()
    before = fingerprint(clock)
    with pytest.raises(ValueError, match=r"broken_wind.*fy = (nan|inf) for entity 2"):
        clock.step_once()
    assert fingerprint(clock) == before
    clock.off(broken_wind)
    clock.step_once()
    assert fingerprint(clock) != before


def test_the_error_of_a_write_to_what_is_given_names_the_field() -> None:
    clock = physics((0, -900))
    disc(0, 0)

    @clock.add_field
    def pulls_places(fields: Fields) -> None:
        fields.x[:] = 0

    @clock.add_field
    def fails(fields: Fields) -> None:
        raise ValueError("its own")

    with pytest.raises(ValueError, match=r"the field .*pulls_places.* must write fx and fy only.*read-only"):
        clock.step_once()
    clock.off(pulls_places)
    with pytest.raises(ValueError, match=r"^its own$"):
        clock.step_once()


def test_forces_of_another_shape_are_refused() -> None:
    clock = physics()
    disc(0, 0), disc(100, 0)

    @clock.add_field
    def wind(fields: Fields) -> None:
        fields.fx = np.zeros(3)

    with pytest.raises(ValueError, match=r"wind.*fx to 2 numbers"):
        clock.step_once()


def test_what_is_no_field_is_refused() -> None:
    clock = physics()
    for wrong in ((None,), (print, "Leaf")):
        with pytest.raises(TypeError, match="add_field"):
            clock.add_field(*wrong)
    with pytest.raises(ValueError, match="add_field"):
        clock.off(print)


def test_fields_and_forces_add_up_on_what_touches() -> None:
    """A box is held on a slope of nothing but friction until the wind is too strong."""
    clock = physics((0, -900))
    ground()
    box = body(Box(40, 40), 0, 20, friction=0.5)
    strength = [400.0]
    clock.add_field(lambda fields: np.add(fields.fx, strength[0] * fields.mass, out=fields.fx))
    run(60)
    assert transform(box).x == pytest.approx(0, abs=0.5)
    strength[0] = 600.0
    run(60)
    assert transform(box).x == pytest.approx((600 - 450) / 2, rel=0.1)


def test_several_fields_add_up() -> None:
    clock = physics()
    ball = disc(0, 0)
    for _ in range(3):
        clock.add_field(lambda fields: np.add(fields.fx, 20 * fields.mass, out=fields.fx))
    run(60)
    assert rigid(ball).velocity.x == pytest.approx(60)


@pytest.mark.jit
def test_the_same_bits_with_threads_and_with_any_integrator() -> None:
    for integrator in ("semi_implicit_euler", "rk4"):
        bits = []
        for threads in (1, 3):
            esper.switch_world(f"{integrator} {threads}")
            clock = physics((0, -900), integrator=integrator, threads=threads)
            ground()
            for k in range(12):
                body(Box(30, 30), 35 * (k % 4), 20 + 40 * (k // 4), angle=0.1 * k)

            @clock.add_field
            def swirl(fields: Fields) -> None:
                fields.fx -= 5 * fields.mass * fields.y
                fields.fy += 5 * fields.mass * fields.x

            run(30)
            bits.append(fingerprint(clock))
        assert bits[0] == bits[1]


# -- sleep -------------------------------------------------------------------------------------------


def test_a_body_at_rest_sleeps_in_a_steady_field() -> None:
    clock = physics((0, -900))
    ground()
    ball = body(Box(40, 40), 0, 20)
    clock.add_field(lambda fields: np.add(fields.fx, 100 * fields.mass, out=fields.fx))
    run(120)
    assert not rigid(ball).awake


def test_a_sleeper_wakes_when_the_force_changes() -> None:
    clock = physics((0, -900))
    ground()
    near, far = body(Box(40, 40), 0, 20), body(Box(40, 40), 900, 20)
    wind = {"from": 10.0, "strength": 0.0}

    @clock.add_field
    def blow(fields: Fields) -> None:
        if fields.time > wind["from"]:
            fields.fx[fields.x < 500] += wind["strength"] * fields.mass[fields.x < 500]

    run(120)
    assert not rigid(near).awake
    wind.update({"from": 0.0, "strength": 1.0})  # too little to count
    run(10)
    assert not rigid(near).awake
    wind["strength"] = 2000.0
    run(10)
    assert rigid(near).awake
    assert transform(near).x > 10
    assert not rigid(far).awake


def test_slow_changes_add_up_while_a_body_sleeps() -> None:
    clock = physics((0, -900))
    ground()
    box = body(Box(40, 40), 0, 20)
    wind = [0.0]
    clock.add_field(lambda fields: np.add(fields.fx, wind[0] * fields.mass, out=fields.fx))
    run(120)
    assert not rigid(box).awake
    for _ in range(10):
        wind[0] += 1.0
        run(1)
    assert rigid(box).awake


@pytest.mark.parametrize("change", ["add", "off"])
def test_adding_and_removing_wake(change: str) -> None:
    clock = physics((0, -900))
    ground()
    box = body(Box(40, 40), 0, 20)

    def nothing(fields: Fields) -> None:
        pass

    if change == "off":
        clock.add_field(nothing)
    run(120)
    assert not rigid(box).awake
    clock.add_field(nothing) if change == "add" else clock.off(nothing)
    run(1)
    assert rigid(box).awake


def test_a_slow_pendulum_does_not_freeze_where_it_turns() -> None:
    """Where it turns it is slower than the sleeping speed of 3.2 for longer than half a second."""
    clock = physics()
    w, v = 0.2, 35.0
    ball = disc(0, 0, velocity=(v, 0))
    clock.add_field(lambda fields: np.subtract(fields.fx, w * w * fields.mass * fields.x, out=fields.fx))
    run(600)
    assert transform(ball).x == pytest.approx(v / w * np.sin(w * 10), rel=0.01)
    assert rigid(ball).awake


def test_nothing_is_asked_of_a_world_where_nobody_is_in_a_field() -> None:
    clock = physics()
    disc(0, 0)
    asked = []
    clock.add_field(asked.append, Leaf)
    run(3)
    assert asked == []


def heights_of_a_bouncing_ball(by_field: bool, integrator: str) -> list[float]:
    clock = physics((0, 0) if by_field else (0, -900), integrator=integrator)
    esper.create_entity(Transform(0, -20), Collider(Box(400, 40), restitution=1.0))
    ball = esper.create_entity(Transform(0, 240), RigidBody(), Collider(Circle(40), restitution=1.0))
    if by_field:
        clock.add_field(pull_down)
    return [(run(1), transform(ball).y)[1] for _ in range(240)]


def pull_down(fields: Fields) -> None:
    fields.fy -= 900 * fields.mass


@pytest.mark.parametrize("integrator", ["semi_implicit_euler", "velocity_verlet", "rk4"])
def test_balls_bounce_in_a_field_as_high_as_in_gravity(integrator: str) -> None:
    """Fields once overwrote what a bounce had done."""
    esper.switch_world("gravity")
    expected = heights_of_a_bouncing_ball(False, integrator)
    esper.switch_world("field")
    got = heights_of_a_bouncing_ball(True, integrator)
    esper.switch_world("default")
    assert max(expected[120:]) > 239
    assert got == pytest.approx(expected, abs=0.5)
