"""What the overlay shows of areas: arrows of gravity, wind and flow, surfaces, points of attraction."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

from ecsphys import Area, Box, Circle, Collider, HalfPlane, Physics, RigidBody, Transform

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from ecsphys.drawing.area_lines import GRAVITY_COLOR, LIQUID_COLOR, WIND_COLOR, area_lines

LENGTH = 10.0  # of arrows
HEAD = 3.0  # of their strokes, along and across


@pytest.fixture
def physics() -> Physics:
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    return physics


def place(area: Area, x: float = 0.0, y: float = 0.0, angle: float = 0.0, shape=None) -> int:
    """An area 40 wide and 20 high, unless it has another shape."""
    return esper.create_entity(Transform(x, y, angle), Collider(shape or Box(40, 20), trigger=True), area)


def strokes(physics: Physics, color) -> list[list[list[float]]]:
    """The strokes drawn in a colour, each two points."""
    physics.step_once()
    points = [
        part.points for part in area_lines(physics.world, LENGTH) if (part.colors == np.array(color)).all()
    ]
    return np.round(np.concatenate([np.zeros((0, 2)), *points]), 6).reshape(-1, 2, 2).tolist()


def arrow(x: float, y: float, way_x: float, way_y: float) -> list[list[list[float]]]:
    """The strokes of an arrow from a point, along x or y."""
    tip = [x + LENGTH * way_x, y + LENGTH * way_y]
    back = [tip[0] - HEAD * way_x, tip[1] - HEAD * way_y]
    wings = [[back[0] + side * HEAD * way_y, back[1] - side * HEAD * way_x] for side in (1.0, -1.0)]
    return [[[x, y], tip], [tip, wings[0]], [tip, wings[1]]]


def test_nothing_is_drawn_without_areas(physics):
    esper.create_entity(Transform(), RigidBody(), Collider(Circle(5)))
    physics.step_once()
    assert area_lines(physics.world, LENGTH) == []


@pytest.mark.parametrize(("gravity", "way"), [((0, -500), (0.0, -1.0)), ((3, 0), (1.0, 0.0))])
def test_gravity_is_an_arrow_of_one_length_below_the_top(physics, gravity, way):
    place(Area(gravity=gravity), 100, 50)
    assert strokes(physics, GRAVITY_COLOR) == arrow(100.0, 50.0, *way)


def test_a_point_of_attraction_is_a_cross(physics):
    place(Area(gravity=500.0, point=(7, 0)), 100, 50, math.pi / 2)
    assert strokes(physics, GRAVITY_COLOR) == [
        [[95.0, 57.0], [105.0, 57.0]], [[100.0, 52.0], [100.0, 62.0]]
    ]  # fmt: skip


def test_wind_is_an_arrow_and_still_air_is_none(physics):
    place(Area(wind=(-30, 0), drag=1), 100, 50)
    place(Area(wind=(0, 0)), 300, 50)
    assert strokes(physics, WIND_COLOR) == arrow(100.0, 50.0, -1.0, 0.0)


def test_a_liquid_is_its_surface_and_an_arrow_of_its_flow(physics):
    place(Area(density=1.0, flow=(5, 0)), 100, 50)
    assert strokes(physics, LIQUID_COLOR) == [[[80.0, 60.0], [120.0, 60.0]], *arrow(100.0, 50.0, 1.0, 0.0)]


def test_a_surface_turns_with_its_area_and_may_be_lower(physics):
    place(Area(density=1.0, surface=4.0), 100, 50, math.pi / 2)
    assert strokes(physics, LIQUID_COLOR) == [[[96.0, 30.0], [96.0, 70.0]]]


def test_a_half_plane_has_no_arrows_and_no_warning(physics, recwarn):
    place(Area(density=1.0, wind=(5, 0)), shape=HalfPlane((0, 1)))
    place(Area(gravity=500.0, point=(0, 0)), shape=HalfPlane((0, 1)))
    assert strokes(physics, WIND_COLOR) == strokes(physics, LIQUID_COLOR) == []
    assert len(strokes(physics, GRAVITY_COLOR)) == 2
    assert not recwarn.list


def test_an_area_that_is_gone_is_not_drawn(physics):
    gone = place(Area(wind=(5, 0), drag=1), 100, 50)
    assert strokes(physics, WIND_COLOR)
    esper.delete_entity(gone, immediate=True)
    assert strokes(physics, WIND_COLOR) == []
