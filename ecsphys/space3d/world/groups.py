"""The arrays of a world in space in the groups that kernels take.

`WorldRows` is the plane's group with rows of space: kernels of `contacts` that take it and do not care for
dimensions work on both.
"""

from __future__ import annotations

from typing import NamedTuple

from ...arrays import BodyRows, Boxes, FilterRows, Ints, ShapeRows
from ...compile import INTS, REALS2, array, group
from ...contacts.table import WorldRows
from ...world.shapes import FILTER
from ..collide.core import SOLID_ROWS, SolidRows
from .records import BODY3, SHAPE3

WORLD_ROWS3 = group(WorldRows, array(BODY3), array(SHAPE3), array(FILTER))


class Proxies3(NamedTuple):
    """What is derived from poses, one row a shape; `moved` lists shapes with a rewritten fat box."""

    shapes: ShapeRows
    fat: Boxes  # (n, 6): lower x, y, z, then upper
    tight: Boxes
    solids: SolidRows  # of all hulls and meshes
    moved: Ints


PROXIES3 = group(Proxies3, array(SHAPE3), REALS2, REALS2, SOLID_ROWS, INTS)


class QueryScene3(NamedTuple):
    """What queries read: bodies, then by row of shapes."""

    bodies: BodyRows
    shapes: ShapeRows
    filters: FilterRows
    fat: Boxes
    solids: SolidRows


QUERY_SCENE3 = group(QueryScene3, array(BODY3), array(SHAPE3), array(FILTER), REALS2, SOLID_ROWS)
