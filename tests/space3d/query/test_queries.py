"""Queries of a world in space, against closed forms and against each other."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

from ecsphys import space3d as s3
from ecsphys.query import RayHits
from tests.space3d.things import ball, body, collider, ground, motion, physics, run, transform

CUBE = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
OCTAHEDRON = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def row_of_things() -> list[int]:
    """A sphere, a box, a hull and a capsule, four units apart along x."""
    shapes = [s3.Sphere(1), s3.Box(2, 2, 2), s3.Hull(OCTAHEDRON), s3.Capsule(4, 1)]
    return [body(shape, 4 * k) for k, shape in enumerate(shapes)]


def test_a_ray_meets_things_in_order() -> None:
    clock = physics()
    things = row_of_things()
    hits = clock.raycast_all((-5, 0, 0), (15, 0, 0))
    assert [hit.entity for hit in hits] == things
    assert [hit.point.x for hit in hits] == pytest.approx([-1, 3, 7, 11])
    assert hits[0].normal == pytest.approx((-1, 0, 0))
    assert clock.raycast((-5, 0, 0), (15, 0, 0)) == hits[0]
    assert hits[0].fraction == pytest.approx(4 / 20)
    assert hits[1].shape == s3.Box(2, 2, 2)
    assert clock.raycast((-5, 3, 0), (15, 3, 0)) is None
    back = clock.raycast((15, 0, 0), (-5, 0, 0))
    assert back is not None and back.entity == things[-1]


def test_keywords_of_queries() -> None:
    clock = physics()
    first = ball(layer=2)
    second = ball(x=3, trigger=True)
    third = ball(x=6, kind="kinematic")
    fourth = esper.create_entity(s3.Transform3D(9), s3.Collider3D(s3.Sphere(0.5)))
    way = (-5, 0, 0), (20, 0, 0)

    def found(**keywords: object) -> list[int]:
        return [hit.entity for hit in clock.raycast_all(*way, **keywords)]

    assert found() == [first, third, fourth]
    assert found(triggers=True) == [first, second, third, fourth]
    assert found(mask=1) == [third, fourth]
    assert found(ignore=third) == [first, fourth]
    assert found(kind="static") == [fourth]
    assert found(kind=("dynamic", "kinematic")) == [first, third]
    assert found(where=lambda entity: entity != first) == [third, fourth]
    hit = clock.raycast(*way, where=lambda entity: entity == fourth)
    assert hit is not None and hit.entity == fourth
    with pytest.raises(TypeError, match="did you mean 'mask'"):
        clock.raycast(*way, masks=1)
    with pytest.raises(TypeError, match="start"):
        clock.raycast((0, 0), (1, 1, 1))
    with pytest.raises(ValueError, match="end"):
        clock.raycast((0, 0, 0), (1, 1, math.nan))


def test_many_rays_are_single_rays() -> None:
    clock = physics()
    rng = np.random.default_rng(1)
    for k in range(40):
        shape = [s3.Sphere(0.5), s3.Box(1, 0.5, 2), s3.Hull(OCTAHEDRON), s3.Capsule(2, 0.4)][k % 4]
        turn = s3.from_axis_angle(rng.normal(size=3), rng.uniform(0, 3))
        body(shape, *rng.uniform(-6, 6, 3), turned=turn)
    starts, ends = rng.uniform(-8, 8, (60, 3)), rng.uniform(-8, 8, (60, 3))
    hits = clock.raycast_many(starts, ends)
    assert isinstance(hits, RayHits)
    assert 10 < np.count_nonzero(hits.entity) < 60
    for k in range(60):
        single = clock.raycast(starts[k], ends[k])
        if single is None:
            assert hits.entity[k] == 0
            assert hits.fraction[k] == 1
            assert hits.point[k] == pytest.approx(ends[k])
            continue
        assert hits.entity[k] == single.entity
        assert hits.fraction[k] == single.fraction
        assert hits.point[k] == pytest.approx(single.point, abs=1e-9)
        assert tuple(hits.normal[k]) == single.normal
        assert clock.raycast_all(starts[k], ends[k])[0] == single


def test_every_index_gives_the_same_answers() -> None:
    clock = physics()
    rng = np.random.default_rng(2)
    for _ in range(60):
        ball(*rng.uniform(-6, 6, 3), radius=rng.uniform(0.1, 1))
    starts, ends = rng.uniform(-8, 8, (40, 3)), rng.uniform(-8, 8, (40, 3))
    answers = []
    for kind in ("octree", "brute_force", "bounding_volume_tree", "sweep_and_prune"):
        clock.broad_phase = kind
        hits = clock.raycast_many(starts, ends)
        answers.append((hits.entity.tolist(), hits.fraction.tolist(), clock.overlap(s3.Sphere(2), (0, 0, 0))))
    assert len(answers[0][2]) > 3
    assert all(answer == answers[0] for answer in answers)


def test_a_moving_shape_stops_where_it_touches() -> None:
    clock = physics()
    things = row_of_things()
    hits = clock.shape_cast_all(s3.Sphere(0.5), (-5, 0, 0), (20, 0, 0))
    assert [hit.entity for hit in hits] == things
    assert hits[0].fraction == pytest.approx(3.5 / 20)
    assert hits[0].normal == pytest.approx((1, 0, 0))
    assert clock.shape_cast(s3.Sphere(0.5), (-5, 0, 0), (20, 0, 0)) == hits[0]
    hull = clock.shape_cast(s3.Hull(CUBE), (-5, 0, 0), (20, 0, 0))
    assert hull is not None and hull.fraction == pytest.approx(3 / 20)
    inside = clock.shape_cast(s3.Box(1, 1, 1), (0, 0, 0), (1, 0, 0))
    assert inside is not None and inside.fraction == 0


def test_overlaps() -> None:
    clock = physics()
    things = row_of_things()
    assert clock.overlap(s3.Box(6, 1, 1), (2, 0, 0)) == things[:2]
    assert clock.overlap(s3.Hull(OCTAHEDRON), (8, 1.9, 0)) == [things[2]]
    assert clock.overlap(s3.Hull(OCTAHEDRON), (8, 2.1, 0)) == []
    assert clock.overlap_point((4.9, 0.9, 0.9)) == [things[1]]
    assert clock.overlap_point((8.9, 0.9, 0.9)) == []
    assert clock.overlap_box((0.9, -0.1, -0.1), (3.1, 0.1, 0.1)) == things[:2]
    assert clock.overlap(s3.Plane((1, 0, 0)), (3.5, 0, 0)) == things[:2]
    with pytest.raises(ValueError, match="lower must not exceed upper"):
        clock.overlap_box((1, 0, 0), (0, 1, 1))
    with pytest.raises(TypeError, match="shape"):
        clock.overlap((1, 1, 1), (0, 0, 0))


def test_the_nearest_surface() -> None:
    clock = physics()
    things = row_of_things()
    near = clock.nearest((2.2, 0, 0), 5)
    assert near is not None
    assert (near.entity, near.distance) == (things[1], pytest.approx(0.8))
    assert near.point == pytest.approx((3, 0, 0))
    deep = clock.nearest((4.5, 0, 0), 5)
    assert deep is not None and deep.distance == pytest.approx(-0.5)
    assert clock.nearest((0, 50, 0), 5) is None
    far = clock.nearest((0, 50, 0), math.inf)
    assert far is not None and far.distance == pytest.approx(49)
    assert clock.nearest((0, 50, 0), math.inf, ignore=things) is None


def test_queries_see_what_was_changed_since_the_last_step() -> None:
    clock = physics()
    entity = ball()
    run()
    transform(entity).position = (9, 0, 0)
    assert clock.overlap_point((9, 0, 0)) == [entity]
    assert clock.overlap_point((0, 0, 0)) == []
    new = ball(x=-4)
    assert clock.overlap_point((-4, 0, 0)) == [new]
    esper.delete_entity(new)
    assert clock.overlap_point((-4, 0, 0)) == []


def test_explanations() -> None:
    clock = physics((0, -10, 0))
    floor, entity = ground(), ball(y=0.5)
    far, other = ball(x=5, y=8), ground(y=-9)
    run(3)
    assert clock.explain(floor, entity) == f"{floor} and {entity} touch and push each other"
    assert "are 7" in clock.explain(floor, far) or "apart" in clock.explain(floor, far)
    assert "neither" in clock.explain(floor, other)
    assert "one entity" in clock.explain(floor, floor)
    assert "does not exist" in clock.explain(floor, 999)
    collider(entity).layer = 2
    collider(floor).mask = 1
    assert f"the layer 0b10 of {entity} is not in the mask 0b1 of {floor}" == clock.explain(floor, entity)
    collider(entity).layer = 1
    clock.ignore(floor, entity)
    assert "ignore each other" in clock.explain(floor, entity)
    clock.unignore(floor, entity)
    collider(entity).trigger = True
    assert "is a trigger" in clock.explain(floor, entity)
    collider(entity).enabled = False
    assert clock.explain(floor, entity) == f"the Collider3D of entity {entity} is disabled"
    bare = esper.create_entity(s3.Transform3D())
    assert "has no Collider3D" in clock.explain(floor, bare)
    diagonal = ball(x=1.2, y=0.3, z=1.2, radius=1)
    corner = ball(x=2.7, y=0.3, z=2.7, radius=1)
    assert "their shapes are" in clock.explain(diagonal, corner)
    assert motion(corner).kind == "dynamic"


SQUARE = s3.Mesh([(-5, 0, -5), (5, 0, -5), (5, 0, 5), (-5, 0, 5)], [(0, 2, 1), (0, 3, 2)])


def test_a_moving_mesh_hits_what_it_hits_as_a_pair() -> None:
    clock = physics()
    entity = ball(y=3, radius=1)
    below = s3.Mesh([(-5, 0, -5), (5, 0, -5), (5, 0, 5), (-5, 0, 5)], [(0, 2, 1), (0, 3, 2)])
    hit = clock.shape_cast(below, (0, 0, 0), (0, 10, 0))
    pair = s3.shape_cast(below, (0, 0, 0), (0, 10, 0), s3.Sphere(1), (0, 3, 0))
    assert hit is not None and pair is not None
    assert (hit.entity, hit.fraction, hit.point, hit.normal) == (entity, 0.2, pair.point, pair.normal)
    assert [found.entity for found in clock.shape_cast_all(below, (0, 0, 0), (0, 10, 0))] == [entity]
    assert clock.shape_cast(below, (0, 9, 0), (0, -8, 0)) is None  # its back


def test_what_is_behind_a_mesh_passes() -> None:
    clock = physics()
    floor, entity = esper.create_entity(s3.Transform3D(), s3.Collider3D(SQUARE)), ball(y=-0.3)
    assert "overlap and pass: a Mesh is solid in front" in clock.explain(floor, entity)
    run()
    assert clock.collisions.between(floor, entity) is None


def test_explanations_of_projectiles() -> None:
    clock = physics()
    box = body(s3.Box(1, 1, 1))
    swept = body(s3.Sphere(0.1), -0.3, velocity=(5, 0, 0))
    esper.add_component(swept, s3.Projectile3D())
    ray = esper.create_entity(s3.Transform3D(-3, 0, 0), s3.Body3D(), s3.Projectile3D(mode="ray"))
    for one, other in ((swept, box), (box, swept)):
        assert clock.explain(one, other) == (
            f"{swept} and {box} overlap: the Projectile {swept} hits {box} and is not pushed"
        )
    assert clock.explain(ray, box) == f"the ray of the Projectile {ray} is 2.5 away from {box}"
    assert "which never hit each other" in clock.explain(ray, swept)
    esper.component_for_entity(swept, s3.Projectile3D).ignore = [box]
    assert clock.explain(box, swept) == f"the Projectile {swept} ignores {box}"


def test_a_character_touches_what_it_stands_on() -> None:
    clock = physics((0, -10, 0))
    floor = ground()
    entity = body(s3.Capsule(2, 0.4), y=1.01, kind="kinematic")
    esper.add_component(entity, s3.CharacterController3D())
    run(30)
    assert clock.collisions.between(floor, entity) is not None
    said = f"{entity} and {floor} touch: {entity} is a character, which stops at {floor} or slides along it"
    assert clock.explain(floor, entity) == said
