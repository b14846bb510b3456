"""Contacts with a mesh: one for each plane that is touched, so what lies in a valley lies still."""

from __future__ import annotations

import math
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import COLLISION_BEGIN, COLLISION_END, COLLISION_STAY
from ecsphys import space3d as s3
from ecsphys.space3d.collide.mesh import MOST_PLANES
from tests.space3d.things import body, motion, physics, run, transform

STEEP = math.tan(math.radians(60))
SHAPES = {
    "box": s3.Box(1, 1, 1),
    "sphere": s3.Sphere(0.5),
    "capsule": s3.Capsule.between((0, 0, -0.5), (0, 0, 0.5), 0.5),
    "hull": s3.Hull([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]),
}
# Of the middle over the bottom of a valley of two slopes of 60 degrees.
HEIGHTS = {"box": 0.5 * STEEP + 0.5, "sphere": 1.0, "capsule": 1.0, "hull": 0.5 * STEEP + 0.5}


def valley(left: float = STEEP, right: float = STEEP) -> s3.Mesh:
    """Two slopes that meet in the line x = 0, y = 0."""
    points = [(x, y, z) for z in (-5, 5) for x, y in ((-5, 5 * left), (0, 0), (5, 5 * right))]
    return s3.Mesh(points, [(0, 3, 4), (0, 4, 1), (1, 4, 5), (1, 5, 2)])


def corner() -> s3.Mesh:
    """A floor and two walls, which meet in the origin."""
    points = [(0, 0, 0), (5, 0, 0), (5, 0, 5), (0, 0, 5), (0, 5, 0), (5, 5, 0), (0, 5, 5)]
    return s3.Mesh(points, [(0, 2, 1), (0, 3, 2), (0, 1, 5), (0, 5, 4), (0, 4, 6), (0, 6, 3)])


def funnel(sides: int) -> s3.Mesh:
    """A cone of slopes of 45 degrees, with its tip in the origin."""
    angles = [2 * math.pi * k / sides for k in range(sides)]
    points = [(0, 0, 0), *((4 * math.cos(a), 4, 4 * math.sin(a)) for a in angles)]
    return s3.Mesh(points, [(0, 1 + (k + 1) % sides, 1 + k) for k in range(sides)])


def floor(height: Any = lambda x: 0.0 * x, count: int = 21) -> s3.Mesh:
    """A grid of triangles of 1 by 1, of a height for each x."""
    xs = np.arange(count) - 0.5 * (count - 1)
    points = [(x, float(height(x)), z) for x in xs for z in xs]
    faces = []
    for i in range(count - 1):
        for k in range(count - 1):
            a, b = i * count + k, (i + 1) * count + k
            faces += [(a, a + 1, b + 1), (a, b + 1, b)]
    return s3.Mesh(points, faces)


def static(mesh: s3.Mesh, **options: Any) -> int:
    return esper.create_entity(s3.Transform3D(), s3.Collider3D(mesh, **options))


def pushing(clock: s3.Physics3D) -> list[tuple[tuple[float, float, float], float]]:
    """The normals of the contacts that push, and their impulses of the last sub-step."""
    table = clock.simulation.world.solid
    rows = table.contacts[: table.contact_count].view(np.ndarray)
    manifolds = table.manifolds[: table.contact_count].view(np.ndarray)[rows["count"] > 0]
    loads = sum(manifolds[f"jn{i}"] for i in range(4))
    normals = zip(*(manifolds[name].tolist() for name in ("nx", "ny", "nz")), strict=True)
    return [(n, load) for n, load in zip(normals, loads.tolist(), strict=True) if load > 0]


# Without friction a box does not stand in a valley: its edges slide down one slope and up the other.
@pytest.mark.parametrize(
    ("name", "friction"), [*((name, 0.6) for name in SHAPES), ("sphere", 0.0), ("capsule", 0.0)]
)
def test_what_falls_into_a_valley_rests_at_its_height(name, friction):
    physics((0, -10, 0))
    static(valley(), friction=friction)
    thing = body(SHAPES[name], 0, HEIGHTS[name] + 0.4, 0, friction=friction)
    run(240)
    assert transform(thing).position == pytest.approx((0, HEIGHTS[name], 0), abs=0.02)
    assert not motion(thing).awake


@pytest.mark.parametrize("friction", [0.0, 0.6])
@pytest.mark.parametrize("name", SHAPES)
def test_what_is_pressed_into_a_corner_rests_there(name, friction):
    physics((-4, -10, -4))
    static(corner(), friction=friction)
    half = 1.0 if name == "capsule" else 0.5  # half of its length, along z
    thing = body(SHAPES[name], 0.7, 0.8, half + 0.2, friction=friction)
    run(360)
    if friction == 0.0:  # with friction it may hold on to a wall before
        assert transform(thing).position == pytest.approx((0.5, 0.5, half), abs=0.02)
    assert not motion(thing).awake


@pytest.mark.parametrize("sides", [3, 4, 8, 32])
@pytest.mark.parametrize("name", ["box", "sphere"])
def test_what_falls_into_a_funnel_rests(name, sides):
    physics((0, -10, 0))
    static(funnel(sides))
    thing = body(SHAPES[name], 0.1, 2.5, 0.05)
    run(600)
    assert motion(thing).velocity.length < 0.02 and abs(motion(thing).angular_velocity) < 0.05
    if sides == 32 and name == "sphere":
        assert transform(thing).position == pytest.approx((0, 0.5 * math.sqrt(2), 0), abs=0.02)
        assert not motion(thing).awake


@pytest.mark.parametrize(("left", "right"), [(60, 60), (30, 60), (20, 45), (5, 10)])
def test_the_slopes_of_a_valley_share_the_load_as_statics_says(left, right):
    clock = physics((0, -10, 0))
    a, b = math.radians(left), math.radians(right)
    static(valley(math.tan(a), math.tan(b)), friction=0)
    # The middle of a ball that touches both.
    side, apart = 0.5 * (a - b), 0.5 * (a + b)
    x, y = 0.5 * math.sin(side) / math.cos(apart), 0.5 * math.cos(side) / math.cos(apart)
    thing = body(s3.Sphere(0.5), x, y, 0, friction=0, can_sleep=False)
    run(240)
    assert transform(thing).position == pytest.approx((x, y, 0), abs=0.02)
    loads = {round(math.degrees(math.atan2(abs(n[0]), abs(n[1])))): load for n, load in pushing(clock)}
    weight = motion(thing).mass * 10 / (60 * clock.substeps)
    if left == right:
        assert sorted(loads) == [left]
        half = weight * 0.5 / math.cos(a)
        assert [load for _, load in pushing(clock)] == pytest.approx([half, half], rel=0.01)
    else:
        assert loads[left] == pytest.approx(weight * math.sin(b) / math.sin(a + b), rel=0.01)
        assert loads[right] == pytest.approx(weight * math.sin(a) / math.sin(a + b), rel=0.01)


@pytest.mark.parametrize("name", ["box", "hull", "capsule"])
def test_coplanar_triangles_are_one_plane(name):
    clock = physics((0, -10, 0))
    static(floor())
    thing = body(SHAPES[name], 0.2, 0.55, 0.3, can_sleep=False)
    run(60)
    contacts = pushing(clock)
    assert len(contacts) == 1 and contacts[0][0] in ((0, 1, 0), (0, -1, 0))
    assert abs(motion(thing).velocity) < 1e-6


@pytest.mark.jit
@pytest.mark.parametrize("velocity", [(1, 0, 0), (3, 0, 0), (6, 0, 1), (3, 0, -1.5), (12, 0, 0)])
@pytest.mark.parametrize("name", SHAPES)
def test_nothing_catches_on_the_inner_edges_of_a_flat_mesh(name, velocity):
    physics((0, -10, 0))
    static(floor(count=41), friction=0)
    thing = body(SHAPES[name], -8, 0.5, 0.3, velocity=velocity, friction=0)
    for _ in range(90):
        run()
        assert motion(thing).velocity == pytest.approx(velocity, abs=1e-3)
        assert transform(thing).y == pytest.approx(0.5, abs=0.006)
    assert abs(motion(thing).angular_velocity) < 1e-3


@pytest.mark.parametrize("name", SHAPES)
def test_a_ridge_of_a_mesh_is_that_of_a_hull(name):
    """A dome of slopes that fall by 5 degrees more each: the slider follows it or leaves it alike."""
    ways = []
    heights = [0.0, 0.0]
    for k in range(1, 8):
        heights.append(heights[-1] - math.tan(math.radians(5 * k)))
    outline = list(enumerate(heights))
    for kind in ("mesh", "hull"):
        esper.switch_world(f"{kind} {name}")
        physics((0, -10, 0))
        if kind == "hull":
            points = [(x, y, z) for x, y in [*outline, (0, -9), (8, -9)] for z in (-3, 3)]
            esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Hull(points), friction=0))
        else:
            points = [(x, y, z) for x, y in outline for z in (-3, 3)]
            faces = []
            for k in range(len(outline) - 1):
                faces += [(2 * k, 2 * k + 1, 2 * k + 3), (2 * k, 2 * k + 3, 2 * k + 2)]
            static(s3.Mesh(points, faces), friction=0)
        thing = body(SHAPES[name], 0.55, 0.5, 0, velocity=(1.5, 0, 0), friction=0)
        way = []
        for _ in range(100):
            run()
            way.append((*transform(thing).position, *motion(thing).velocity))
        ways.append(np.array(way))
    assert np.abs(ways[0][:, :3] - ways[1][:, :3]).max() < 0.15  # what caught would be some units behind


def test_a_pair_has_one_begin_and_one_end_however_many_planes():
    clock = physics((0, -10, 0))
    ground = static(valley())
    thing = body(s3.Box(1, 1, 1), 0, 1.6, 0, can_sleep=False)
    heard: list[str] = []
    stays: list[int] = []

    @s3.on(COLLISION_BEGIN)
    def begun(event: s3.CollisionEvent3D) -> None:
        heard.append("begin")

    @s3.on(COLLISION_STAY)
    def stayed(event: s3.CollisionEvent3D) -> None:
        stays.append(clock.step_count)

    @s3.on(COLLISION_END)
    def ended(event: s3.CollisionEvent3D) -> None:
        heard.append("end")

    run(120)
    assert heard == ["begin"] and len(stays) == len(set(stays)) > 90
    assert len(pushing(clock)) == 2
    assert clock.collisions.of(thing) == {ground}
    motion(thing).velocity = (0, 20, 0)
    run(30)
    assert heard == ["begin", "end"]


def test_only_pairs_with_a_mesh_have_more_contacts_than_one():
    clock = physics((0, -10, 0))
    table = clock.simulation.world.solid
    esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(9, 1, 9)))
    body(s3.Box(1, 1, 1), 0, 1, 0)
    run(2)
    assert table.contact_count == 1
    ground = static(valley())
    run(2)
    assert table.contact_count == 1 + MOST_PLANES
    esper.delete_entity(ground)
    run(2)
    assert table.contact_count == 1


def test_a_plane_keeps_its_contact_and_impulses_from_step_to_step():
    clock = physics((0, -10, 0))
    static(valley())
    thing = body(s3.Box(1, 1, 1), 0, HEIGHTS["box"], 0, can_sleep=False)
    run(60)
    for _ in range(120):  # without warm starts it would sink in and come out again
        before = pushing(clock)
        run()
        assert [n for n, _ in pushing(clock)] == [n for n, _ in before]
        assert abs(motion(thing).velocity) < 1e-4
