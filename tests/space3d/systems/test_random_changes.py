"""Random changes in mid-simulation: rows stay in order, touches end once, every index gives the same bits."""

from __future__ import annotations

from typing import Any

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import space3d as s3
from ecsphys.arrays import FREE
from tests.space3d.things import Recorder, body, collider, ground, motion, physics, run, transform

OCTAHEDRON = (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)
SHAPES = (
    lambda size: s3.Sphere(size),
    lambda size: s3.Box(2 * size, size, size),
    lambda size: s3.Capsule(4 * size, size),
    lambda size: s3.Hull(
        [(size, 0, 0), (-size, 0, 0), (0, size, 0), (0, -size, 0), (0, 0, size), (0, 0, -size)]
    ),
    lambda size: s3.AABB(size, 2 * size, size),
)


def check_rows(clock: s3.Physics3D) -> None:
    """Every link between rows of bodies, shapes, contacts and pairs leads there and back."""
    world = clock.world
    bodies, shapes = world.bodies.rows.view(np.ndarray), world.shapes.rows.view(np.ndarray)
    live = np.flatnonzero(bodies["entity"][: world.bodies.count] > 0)
    assert sorted(bodies["entity"][live].tolist()) == sorted(world.word_offsets)
    seen = []
    for row in live.tolist():
        assert world.row_of(int(bodies["entity"][row])) == row
        square = sum(float(bodies[name][row]) ** 2 for name in ("qw", "qx", "qy", "qz"))
        assert square == pytest.approx(1, abs=1e-9)
        shape = int(bodies["first_shape"][row])
        while shape >= 0:
            assert shapes["body"][shape] == world.shapes.filters["body"][shape] == row
            seen.append(shape)
            shape = world.shapes.next_shape_of(shape)
    assert sorted(seen) == np.flatnonzero(shapes["body"][: world.shapes.count] != FREE).tolist()
    for table in (world.solid, world.triggers):
        contacts = table.contacts.view(np.ndarray)[: table.contact_count]
        assert np.isin(contacts["a"], seen).all() and np.isin(contacts["b"], seen).all()
        keys = set(zip(contacts["a"].tolist(), contacts["b"].tolist(), strict=True))
        assert len(keys) == len(contacts)
        with_pair = contacts["has_manifold"] == 1
        pairs = table.manifolds.view(np.ndarray)["pair"][: table.contact_count][with_pair]
        counts = np.bincount(pairs[pairs != FREE], minlength=max(table.pairs_end, 1))
        used = table.pairs["entity_a"][: table.pairs_end] > 0
        assert (
            table.pairs["contact_count"][: table.pairs_end][used] == counts[: table.pairs_end][used]
        ).all()


def play(kind: Any, seed: int, steps: int = 60) -> tuple[list[Any], bytes]:
    """Run a world with random changes; return what was heard, and the bits of its end."""
    clock, rng = physics((0, -10, 0), broad_phase=kind), np.random.default_rng(seed)
    ground()
    heard = Recorder(*(name for name in (ecsphys.COLLISION_BEGIN, ecsphys.COLLISION_END)))
    triggers = Recorder(ecsphys.TRIGGER_ENTER, ecsphys.TRIGGER_EXIT)
    alive: list[int] = []
    for _ in range(steps):
        for _ in range(rng.integers(3)):
            change(rng, alive)
        run()
        check_rows(clock)
    for entity in esper._entities.copy():
        esper.delete_entity(entity)
    run(2)
    for recorder in (heard, triggers):
        open_pairs: dict[Any, int] = {}
        for name, event in recorder.heard:
            begins = name in (ecsphys.COLLISION_BEGIN, ecsphys.TRIGGER_ENTER)
            open_pairs[event.entities] = open_pairs.get(event.entities, 0) + (1 if begins else -1)
            assert open_pairs[event.entities] in (0, 1)
        assert not any(open_pairs.values())
    told = [(name, event.entities, event.time) for name, event in (*heard.heard, *triggers.heard)]
    return told, np.ascontiguousarray(clock.bodies).tobytes()


def change(rng: np.random.Generator, alive: list[int]) -> None:
    """Make one random change."""
    what = rng.integers(9)
    if what < 4 or not alive:
        shape = SHAPES[rng.integers(len(SHAPES))](rng.uniform(0.2, 0.6))
        x, y, z = rng.uniform((-1.5, 0.5, -1.5), (1.5, 4, 1.5))
        kind = "dynamic" if what else "kinematic"
        options = {"trigger": bool(rng.integers(5) == 0), "velocity": tuple(rng.normal(size=3))}
        alive.append(body(shape, x, y, z, kind=kind, turned=tuple(rng.normal(size=4)), **options))
        return
    entity = alive[rng.integers(len(alive))]
    if what == 4:
        alive.remove(entity)
        esper.delete_entity(entity, immediate=bool(rng.integers(2)))
    elif what == 5:
        collider(entity).shape = SHAPES[rng.integers(len(SHAPES))](rng.uniform(0.2, 0.6))
    elif what == 6:
        transform(entity).position = tuple(rng.uniform((-1, 1, -1), (1, 3, 1)))
    elif what == 7:
        esper.add_component(
            entity, s3.Collider3D(s3.Sphere(rng.uniform(0.2, 0.6)), layer=int(rng.integers(1, 4)))
        )
    else:
        motion(entity).velocity = tuple(rng.normal(scale=30, size=3))


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_random_changes(seed: int) -> None:
    first = play("octree", seed)
    assert len(first[0]) > 20
    esper.switch_world(f"random changes, once more {seed}")
    assert play("brute_force", seed) == first
