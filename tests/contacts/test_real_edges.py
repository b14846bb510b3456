"""What is no seam stops and bears: steps, gaps, walls, free corners, neighbours that do not push."""

from __future__ import annotations

import esper
import pytest

from ecsphys import (
    COLLISION_BEGIN,
    Box,
    Collider,
    CollisionEvent,
    Polygon,
    Shape,
    Transform,
)
from tests.acceptance.support import physics
from tests.contacts.floors import (
    BALL,
    BOX,
    FLAT,
    KEPT,
    SIZE,
    SLOP,
    TILE,
    clock,
    cross_floor,
    lay,
    play,
    put,
    row,
    slowest,
    tilt_of,
)


@pytest.mark.parametrize("slider", [BOX, BALL], ids=["box", "circle"])
def test_a_wall_on_the_floor_stops(slider: Shape) -> None:
    clock()
    lay(row(TILE, 4), friction=0)
    lay([(4 * SIZE, SIZE, TILE), (4 * SIZE, 2 * SIZE, TILE), (4 * SIZE, 0.0, TILE)], friction=0)
    states = play(put(slider, 2 * SIZE, FLAT, 150), 50)
    assert abs(states[-1].x - (3.5 * SIZE - 10)) < SLOP
    assert abs(states[-1].vx) < 1
    assert abs(states[-1].y - FLAT) < SLOP


@pytest.mark.parametrize(
    ("step", "passes"), [(0.9 * SLOP, True), (-0.9 * SLOP, True), (1.2 * SLOP, False), (2, False), (8, False)]
)
def test_only_steps_up_to_the_slop_are_none(step: float, passes: bool) -> None:
    clock()
    lay(row(TILE, 3), friction=0)
    lay(row(TILE, 3, 3 * SIZE, step), friction=0)
    states = play(put(BOX, 1.8 * SIZE, FLAT, 60), 60)
    assert (slowest(states, 60) > 0.98) == passes
    assert (states[-1].x > 3 * SIZE) == passes


@pytest.mark.parametrize(("gap", "passes"), [(0.9 * SLOP, True), (1.3 * SLOP, False)])
def test_only_gaps_up_to_the_slop_are_none(gap: float, passes: bool) -> None:
    clock()
    lay(row(TILE, 3), friction=0)
    lay(row(TILE, 3, 3 * SIZE + gap), friction=0)
    states = play(put(BOX, 1.8 * SIZE, FLAT, 50), 70)
    assert (slowest(states, 50) > KEPT) == passes


def test_a_corner_without_neighbour_keeps_its_normals() -> None:
    """A circle on the outer corner of the last tile, and one on that of a lone tile."""
    normals = []
    for count in (1, 3):
        esper.switch_world(f"corner{count}")
        clock()
        lay(row(TILE, count))
        ball = put(BALL, SIZE * (count - 0.5) + 5, SIZE / 2 + 8.8, 0, vy=-50)

        def begin(event: CollisionEvent, ball: int = ball) -> None:
            normals.append(event.normal if event.entity_b == ball else -event.normal)

        esper.set_handler(COLLISION_BEGIN, begin)
        play(ball, 4)
    assert len(normals) == 2
    assert all(abs(normal.x - 0.5) < 0.05 for normal in normals)


def test_the_joint_of_a_roof_keeps_its_edge() -> None:
    """Two slopes meet at a ridge: a box lies across it and tips to neither side."""
    clock()
    lay(
        [
            (0.0, 0.0, Polygon([(-60, -40), (0, -40), (0, 0)])),
            (0.0, 0.0, Polygon([(0, -40), (60, -40), (0, 0)])),
        ]
    )
    states = play(put(Box(40, 10), 0, 5, 0, friction=0.5), 30)
    assert abs(states[-1].y - 5) < SLOP
    assert tilt_of(states) < 0.01


@pytest.mark.parametrize("how", ["mask", "trigger", "ignored"])
def test_a_neighbour_that_does_not_push_hides_nothing(how: str) -> None:
    """A box flies through a tile that is no obstacle to it, and is stopped by the next one."""
    world = physics()
    hidden = {"mask": {"mask": 2}, "trigger": {"trigger": True}, "ignored": {}}[how]
    ghost = esper.create_entity(Transform(0, 0), Collider(TILE, **hidden))
    lay([(SIZE, 0.0, TILE)])
    entity = put(BOX, -40, 1, 120)
    if how == "ignored":
        world.ignore(entity, ghost, seconds=10)
    states = play(entity, 40)
    assert abs(states[-1].x - (SIZE / 2 - 10)) < 2 * SLOP


@pytest.mark.parametrize("first", ["one_way", "solid"])
def test_a_one_way_platform_leads_onto_the_ground_beside_it(first: str) -> None:
    clock()
    kinds = ["one_way", "solid"] if first == "one_way" else ["solid", "one_way"]
    for k, kind in enumerate(kinds * 3):
        lay([(SIZE * k, 0.0, TILE)], friction=0, one_way=(0, 1) if kind == "one_way" else None)
    states = cross_floor(put(BOX, SIZE, FLAT, 100), 100, tiles=6)
    assert slowest(states, 100) > KEPT
    assert min(s.y for s in states) > FLAT - SLOP
