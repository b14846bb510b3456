"""`ShapeDraw`: filled shapes, whose triangles cover what the shapes cover, and their colours."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

from ecsphys import Box, Capsule, Chain, Circle, Collider, HalfPlane, Physics, Polygon, RigidBody, Transform

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from ecsphys.drawing.poses import interpolate_poses
from ecsphys.drawing.shape_fills import ShapeFills
from tests.demo_game.windows import picture

RED, BLUE = (250, 10, 20), (10, 20, 250)


def triangles(*entities):
    """Return the triangles of a world with these components, all bodies white."""
    physics = Physics()
    esper.add_processor(physics)
    for parts in entities:
        esper.create_entity(*parts)
    esper.process(1 / 60)
    bodies = physics.world.bodies
    rows = bodies.rows[: bodies.count]
    white = np.full((len(rows), 4), 255, np.uint8)
    fills = ShapeFills(physics.world, 64.0)
    return fills.triangles(interpolate_poses(rows, 1.0), white, np.ones(len(rows), np.bool_), None)


def area(points) -> float:
    a, b, c = points.reshape(-1, 3, 2).transpose(1, 0, 2)
    u, v = b - a, c - a
    return float(0.5 * np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).sum())


@pytest.mark.parametrize(
    "shape",
    [
        Box(80, 30),
        Box(60, 20, radius=8),
        Capsule(90, 20),
        Polygon([(0, 0), (90, 0), (40, 70)]),
        Chain([(0, 0), (200, 0), (200, 120), (90, 40), (0, 160)], loop=True),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_triangles_cover_the_area_of_a_shape_once(shape):
    drawn = triangles((Transform(30, 40, 0.5), Collider(shape)))
    # The rims of a chain lie on its inside.
    rims = 2 * 0.04 * 64 * sum(p.distance(q) for p, q in shape.edges) if isinstance(shape, Chain) else 0.0
    covered = polygon_area(shape.points) if isinstance(shape, Chain) else shape.area
    assert area(drawn.points) == pytest.approx(covered + rims, rel=0.01)


def polygon_area(points) -> float:
    return 0.5 * sum(p.cross(q) for p, q in zip(points, (*points[1:], points[0]), strict=True))


def test_a_circle_has_a_spoke_and_turns():
    still = triangles((Transform(), Collider(Circle(40))))
    assert area(still.points) == pytest.approx(math.pi * 40**2, rel=0.04)  # and a spoke on top
    dark = still.points[(still.colors[:, 0] < 255)]
    assert dark[np.abs(dark[:, 1]) < 4].min() < 5 and still.points[:, 0].max() == pytest.approx(40, rel=1e-6)


def test_an_open_chain_and_a_half_plane_are_drawn_behind_their_surface():
    drawn = triangles((Transform(), Collider([Chain([(100, 0), (0, 0)])])))
    assert drawn.points[:, 1].max() == 0 and drawn.points[:, 1].min() == pytest.approx(-5.12)
    drawn = triangles_of_plane()
    assert drawn.points[:, 1].max() == pytest.approx(10) and drawn.points[:, 1].min() < -1e4


def triangles_of_plane():
    esper.switch_world("plane")
    try:
        return triangles((Transform(), Collider(HalfPlane((0, 1), 10))))
    finally:
        esper.switch_world("default")
        esper.delete_world("plane")


def test_triggers_are_translucent_and_newer_entities_are_on_top():
    drawn = triangles(
        (Transform(0, 0), Collider(Box(10, 10), trigger=True)),
        (Transform(100, 0), RigidBody(), Collider(Box(10, 10))),
    )
    alpha = drawn.colors[:, 3]
    assert set(alpha.tolist()) == {76, 255} and list(alpha) == sorted(alpha)


def test_paint_takes_colours_of_arcade():
    from ecsphys.arcade import Paint

    assert Paint(RED).color == (250, 10, 20, 255) and Paint((1, 2, 3, 4)).color == (1, 2, 3, 4)
    for wrong in ((1, 2), (1, 2, 300), (0.5, 0, 0), "red"):
        with pytest.raises(ValueError, match="color must be three or four whole numbers from 0 to 255"):
            Paint(wrong)


def test_shapes_are_drawn_in_their_colours_and_follow_changes(window):
    import arcade

    from ecsphys.arcade import Paint, ShapeDraw

    class Game(arcade.View):
        def on_draw(self):
            self.clear()
            shapes.draw()

    physics = Physics()
    esper.add_processor(physics)
    shapes = ShapeDraw(physics)
    window.show_view(Game())
    assert picture(window).getcolors(1 << 16) is not None  # nothing is there yet
    paint = Paint(RED)
    box = esper.create_entity(Transform(300, 300), Collider(Box(100, 100)), paint)
    esper.create_entity(Transform(600, 300), Collider(Box(100, 100), trigger=True), Paint(BLUE))
    esper.create_entity(Transform(900, 300), RigidBody.kinematic(), Collider(Circle(50)))
    esper.process(1 / 60)
    image, height = picture(window), window.height
    assert image.getpixel((300, height - 300)) == RED
    assert image.getpixel((600, height - 300)) == BLUE  # as it is painted, though a trigger
    assert image.getpixel((900, height - 320)) == (108, 142, 255)
    paint.color = BLUE
    esper.component_for_entity(box, Transform).x = 200
    esper.process(1 / 60)
    image = picture(window)
    assert image.getpixel((200, height - 300)) == BLUE and image.getpixel((300, height - 300)) == (0, 0, 0)


def test_other_arguments_are_refused(window):
    from ecsphys.arcade import ShapeDraw

    with pytest.raises(TypeError, match="physics must be a Physics, got None"):
        ShapeDraw(None)
