"""The system of areas."""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Ints, Ints32, Rows
from ..compile import records
from ..contacts.table import table_of
from ..contacts.visit_changes import NO_RANK, SUM, Visitors
from ..contacts.visitors import collect_visits
from ..ecs.area_faults import AreaFaults
from ..ecs.components import Area
from ..ecs.components.area_table import Areas
from ..math2d.core import LocalCore
from ..math2d.pieces import FAR, NO_RECTANGLE, inner_rectangle, union_pieces
from ..world.areas import (
    ALONG_VECTOR,
    ANGULAR_DAMPING,
    GRAVITY,
    LINEAR_DAMPING,
    LIQUID,
    NO_GRAVITY,
    OUTLINE,
    TO_POINT,
    WIND,
)
from ..world.waking import update_awake
from .component import ComponentSystem


class AreaSystem(ComponentSystem[Area]):
    """Finds which areas act on which bodies, and wakes visitors whose areas have changed.

    >>> import esper
    >>> from ecsphys import AABB, Area, AreaSystem, Circle, Collider, Physics, RigidBody, Transform
    >>> class Look(AreaSystem):
    ...     def run(self):
    ...         super().run()
    ...         print(self.physics.explain(wind, leaf))
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(AreaSystem, Look())
    >>> room = Collider(AABB(200, 200), trigger=True)
    >>> wind = esper.create_entity(Transform(), room, Area(wind=(50, 0), drag=1))
    >>> leaf = esper.create_entity(Transform(), RigidBody(), Collider(Circle(8)))
    >>> esper.process(1 / 60)
    1 and 2 overlap; the Area 1 acts on 2 by its wind
    """

    component = Area
    table: Areas[Area]

    def __init__(self) -> None:
        super().__init__()
        self._ranked: Ints = np.zeros(0, np.int64)  # rows by rank
        self._rank_of_shape: Ints32 = np.zeros(0, np.int32)
        self._body_of_shape: Ints32 = np.zeros(0, np.int32)
        self._marks: Ints32 = self._rank_of_shape
        self._by_rank: tuple[Ints, Ints] = (self._ranked, self._ranked)
        self._by_contact: tuple[Ints, Ints, Ints] = (self._ranked, self._ranked, self._ranked)
        self._by_body: tuple[Ints, Rows] = (self._ranked, records(0, SUM))
        self._is_dirty = False  # bodies have to learn of changes
        self._lacks_outlines = False  # a restored world has to derive those of its liquids

    def make_table(self) -> Areas[Area]:
        """Return the table of areas; explanations and the debug overlay read it."""
        self.world.areas = table = Areas(Area)
        self._faults = AreaFaults(self.world)
        return table

    def begin(self) -> None:
        """Adopt and release areas, and derive what follows from their fields.

        Raises `ValueError` for an area of two entities, or beside a Collider that is no trigger.
        """
        super().begin()
        if self.table.changed:
            before = self._ranked
            self._derive()
            self.table.changed = False
            self._is_dirty = self._is_dirty or len(before) + len(self._ranked) > 0
        elif self._lacks_outlines:
            self._derive_outlines(self.table.rows.view(np.ndarray))

    def forget_outlines(self) -> None:
        """Derive the outlines of liquids anew in the next step."""
        self._lacks_outlines = True

    def is_idle(self) -> bool:
        """Whether there are no areas, and no bodies that have to learn of the end of one."""
        return super().is_idle() and not (self.table.changed or self._is_dirty)

    def bind_bodies(self) -> None:
        """Find the body of every area; what is derived is out of date."""
        super().bind_bodies()
        self.table.changed = True

    def check(self, entity: int, component: Area) -> None:
        """Raise `ValueError` for an area beside a Collider that is no trigger."""
        collider = self.world.parts_of(entity)[2]
        if collider is not None and not collider.trigger:
            raise ValueError(f"an Area needs a Collider with trigger=True, entity {entity} has one without")

    def accept(self, entity: int, component: Area, row: int, body: int) -> bool:
        """Derive what follows from the collider's extent."""
        return self.world.parts_of(entity)[2] is not None

    # -- derived fields ----------------------------------------------------------------------------

    def _derive(self) -> None:
        """Derive effects, ranks and extents of all areas."""
        world, rows = self.world, self.table.rows.view(np.ndarray)
        for row in self.order.tolist():
            self._derive_effects(rows[row])
            self._derive_extent(rows[row])
        self._faults.look_at(rows, self.order)
        self._derive_outlines(rows)
        entities, priorities = rows["entity"][self.order], rows["priority"][self.order]
        self._ranked = np.ascontiguousarray(self.order[np.lexsort((entities, -priorities))])
        self._rank_of_shape = np.full(len(world.shapes.rows), NO_RANK, np.int32)
        self._body_of_shape = np.ascontiguousarray(world.shapes.rows["body"])
        for rank, row in enumerate(self._ranked.tolist()):
            self._rank_of_shape[world.shapes_of_body(rows["body"][row])] = rank

    def _derive_effects(self, row: np.void) -> None:
        """Derive which kinds of effects an area has."""
        x, y = float(row["gravity_x"]), float(row["gravity_y"])
        kind = NO_GRAVITY if math.isnan(y) else ALONG_VECTOR if math.isnan(row["point_x"]) else TO_POINT
        row["gravity_kind"] = kind
        row["strength"] = y if row["gravity_is_number"] else math.hypot(x, y)
        effects = GRAVITY * (kind != NO_GRAVITY) | WIND * (not math.isnan(row["wind_x"]))
        if not math.isnan(row["density"]):
            effects |= LIQUID
        else:
            effects |= LINEAR_DAMPING * (not math.isnan(row["linear_damping"]))
            effects |= ANGULAR_DAMPING * (not math.isnan(row["angular_damping"]))
        row["effects"] = effects

    def _derive_extent(self, row: np.void) -> None:
        """Derive the extent of an area's collider in its frame, and the height of its surface."""
        collider = self.world.parts_of(int(row["entity"]))[2]
        pose = (*collider.offset, collider.angle)
        bounds = [shape.bounds(pose) for shape in collider.shapes]
        row["left"] = min(box.lower[0] for box in bounds)
        row["right"] = max(box.upper[0] for box in bounds)
        top = max(box.upper[1] for box in bounds)
        row["top"] = min(top, FAR) if math.isnan(row["surface"]) else row["surface"]

    def _derive_outlines(self, rows: Rows) -> None:
        """Derive the outlines of all liquids, each of the union of its shapes, and rectangles inside them."""
        pieces: list[tuple[float, ...]] = []
        for row in self.order.tolist():
            area = rows[row]
            area["first_piece"] = len(pieces)
            if area["effects"] & LIQUID:
                turning, upright = (union_pieces(self._cores_of(int(area["body"]), k)) for k in (0, 1))
                pieces += [(*a, *b, *c, r, 0) for a, b, c, r in turning]
                pieces += [(*a, *b, *c, r, 1) for a, b, c, r in upright]
                inner = NO_RECTANGLE if turning and upright else inner_rectangle(turning or upright)
                area["inner_x"], area["inner_y"], area["inner_width"], area["inner_height"] = inner
                area["inner_upright"] = 1 if upright else 0
            area["end_piece"] = len(pieces)
        self.world.influence_store.outlines = outlines = records(len(pieces), OUTLINE)
        for k, piece in enumerate(pieces):
            outlines[k] = piece
        self._lacks_outlines = False

    def _cores_of(self, body: int, upright: int) -> list[LocalCore]:
        """Return the cores of a body that turn with it, or those that stay upright."""
        shapes = self.world.shapes
        found = (shapes.rows[i] for i in sorted(self.world.shapes_of_body(body)))
        return [
            LocalCore(int(s["form"]), shapes.local[s["first"] : s["first"] + s["count"]], float(s["radius"]))
            for s in found
            if s["upright"] == upright
        ]

    # -- a step ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Collect what areas do in this step."""
        if len(self._ranked) == 0 and not self._is_dirty:
            return
        world = self.world
        awake = update_awake(world)
        if not (self._is_dirty or len(awake) or world.has_unknown_touches):
            return
        store, shapes = world.influence_store, world.shapes
        store.reserve(len(world.bodies.rows), 2 * world.triggers.contact_count)
        self._reserve(2 * world.triggers.contact_count)
        if self._is_dirty:
            store.forget()
        if collect_visits(table_of(world.triggers), self._visitors(), shapes.local, shapes.turned):
            world.awake_stale = True
        world.influences = store.influences(self.table.rows, shapes.turned)
        self._is_dirty = False

    def _reserve(self, visits: int) -> None:
        """Enlarge the arrays of the kernel; what they keep from step to step is forgotten with the visits."""
        world = self.world
        if len(self._by_rank[0]) != len(self._ranked) or len(self._marks) != len(self._rank_of_shape):
            self._by_rank = np.zeros(len(self._ranked), np.int64), np.zeros(len(self._ranked), np.int64)
            self._marks = np.zeros(len(self._rank_of_shape), np.int32)
            world.influence_store.forget()
        if len(self._by_contact[0]) < visits:
            room = 2 * visits
            self._by_contact = np.zeros(room, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int64)
            world.influence_store.forget()
        if len(self._by_body[0]) != len(world.bodies.rows):
            self._by_body = np.zeros(len(world.bodies.rows), np.int64), records(len(world.bodies.rows), SUM)

    def _visitors(self) -> Visitors:
        """Return the group of arrays that the kernel takes."""
        world, store = self.world, self.world.influence_store
        (tokens, ends), (known, found, by_rank), (changed, sums) = (
            self._by_rank,
            self._by_contact,
            self._by_body,
        )
        return Visitors(
            world.bodies.rows, world.shapes.rows, self.table.rows, self._ranked,
            self._rank_of_shape, self._body_of_shape, self._marks, changed, known, tokens, ends, found,
            by_rank, sums[: world.bodies.count], store.heads, store.visits, store.effects, store.counts,
        )  # fmt: skip
