"""How much work the stages of detection did in the last step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..world.contacts import PairTable
from ..world.state import World


class StageCounts(NamedTuple):
    """What the stages of detection looked at in the last step, and what was left after each.

    - `shapes`: convex shapes in the world, n; a Chain counts as its segments.
    - `all_pairs`: n (n - 1) / 2, the tests that a loop over all pairs would make.
    - `nodes`: nodes of the quadtree that the broad phase looked into; 0 in the others.
    - `boxes`: boxes that it compared with those of shapes that left theirs. Sweep and prune compares ranges
      of x. The quadtree compares eight at once; each time counts as eight. Fat boxes reach ahead of a motion,
      so that in most steps most shapes stay in theirs, and are compared with none.
    - `pairs`: pairs of shapes that it has found: their fat boxes overlap, and their filters agree.
    - `coarse`: tests of coarse volumes (`Collider(coarse=...)`), made for pairs whose tight boxes are close.
    - `stopped`: pairs whose volumes were apart: their shapes were not tested.
    - `exact`: tests of two shapes. Those that touch before the solver moves bodies are tested once, others
      again after it. Where bodies rest on each other or sleep, what was found is kept and nothing tested.
    - `touching`: pairs of shapes that touch.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> for x in (0, 30, 500):
    ...     ball = esper.create_entity(Transform(x, 0), RigidBody(), Collider(Circle(16)))
    ...
    >>> esper.process(1 / 60)
    >>> counts = physics.counts
    >>> counts.shapes, counts.all_pairs, counts.pairs, counts.touching
    (3, 3, 1, 1)
    """

    shapes: int
    all_pairs: int
    nodes: int
    boxes: int
    pairs: int
    coarse: int
    stopped: int
    exact: int
    touching: int


def count_stages(world: World) -> StageCounts:
    """Return the counts of the last step."""
    tables = world.solid, world.triggers
    nodes, boxes, coarse, stopped, exact = world.tests.tolist()
    shapes = world.shapes.count - len(world.shapes._free)
    pairs, touching = sum(table.contact_count for table in tables), sum(map(count_touching, tables))
    all_pairs = shapes * (shapes - 1) // 2
    return StageCounts(shapes, all_pairs, nodes, boxes, pairs, coarse, stopped, exact, touching)


def count_touching(table: PairTable) -> int:
    """Return how many contacts of a table touch."""
    return int(np.count_nonzero(table.contacts["touching"][: table.contact_count] == 1))
