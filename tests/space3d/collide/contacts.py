"""The contact points of a manifold, as a list."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ecsphys.space3d.collide.core import Core, SolidRows
from ecsphys.space3d.collide.manifold import Manifold
from tests.space3d.collide.calls import call_collide
from tests.space3d.collide.solids import Reals


class Point(NamedTuple):
    point: Reals
    separation: float
    id: int


def points(m: Manifold) -> list[Point]:
    rows = np.array(m[4:]).reshape(4, 5)
    ids = (m.id0, m.id1, m.id2, m.id3)
    return [Point(rows[k, :3], float(rows[k, 3]), int(ids[k])) for k in range(m.count)]


def normal(m: Manifold) -> Reals:
    return np.array([m.nx, m.ny, m.nz])


def contact(rows: SolidRows, a: Core, b: Core, margin: float = 0.0) -> tuple[Reals, list[Point]]:
    """The normal and the points of two cores."""
    m = call_collide(rows, a, b, margin)
    return normal(m), points(m)
