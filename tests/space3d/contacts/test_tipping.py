"""What tips over a corner or an edge lands on its next points, piles are held at once: neither sinks in."""

from __future__ import annotations

import itertools
import math

import esper
import pytest

from ecsphys.space3d import (
    Body3D,
    Box,
    Collider3D,
    Mesh,
    Physics3D,
    Plane,
    Quaternion,
    Transform3D,
)

SIDES = 0.9, 0.4, 0.6


def grid_floor():
    """Return a level floor of triangles, two units wide."""
    points = [(2.0 * x - 9.0, 0.0, 2.0 * z - 9.0) for z in range(10) for x in range(10)]
    corners = [10 * z + x for z in range(9) for x in range(9)]
    halves = [((a, a + 10, a + 1), (a + 1, a + 10, a + 11)) for a in corners]
    return Mesh(points, list(itertools.chain(*halves)))


def corner_heights(entity):
    place = esper.component_for_entity(entity, Transform3D)
    corners = itertools.product(*((-0.5 * side, 0.5 * side) for side in SIDES))
    return [place.position.y + place.orientation.rotate(corner).y for corner in corners]


def turn(axis, angle):
    sine = math.sin(0.5 * angle)
    return Quaternion(math.cos(0.5 * angle), *(sine * along for along in axis))


# On an edge, beyond the angle at which it would stand, and on a corner.
LEANING = {
    "edge": turn((0.0, 0.0, 1.0), 1.2),
    "corner": turn((0.0, 0.0, 1.0), 1.0) * turn((1.0, 0.0, 0.0), 0.3),
}
FLOORS = {
    "box": (-1.0, lambda: Box(18.0, 2.0, 18.0)),
    "plane": (0.0, lambda: Plane((0.0, 1.0, 0.0))),
    "mesh": (0.0, grid_floor),
}


@pytest.mark.parametrize("rate", [30, 60])
@pytest.mark.parametrize("leaning", LEANING)
@pytest.mark.parametrize("floor", FLOORS)
def test_what_tips_over_lands_on_its_face(floor, leaning, rate):
    physics = Physics3D((0.0, -10.0, 0.0), step=1 / rate)
    esper.add_processor(physics)
    y, shape = FLOORS[floor]
    esper.create_entity(Transform3D(0.0, y, 0.0), Collider3D(shape(), friction=1.0))
    box = esper.create_entity(
        Transform3D(0.1, 1.0, 0.2, orientation=LEANING[leaning]),
        Body3D(),
        Collider3D(Box(*SIDES), friction=1.0),
    )
    esper.component_for_entity(box, Transform3D).y -= min(corner_heights(box))
    deepest = 0.0
    for _ in range(2 * rate):
        physics.step_once()
        deepest = min(deepest, *corner_heights(box))
    assert deepest > -0.006
    assert sorted(corner_heights(box))[3] < 0.006  # it lies on a face


def pile_of(x):
    """Make three boxes on each other, the heaviest on top."""
    return [
        esper.create_entity(
            Transform3D(x, k + 0.5, 0.0), Body3D(), Collider3D(Box(1.0, 1.0, 1.0), density=density)
        )
        for k, density in enumerate((1.0, 4.0, 12.0))
    ]


@pytest.mark.parametrize("substeps", [1, 2, 4])
@pytest.mark.parametrize("piles", [1, 7])
def test_a_pile_under_a_load_does_not_sink_in_and_rise(piles, substeps):
    """By 44 mm with one sub-step, and 10 mm up again, where it is not held."""
    physics = Physics3D((0.0, -10.0, 0.0), substeps=substeps)
    esper.add_processor(physics)
    esper.create_entity(Transform3D(0.0, -1.0, 0.0), Collider3D(Box(40.0, 2.0, 18.0)))
    pile = [pile_of(3.0 * k - 9.0) for k in range(piles)][-1]
    lowest = [math.inf] * 3
    for _ in range(120):
        physics.step_once()
        for k, box in enumerate(pile):
            sunk = esper.component_for_entity(box, Transform3D).y - (k + 0.5)
            lowest[k] = min(lowest[k], sunk)
            assert sunk > -0.012
            assert sunk < lowest[k] + 0.0015
