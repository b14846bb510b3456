"""A body whose path is cast."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from ...math2d import check
from ...projectile.records import FIELDS, MODES, PROJECTILE_WIDTH
from ...projectile.store import LooseProjectile, Projectiles

Struck = Callable[[int, int, Any], object] | None


def _number(value: Any, name: str) -> int:
    """A count, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an int, got {value!r}")
    if value < 0:
        raise ValueError(f"{name} must not be negative, got {value!r}")
    return value


def _counter(name: str, doc: str) -> property:
    """A property that is one whole word of the row."""
    word = FIELDS[name]

    def get(self: Projectile) -> int:
        return self._rows.ints[self._at + word]

    def put(self: Projectile, value: int) -> None:
        self._rows.ints[self._at + word] = _number(value, name)

    return property(get, put, doc=doc)


class Projectile:
    """Makes a body (Transform and RigidBody) a bullet, rocket or arrow: it flies, and is pushed by nothing.

    Its path is cast in every step: with `mode="swept"` its Collider's true shape, with `"ray"` an infinitely
    thin ray along the way of its origin (a Collider is not needed then; it stands for its layers).
    What it hits, in order, is sent as `PROJECTILE_HIT` and to `on_hit(me, other, event)`. Then it
    pierces on, `pierce` times; after that it ricochets, `ricochet` times: reflected about the normal, with
    the speed along it times the restitution (the greater one of both colliders, 1 for one without Collider).
    The next hit, or the end of `max_distance`, leaves it `spent`: it stays where it is until the game deletes
    it, and `PROJECTILE_SPENT` is sent. It hits solid colliders that its layers let it meet, each once
    between two ricochets; never other projectiles, nor the entities in `ignore` (whoever fired it). Triggers
    see it like any visitor.

    Raises `ValueError` or `TypeError` for values out of range.
    """

    __slots__ = ("__weakref__", "_at", "_entity", "_ignore", "_on_hit", "_rows")

    _rows: Projectiles | LooseProjectile
    _entity: int  # 0 while no world has it

    def __init__(
        self,
        pierce: int = 0,
        ricochet: int = 0,
        max_distance: float | None = None,
        mode: str = "swept",
        on_hit: Struck = None,
        *,
        ignore: int | Iterable[int] = (),
    ):
        self._rows = LooseProjectile()
        self._at = 0
        self._entity = 0
        self.pierce = pierce
        self.ricochet = ricochet
        self.max_distance = max_distance
        self.mode = mode
        self.on_hit = on_hit
        self.ignore = ignore

    pierce = _counter("pierce", "How many more things it goes through.")
    ricochet = _counter("ricochet", "How many more times it bounces off.")

    @property
    def max_distance(self) -> float | None:
        """How far it flies at most; None: without end."""
        value = self._rows.reals[self._at + FIELDS["max_distance"]]
        return None if value == math.inf else value

    @max_distance.setter
    def max_distance(self, value: float | None) -> None:
        limit = math.inf if value is None or value == math.inf else check.positive(value, "max_distance")
        self._rows.reals[self._at + FIELDS["max_distance"]] = limit

    @property
    def mode(self) -> str:
        """`"swept"` or `"ray"`."""
        return MODES[self._rows.ints[self._at + FIELDS["mode"]]]

    @mode.setter
    def mode(self, value: str) -> None:
        self._rows.ints[self._at + FIELDS["mode"]] = MODES.index(check.one_of(value, MODES, "mode"))

    @property
    def on_hit(self) -> Struck:
        """Called as `on_hit(me, other, event)` for every hit; None calls nothing."""
        return self._on_hit

    @on_hit.setter
    def on_hit(self, value: Struck) -> None:
        if value is not None and not callable(value):
            raise TypeError(f"on_hit must be callable or None, got {value!r}")
        self._on_hit = value

    @property
    def ignore(self) -> tuple[int, ...]:
        """The entities that it never hits, ascending."""
        return self._ignore

    @ignore.setter
    def ignore(self, value: int | Iterable[int]) -> None:
        entities = (value,) if isinstance(value, int) else tuple(value)
        for entity in entities:
            if isinstance(entity, bool) or not isinstance(entity, int):
                raise TypeError(f"ignore must be an entity or a sequence of entities, got {value!r}")
        self._ignore = tuple(sorted(set(entities)))
        if isinstance(self._rows, Projectiles):
            self._rows.ignored_stale = True

    @property
    def distance(self) -> float:
        """How far it has flown."""
        return self._rows.reals[self._at + FIELDS["distance"]]

    @property
    def spent(self) -> bool:
        """Whether it has come to its end."""
        return self._rows.ints[self._at + FIELDS["spent"]] == 1

    def __repr__(self) -> str:
        state = "spent" if self.spent else f"pierce={self.pierce}, ricochet={self.ricochet}"
        return f"Projectile({self.mode!r}, {state}, distance={self.distance:.6g})"

    def _adopt(self, rows: Projectiles, row: int, entity: int) -> None:
        """From now on the values live in a world's row."""
        assert isinstance(self._rows, LooseProjectile)
        rows.fill(row, self._rows, entity)
        self._rows, self._at, self._entity = rows, row * PROJECTILE_WIDTH, entity

    def _release(self) -> None:
        """Take the values along."""
        assert isinstance(self._rows, Projectiles)
        self._rows = self._rows.release(self._at // PROJECTILE_WIDTH)
        self._at = self._entity = 0
