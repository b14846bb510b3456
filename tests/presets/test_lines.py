"""Ropes, chains and bridges hang, bear loads, and come to rest."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import Box, Circle, Collider, RevoluteJoint, Transform
from ecsphys.compile import ENABLED
from ecsphys.presets import bridge, chain, rope
from tests.presets.support import STEPS, asleep, body_at, floor, make_physics, place, run, speed, stretch


def test_a_rope_hangs_still_and_does_not_stretch() -> None:
    physics = make_physics()
    line = rope((0, 0), (200, 0))
    worst = 0.0

    def look() -> None:
        nonlocal worst
        worst = max(worst, stretch(physics))

    run(physics, STEPS, look)
    assert worst < 0.01 * 200
    if ENABLED:
        last = place(line.links[-1])
        half = 0.5 * 200 / len(line.links)
        assert last.x == pytest.approx(0.0, abs=3)  # it falls asleep where it turns
        assert last.y == pytest.approx(half - 200, abs=0.2)
        assert asleep(line.bodies)


def test_a_rope_holds_a_heavy_crate() -> None:
    physics = make_physics()
    crate = body_at(0, -220, Collider(Box(100, 40), density=20))
    line = rope((0, 0), (0, -200), b=crate)
    run(physics, STEPS // 10)
    assert place(crate).y == pytest.approx(-220, abs=2)
    assert stretch(physics) < 0.5
    assert len(line.joints) == len(line.links) + 1


def test_a_cut_rope_falls() -> None:
    physics = make_physics()
    line = rope((0, 0), (0, -160))
    esper.delete_entity(line.joints[5])
    run(physics, 40)
    assert place(line.links[4]).y > -160
    assert place(line.links[5]).y < -200


def test_a_rope_between_two_places_sags() -> None:
    physics = make_physics()
    line = rope((0, 0), (160, 0), b=esper.create_entity(Transform(160, 0)), slack=0.1)
    run(physics, STEPS)
    middle = place(line.links[len(line.links) // 2])
    assert middle.y == pytest.approx(-160 * math.sqrt(0.375 * 0.1), rel=0.15)
    if ENABLED:
        assert speed(line.bodies) < 1


def test_a_chain_bends_no_further_than_it_may() -> None:
    physics = make_physics()
    ball = body_at(240, 0, Collider(Circle(40), density=4), damping=0.2)
    line = chain((0, 0), (200, 0), b=ball, bend=0.5)
    inner = [esper.component_for_entity(one, RevoluteJoint) for one in line.joints[1:-1]]
    most = 0.0

    def look() -> None:
        nonlocal most
        most = max(most, *(abs(one.angle) for one in inner))

    run(physics, STEPS, look)
    assert most < 0.5 + math.radians(2)
    assert stretch(physics) < 1
    if ENABLED:
        assert place(ball).x == pytest.approx(0, abs=5)
        assert speed(line.bodies) < 5


def test_a_bridge_bears_balls() -> None:
    physics = make_physics()
    floor()
    walkway = bridge((-300, 200), (300, 200))
    balls = [body_at(60.0 * i - 120, 260, Collider(Circle(20))) for i in range(5)]
    run(physics, STEPS)
    assert stretch(physics) < (1 if ENABLED else 3)  # at rest, and when they land
    assert all(place(ball).y > 130 for ball in balls)
    if ENABLED:
        assert speed([*walkway.bodies, *balls]) < 1


def test_a_bridge_falls_with_its_joint() -> None:
    physics = make_physics()
    walkway = bridge((0, 0), (200, 0), break_force=1.0)
    run(physics, 20)
    assert all(esper.component_for_entity(one, RevoluteJoint).broken for one in walkway.joints[:1])
    assert place(walkway.planks[0]).y < -10


@pytest.mark.parametrize("make", [rope, chain, bridge])
@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"end": (0, 0)}, "distance from start to end"),
        ({"end": (math.nan, 0)}, "end"),
        ({"thickness": 0}, "thickness"),
        ({"density": -1}, "density"),
        ({"slack": -0.1}, "slack"),
        ({"damping": math.inf}, "damping"),
        ({"break_force": -1}, "break_force"),
        ({"a": 0}, "a must be"),
        ({"b": -3}, "b must be"),
    ],
)
def test_wrong_arguments_create_nothing(make: object, wrong: dict[str, object], text: str) -> None:
    arguments = {"start": (0, 0), "end": (100, 0), **wrong}
    with pytest.raises(ValueError, match=text):
        make(**arguments)  # type: ignore[operator]
    assert not list(esper.get_components(Transform))
