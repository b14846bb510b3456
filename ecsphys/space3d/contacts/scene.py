"""The arrays by which contacts are found in space."""

from __future__ import annotations

from typing import NamedTuple

from ...arrays import BodyRows, Boxes, Ints, ShapeRows
from ...compile import INTS, REALS2, array, group
from ...contacts.mover_lists import MOVER_LISTS
from ...contacts.table import Table
from ...spatial.pair_index import INDEX
from ...world.contacts import CONTACT, PAIR, TABLE_COUNTS
from ..collide.core import SOLID_ROWS, SolidRows
from ..spatial.walk import PROXY_TREE, ProxyTree
from ..world.records import BODY3, MANIFOLD3, SHAPE3


class Scene3(NamedTuple):
    """What detection reads and writes: the tree of all proxies, bodies, shapes, and a table of contacts.

    `tight` and `fat`: boxes of shapes, (n, 6), in the world.
    """

    tree: ProxyTree
    bodies: BodyRows
    shapes: ShapeRows
    solids: SolidRows
    tight: Boxes
    fat: Boxes
    table: Table
    tests: Ints  # see `world.detection_counts`


TABLE3 = group(
    Table,
    array(CONTACT),
    array(MANIFOLD3),
    array(PAIR),
    INDEX,
    INDEX,
    MOVER_LISTS,
    array(TABLE_COUNTS),
    INTS,
    INTS,
)
SCENE3 = group(Scene3, PROXY_TREE, array(BODY3), array(SHAPE3), SOLID_ROWS, REALS2, REALS2, TABLE3, INTS)
