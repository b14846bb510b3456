"""Coarse volumes of colliders: what they are, what they spare, and that nothing else depends on them."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    AABB,
    Bounds,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    HalfPlane,
    Physics,
    Polygon,
    RigidBody,
    Segment,
    StageCounts,
    Transform,
    Vec2,
)
from ecsphys.contacts import narrow_phase, post_solve
from ecsphys.drawing.world_lines import coarse_volumes
from ecsphys.parallel.thread_pool import ThreadPool
from ecsphys.shapes.coarse import _make_volume
from ecsphys.spatial.quadtree import tree
from ecsphys.state import Snapshot, diff

# The aeroplane of the lectures: a capsule for the rough test, a fuselage and wings for the exact one.
FUSELAGE, WINGS = Box(10, 1), Polygon([(0, -4), (2, 0), (0, 4), (-1, 0)])
PLANE = [FUSELAGE, Circle(0.5, (5, 0)), Circle(0.5, (-5, 0))]
HULL = Capsule.between((-5, 0), (5, 0), 0.75)


def fly(coarse: Any, gap: float, steps: int = 1, kind: str = "dynamic") -> tuple[Physics, int, int]:
    """Two aeroplanes side by side, at 45 degrees, so that their boxes overlap."""
    physics = Physics(gravity=(0, 0), length_unit=1.0)
    esper.add_processor(physics)
    across = math.sqrt(0.5) * gap
    a = esper.create_entity(Transform(0, 0, math.pi / 4), RigidBody(kind), Collider(PLANE, coarse=coarse))
    b = esper.create_entity(
        Transform(-across, across, math.pi / 4), RigidBody(), Collider(PLANE, coarse=coarse)
    )
    for _ in range(steps):
        physics.step_once()
    return physics, a, b


# -- which volume --------------------------------------------------------------------------------------


def test_volumes_of_closed_form() -> None:
    circle = Collider([Circle(1, (-3, 0)), Circle(1, (3, 0))], coarse="circle").coarse
    assert circle == Circle(4, (0, 0))
    box = Collider([Box(2, 1), Circle(0.5, (1, 0))], coarse="box").coarse
    assert box == Polygon([(-1, -0.5), (1.5, -0.5), (1.5, 0.5), (-1, 0.5)])
    turned = Collider([Capsule.between((0, 0), (3, 4), 1)], coarse="box").coarse
    assert turned is not None and turned.area == pytest.approx(7 * 2)
    assert Collider(PLANE, coarse=HULL).coarse is HULL
    assert Collider(PLANE).coarse is None
    assert Collider([AABB(2, 6), AABB(8, 1)], coarse="box").coarse == AABB(8, 6)
    flat = Collider(Segment((0, 0), (2, 0)), coarse="box").coarse
    assert flat is not None and flat.bounds().lower.y == pytest.approx(-1e-6)


def test_an_aabb_counts_at_every_angle() -> None:
    mixed = Collider([AABB(6, 8), Circle(1)], coarse="circle", offset=(1, 0)).coarse
    assert mixed == Circle(math.hypot(4, 4), (-1, 0))
    with pytest.raises(ValueError, match=r"sticks out of .* when the body turns, which AABB does not"):
        Collider([Box(6, 8)], coarse=AABB(7, 9))
    assert Collider([Box(6, 8)], coarse=AABB(10, 10)).coarse == AABB(10, 10)
    fitting = Collider([AABB(6, 8), Circle(1)], coarse=Circle(5))
    with pytest.raises(ValueError, match=r"shapes\[0\], AABB\(6.0, 8.0\), sticks out"):
        fitting.offset = (1, 0)
    assert fitting.offset == (0, 0)
    Collider([Box(6, 8)], coarse=Circle(5)).offset = (1, 0)


@pytest.mark.parametrize(
    ("shapes", "coarse", "kind", "says"),
    [
        (PLANE, Circle(5), ValueError, r"shapes\[1\], Circle\(.*\), sticks out of Circle\(.*\) by 0.5$"),
        ([*PLANE, WINGS], HULL, ValueError, r"shapes\[3\], .* by 3.25"),
        (PLANE, "hull", ValueError, '"circle", "box", a convex shape or None, got \'hull\''),
        (PLANE, 3, TypeError, "convex shape or None, got 3"),
        (PLANE, [Circle(9)], TypeError, "convex shape or None"),
        (PLANE, HalfPlane((0, 1), 9), ValueError, "a convex shape that ends"),
        (PLANE, Chain([(0, 0), (1, 0)]), ValueError, "a convex shape that ends"),
        ([Circle(1), HalfPlane((0, 1))], "circle", ValueError, r"shapes\[1\], .*, has no end"),
        ([Chain([(0, 0), (1, 0)])], "box", ValueError, r"shapes\[0\], .*, is solid from one side only"),
    ],
)
def test_what_is_refused(shapes: Any, coarse: Any, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        Collider(shapes, coarse=coarse)
    if kind is ValueError and not isinstance(shapes[-1], (Chain, HalfPlane)):
        collider = Collider(shapes, coarse="circle")
        before = collider.coarse
        with pytest.raises(kind, match=says):
            collider.coarse = coarse
        assert collider.coarse == before


def test_it_follows_the_shapes() -> None:
    collider = Collider(Circle(1), coarse="circle")
    collider.shapes = [Circle(3), Circle(1)]
    assert collider.coarse == Circle(3)
    collider.coarse = Circle(4)
    with pytest.raises(ValueError, match="sticks out"):
        collider.shape = Circle(5)
    assert collider.shapes == (Circle(3), Circle(1))
    collider.coarse = None
    collider.shape = Circle(5)
    assert collider.coarse is None
    for twin in (copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        assert twin(Collider(PLANE, coarse="box")).coarse == Collider(PLANE, coarse="box").coarse


# -- what it spares ------------------------------------------------------------------------------------


@pytest.mark.parametrize("coarse", [HULL, "box"])
def test_volumes_that_are_apart_stop_all_pairs(coarse: Any) -> None:
    physics, a, b = fly(coarse, gap=1.7)
    counts = physics.counts
    assert counts.coarse == counts.stopped > 0 and counts.exact == counts.touching == 0
    esper.component_for_entity(a, Collider).coarse = None
    physics.step_once()
    counts = physics.counts  # of b alone: around it, and the shapes of a
    assert counts.coarse == counts.stopped + counts.exact and counts.stopped > 0
    esper.component_for_entity(b, Collider).coarse = None
    physics.step_once()
    assert physics.counts == counts._replace(coarse=0, stopped=0, exact=counts.coarse)


def test_volumes_that_meet_stop_nothing() -> None:
    physics, a, b = fly(HULL, gap=1.2)
    assert physics.counts.stopped == 0 and physics.counts.exact == physics.counts.coarse > 0
    assert "coarse" not in physics.explain(a, b)


def test_explain_names_them() -> None:
    physics, a, b = fly(HULL, gap=1.7)
    assert physics.explain(a, b) == (
        f"the boxes of {a} and {b} overlap, their coarse volumes are 0.2 apart: none of their "
        "shapes is tested"
    )


def test_a_step_is_the_same_without() -> None:
    prints = []
    for coarse in (None, "circle", "box", HULL):
        esper.switch_world(f"twin {coarse}")
        physics, a, b = fly(coarse, gap=1.6)
        for body, speed in ((a, 3.0), (b, -3.0)):
            esper.component_for_entity(body, RigidBody).velocity = (-speed, speed)
            esper.component_for_entity(body, RigidBody).angular_velocity = speed
        for _ in range(60):
            physics.step_once()
        prints.append((physics.fingerprint(), physics.counts.touching, physics.counts.pairs))
    assert len(set(prints)) == 1


# -- state ---------------------------------------------------------------------------------------------


def test_it_is_state() -> None:
    physics, a, _ = fly(HULL, gap=1.7)
    collider = esper.component_for_entity(a, Collider)
    snapshot = physics.snapshot()
    data = snapshot.to_bytes()
    collider.coarse = "circle"
    physics.step_once()
    assert physics.counts.exact > 0
    assert [one.component for one in diff(snapshot, physics.snapshot())].count("Collider") == 1
    for again in (snapshot, Snapshot.from_bytes(data)):
        physics.restore(again)
        assert esper.component_for_entity(a, Collider).coarse == HULL
        physics.step_once()
        assert physics.counts.stopped > 0 == physics.counts.exact


def test_rows_of_volumes_are_given_back() -> None:
    physics, a, _ = fly("box", gap=1.7)
    used = physics.world.shapes._points
    for coarse in ("circle", HULL, "box", None, "box"):
        esper.component_for_entity(a, Collider).coarse = coarse
        physics.step_once()
    size = physics.world.shapes._points
    assert size - used <= 2 + 3  # one block each for a circle and a capsule, beside that of a box
    for coarse in ("circle", HULL, "box", None, "box"):
        esper.component_for_entity(a, Collider).coarse = coarse
        physics.step_once()
    assert physics.world.shapes._points == size


def test_damaged_volumes_are_refused() -> None:
    physics, *_ = fly(HULL, gap=1.7)
    world = physics.world
    first = int(world.shapes.rows["coarse"][0])
    for column, value in ((0, 9.0), (1, 1e9), (1, math.nan), (2, -1.0), (2, math.inf)):
        before = world.shapes.local[first, column]
        world.shapes.local[first, column] = value
        data = physics.snapshot().to_bytes()
        world.shapes.local[first, column] = before
        with pytest.raises(ValueError, match="coarse volumes of shapes are malformed"):
            Snapshot.from_bytes(data)
    world.shapes.rows["coarse"][0] += 1
    with pytest.raises(ValueError, match="coarse volumes of shapes are not one a body"):
        Snapshot.from_bytes(physics.snapshot().to_bytes())


def test_they_are_drawn() -> None:
    physics, *_ = fly(Circle(6), gap=1.7)
    drawn = coarse_volumes(physics.world, None).points
    across = 1.7 * math.sqrt(0.5)
    for x, y in ((0.0, 0.0), (-across, across)):
        distances = np.hypot(*(drawn - (x, y)).T)
        assert np.count_nonzero(np.isclose(distances, 6.0, atol=1e-6)) >= 48
    assert len(coarse_volumes(physics.world, Bounds(Vec2(50, 50), Vec2(60, 60))).points) == 0


# -- counts --------------------------------------------------------------------------------------------


def crowd(broad_phase: Any, threads: int = 1) -> list[StageCounts]:
    """Sixty discs that fall on a floor."""
    physics = Physics(gravity=(0, -900), broad_phase=broad_phase, threads=threads)
    esper.add_processor(physics)
    esper.create_entity(Transform(0, -10), Collider(Box(2000, 20)))
    for k in range(60):
        place = Transform(20 * (k % 12), 30 + 25 * (k // 12))
        parts = [Circle(8), Circle(4, (6, 6))]
        esper.create_entity(place, RigidBody(velocity=(k, 0)), Collider(parts, coarse="circle"))
    found = []
    for _ in range(20):
        physics.step_once()
        found.append(physics.counts)
    return found


def test_all_pairs_are_compared_by_brute_force() -> None:
    first, *later = crowd("brute_force")
    assert first.shapes == 121 and first.all_pairs == 121 * 120 // 2 == first.boxes and first.nodes == 0
    assert all(one.boxes <= first.boxes for one in later) and any(one.boxes == 0 for one in later)


@pytest.mark.jit
def test_other_broad_phases_compare_less_and_find_the_same() -> None:
    found = {}
    for name in ("brute_force", "sweep_and_prune", "quadtree"):
        esper.switch_world(f"counts {name}")
        found[name] = crowd(name)
    for one in zip(*found.values(), strict=True):
        assert len({counts._replace(nodes=0, boxes=0) for counts in one}) == 1
    brute, sweep, quad = (counts[0] for counts in found.values())
    assert sweep.boxes < brute.boxes and sweep.nodes == 0 < quad.nodes < quad.boxes


def test_the_tree_compares_few_boxes_of_many() -> None:
    physics = Physics()
    esper.add_processor(physics)
    for k in range(900):
        esper.create_entity(Transform(60 * (k % 30), 60 * (k // 30)), RigidBody(), Collider(Circle(8)))
    physics.step_once()
    counts = physics.counts
    assert counts.all_pairs == 900 * 899 // 2 and counts.boxes < 0.2 * counts.all_pairs


@pytest.mark.jit
def test_counts_are_those_of_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ThreadPool, "is_alone", lambda pool, rows, least: pool.threads == 1 or rows < 4)
    monkeypatch.setattr(ThreadPool, "thread_count", lambda pool, rows, least: pool.threads)
    for module in (narrow_phase, post_solve):
        monkeypatch.setattr(module, "CONTACTS_PER_RANGE", 3)
    monkeypatch.setattr(tree, "MIN_MOVED_PER_THREAD", 5)
    found = []
    for threads in (1, 2, 5):
        esper.switch_world(f"{threads} threads")
        found.append(crowd("quadtree", threads))
    assert found[0] == found[1] == found[2] and any(counts.exact for counts in found[0])


def test_counts_are_no_state() -> None:
    physics, a, _ = fly(HULL, gap=1.7)
    counts, snapshot = physics.counts, physics.snapshot()
    esper.component_for_entity(a, Transform).x = 30.0
    physics.predict(a, 5)
    assert physics.counts == counts
    physics.step_once()
    apart = physics.counts
    assert apart.exact == apart.coarse == 0
    physics.restore(snapshot)
    assert physics.counts[5:8] == apart[5:8]
    assert not diff(snapshot, physics.snapshot())


def test_volumes_of_alike_colliders_are_made_once() -> None:
    _make_volume.cache_clear()
    for _ in range(5):
        assert Collider([Circle(1), Circle(2, (3, 0))], coarse="box").coarse is not None
    assert _make_volume.cache_info().misses == 1
