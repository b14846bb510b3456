"""The collision list as a game reads it: the pairs of entities that touch after the last step."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from ..ecs.base_simulation import BaseSimulation
from ..math2d import check
from ..math2d.vec2 import Vec2
from ..world.contacts import PairTable, contacts_of
from .points import CollisionPoint, collision_point


class Leaving(Protocol):
    """Knows the entities that are deleted, or will be when the step is over."""

    def may_leave(self) -> bool:
        """Whether there may be any."""

    def is_leaving(self, entity: int) -> bool:
        """Whether an entity is one of them."""


class BaseCollision:
    """Two entities that touch, in the plane or in space."""

    __slots__ = ("_age", "_begin_step", "_row", "_simulation", "_world", "entity_a", "entity_b")

    def __init__(
        self, simulation: BaseSimulation[Any], row: int, entity_a: int, entity_b: int, begin_step: int
    ):
        self._simulation = simulation
        self._world = simulation.world
        self._row = row
        self._begin_step = begin_step
        self._age = 0
        self.entity_a: int = entity_a
        self.entity_b: int = entity_b

    @property
    def ended(self) -> bool:
        """Whether its end was reported, or would have been."""
        pair = self._world.solid.pairs[self._row]
        return not (
            pair["entity_a"] == self.entity_a
            and pair["entity_b"] == self.entity_b
            and pair["begin_step"] == self._begin_step
            and pair["active_sides"] != 0
        )

    @property
    def shape_a(self) -> int:
        """Index, in its Collider, of the shape of A in the deepest contact; 0 while there is none."""
        return self._shape("a")

    @property
    def shape_b(self) -> int:
        """Index, in its Collider, of the shape of B in the deepest contact; 0 while there is none."""
        return self._shape("b")

    def _shape(self, side: str) -> int:
        contacts, own = self._contacts()
        if not len(own):
            return 0
        shape = int(contacts[_deepest(contacts, own)][side])
        return int(self._world.shapes.rows["index"][shape])

    @property
    def frames_left(self) -> int:
        """In how many further steps without touch its end is reported: `end_after` while it touches."""
        if self.ended:
            return 0
        pair = self._world.solid.pairs[self._row]
        return max(1, self._simulation.settings.end_after - int(pair["steps_apart"]))

    @property
    def impulse(self) -> float:
        """Normal impulse of the whole last step."""
        return math.fsum(self._contacts()[1]["impulse"].tolist())

    @property
    def age(self) -> int:
        """Number of steps since the begin."""
        if not self.ended:
            self._age = self._simulation.clock.step_count - 1 - self._begin_step
        return self._age

    def has(self, entity: int) -> bool:
        """Whether the entity is one of the two."""
        return entity in (self.entity_a, self.entity_b)

    def other(self, entity: int) -> int:
        """Return the other one of the two; raise `ValueError` for an entity that is neither."""
        return check.other_of(entity, self.entity_a, self.entity_b)

    def _contacts(self) -> tuple[Any, Any]:
        """Return the rows of its touching contacts and those of their manifolds."""
        table = self._world.solid
        contacts, manifolds = (rows.view(np.ndarray) for rows in contacts_of(table))
        if self.ended:
            return contacts[:0], manifolds[:0]
        pair = table.pairs[self._row]
        deepest = int(pair["deepest_contact"])

        def is_own(rows: Any) -> Any:
            return (contacts["has_manifold"][rows] == 1) & (manifolds["pair"][rows] == self._row)

        if pair["touching_count"] == 1 and deepest < len(contacts) and is_own(deepest):
            own = np.array([deepest])
        else:
            own = np.flatnonzero(is_own(slice(None)))
        own = own[(contacts["touching"][own] == 1) & (contacts["count"][own] > 0)]
        return contacts[own], manifolds[own]

    def _deepest_manifold(self) -> Any:
        """Return the manifold of the deepest contact, None while there is none."""
        contacts, own = self._contacts()
        return own[_deepest(contacts, own)] if len(own) else None

    def _body_a(self) -> Any:
        """Return the row of A's body."""
        return self._world.bodies.rows[int(self._world.solid.pairs[self._row]["body_a"])]

    def _key(self) -> tuple[int, int, int, int]:
        return id(self._world), self.entity_a, self.entity_b, self._begin_step

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BaseCollision) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        state = "ended" if self.ended else f"age={self.age}"
        return f"{type(self).__name__}({self.entity_a}, {self.entity_b}, {state})"


class Collision(BaseCollision):
    """Two entities that touch, `entity_a < entity_b`. Its properties are read from the current arrays.

    It may be kept: once the entities have parted it stays `ended`, also when they touch again, which is
    another collision. An ended one has the normal (0, 0), no points, no impulse, shapes 0, no frames left,
    and the age last read.

    >>> import esper
    >>> from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
    >>> physics = Physics(gravity=(0, -900))
    >>> esper.add_processor(physics)
    >>> floor = esper.create_entity(Transform(0, -10), Collider(Box(400, 20)))
    >>> ball = esper.create_entity(Transform(0, 16), RigidBody(mass=2), Collider(Circle(16)))
    >>> for _ in range(20):
    ...     esper.process(1 / 60)
    ...
    >>> touch = physics.collisions.between(ball, floor)
    >>> touch.other(ball) == floor, touch.normal, touch.age
    (True, Vec2(x=0.0, y=1.0), 19)
    >>> round(touch.impulse)  # bears 2 * 900 / 60
    30
    """

    __slots__ = ()

    @property
    def normal(self) -> Vec2:
        """Unit vector from A to B of the deepest contact; (0, 0) while apart for less than `end_after`."""
        deepest = self._deepest_manifold()
        return Vec2(0.0, 0.0) if deepest is None else Vec2(float(deepest["nx"]), float(deepest["ny"]))

    @property
    def points(self) -> tuple[CollisionPoint, ...]:
        """The contact points, one or two for each pair of shapes that touches."""
        body = self._body_a()
        return tuple(point for rows in zip(*self._contacts(), strict=True) for point in _points(*rows, body))


C = TypeVar("C", bound=BaseCollision)


class BaseCollisions(Generic[C]):
    """All pairs of entities that touch as of the last step; iterates collisions ordered by entity.

    Entities that are deleted, or will be when the step is over, are left out at once.
    """

    collision: type[C]

    def __init__(self, simulation: BaseSimulation[Any], leaving: Leaving):
        self._simulation = simulation
        self._world = simulation.world
        self._leaving = leaving

    def __len__(self) -> int:
        return len(self._staying_rows())

    def __iter__(self) -> Iterator[C]:
        pairs = self._staying_rows()
        table = self._world.solid.pairs
        rows = pairs[np.lexsort((table["entity_b"][pairs], table["entity_a"][pairs]))]
        return iter(self._handles(rows))

    def of(self, entity: int) -> set[int]:
        """Return the entities that an entity touches; empty for one that is deleted or does not exist."""
        return self._partners(self._world.solid, check.entity(entity, "entity"))

    def triggers_of(self, entity: int) -> set[int]:
        """Return the triggers that overlap an entity; for a trigger also its visitors."""
        return self._partners(self._world.triggers, check.entity(entity, "entity"))

    def between(self, a: int, b: int) -> C | None:
        """Return the collision of two entities, None when they do not touch."""
        a, b = sorted((check.entity(a, "a"), check.entity(b, "b")))
        pairs = self._world.solid.pairs
        if self._leaving.is_leaving(a) or self._leaving.is_leaving(b):
            return None
        rows = _touching_rows(self._world.solid)
        rows = rows[(pairs["entity_a"][rows] == a) & (pairs["entity_b"][rows] == b)]
        return self._handles(rows)[0] if len(rows) else None

    def _partners(self, table: PairTable, entity: int) -> set[int]:
        if self._leaving.is_leaving(entity):
            return set()
        rows = _touching_rows(table)
        a, b = table.pairs["entity_a"][rows], table.pairs["entity_b"][rows]
        partners = {*b[a == entity].tolist(), *a[b == entity].tolist()}
        return {partner for partner in partners if not self._leaving.is_leaving(partner)}

    def _staying_rows(self) -> npt.NDArray[np.intp]:
        """Return the rows of solid pairs that touch and of which neither entity leaves."""
        rows = _touching_rows(self._world.solid)
        if not self._leaving.may_leave():
            return rows
        table, is_leaving = self._world.solid.pairs, self._leaving.is_leaving
        entities = zip(table["entity_a"][rows].tolist(), table["entity_b"][rows].tolist(), strict=True)
        staying = [
            row for row, (a, b) in zip(rows, entities, strict=True) if not (is_leaving(a) or is_leaving(b))
        ]
        return np.array(staying, np.intp)

    def _handles(self, rows: npt.NDArray[np.intp]) -> list[C]:
        """Return handles of rows of pairs."""
        pairs = self._world.solid.pairs.view(np.ndarray)
        columns = (pairs[name][rows].tolist() for name in ("entity_a", "entity_b", "begin_step"))
        make = self.collision
        return [make(self._simulation, *pair) for pair in zip(rows.tolist(), *columns, strict=True)]


class Collisions(BaseCollisions[Collision]):
    """All pairs of entities that touch as of the last step; iterates `Collision`s ordered by entity.

    Entities that are deleted, or will be when the step is over, are left out at once.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> def ball(x):
    ...     return esper.create_entity(Transform(x, 0), RigidBody(), Collider(Circle(16)))
    ...
    >>> a, b, c = ball(0), ball(30), ball(60)
    >>> esper.process(1 / 60)
    >>> physics.collisions.of(b) == {a, c}, physics.collisions.between(a, c) is None
    (True, True)
    >>> [(touch.entity_a == a, touch.entity_b == c) for touch in physics.collisions]
    [(True, False), (False, True)]
    """

    collision = Collision


def _touching_rows(table: PairTable) -> npt.NDArray[np.intp]:
    """Return the rows of pairs that touch."""
    pairs = table.pairs[: table.pairs_end]
    return np.flatnonzero((pairs["active_sides"] != 0) & (pairs["entity_a"] > 0))


def _deepest(contacts: Any, manifolds: Any) -> int:
    """Return which of some contacts is the deepest."""
    depths = [manifolds["separation0"]]
    for k in range(1, int(contacts["count"].max())):
        depths.append(np.where(contacts["count"] > k, manifolds[f"separation{k}"], np.inf))
    return int(np.argmin(np.min(depths, axis=0)))


def _points(contact: Any, manifold: Any, body: Any) -> list[CollisionPoint]:
    """Return the points of one contact in world coordinates."""
    origin = Vec2(float(body["x"]), float(body["y"]))
    normal = Vec2(float(manifold["nx"]), float(manifold["ny"]))
    return [
        collision_point(
            origin + Vec2(float(manifold[f"x{i}"]), float(manifold[f"y{i}"])),
            -float(manifold[f"separation{i}"]),
            normal,
        )
        for i in range(int(contact["count"]))
    ]
