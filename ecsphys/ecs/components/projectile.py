"""The component of bodies whose path is cast: bullets, rockets, arrows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, Never

from ...keywords import refuse_keywords
from ...math2d import check
from ...projectile.records import FIELDS, MODES, PROJECTILE, Mode
from ..binding import Component, UnownedRows
from ..fields import Field, choice, integer
from .projectile_table import Projectiles

Struck = Callable[[int, int, Any], object] | None


def _count(value: Any, name: str) -> int:
    """Return a count, 0 or more, checked."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be an int, got {value!r}")
    if value < 0:
        raise ValueError(f"{name} must not be negative, got {value!r}")
    return 0 if value == 0 else check.count(value, name)


class Projectile(Component, record=PROJECTILE, capacity=64):
    """Makes a body (Transform and RigidBody) a bullet, rocket or arrow: it flies, and nothing pushes it.

    Gravity, forces and damping act on it as on any body: `RigidBody(gravity_scale=0)` lets it fly straight.
    Its path is cast in every step: with `mode="swept"` its Collider's true shape, with `"ray"` an infinitely
    thin ray along the way of its origin, the place of its Transform. A ray needs no Collider: that stands
    for its layers only, and without one it is on layer 1 and meets all layers. Triggers and areas see no ray
    that has none.

    All its hits, in order, are sent as `PROJECTILE_HIT` and to `on_hit(me, other, event)`. Then it
    pierces on, `pierce` times; after that it ricochets, `ricochet` times: reflected about the normal, with
    the speed along it times the restitution (the greater one of both colliders, 1 for one without Collider).
    With restitution 0 it slides on along the surface, or stays where it struck it head-on, always in front.

    It hits solid colliders that its layers and groups let it meet, each entity once between two ricochets. It
    never hits other projectiles, nor the entities in `ignore` (whoever fired it). `physics.ignore`, filters
    and contact hooks count as for other pairs: they are asked once for a pair and step, when it would hit.
    What refuses or drops the pair lets it pass, and the restitution that a hook sets is the ricochet's.
    Triggers see it like any visitor. While its Collider is disabled it flies on and hits nothing.

    The next hit, or the end of `max_distance`, leaves it `spent`: it stays where it is until the game deletes
    it, or with `despawn=True` until the end of that step. `event.spent` says so in its last hit; at the end
    of `max_distance` `on_hit` is called with 0 for `other`. Either way `PROJECTILE_SPENT` is sent.

    Raises `ValueError` or `TypeError` for values out of range. A step raises `ValueError` for one that is not
    spent on a static body, or without a Collider in `mode="swept"`, until that is mended.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, Projectile, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> target = esper.create_entity(Transform(100, 0), Collider(Circle(10)))
    >>> def struck(me, other, event):
    ...     print(other == target, round(event.point.x, 3), event.spent)
    ...
    >>> body = RigidBody(velocity=(9000, 0), gravity_scale=0)
    >>> bullet = esper.create_entity(Transform(), body, Projectile(mode="ray", on_hit=struck))
    >>> esper.process(1 / 60)
    True 90.0 True
    """

    __slots__ = ("_despawn", "_ignore", "_on_hit")

    _rows: Projectiles[Projectile] | UnownedRows

    def __init__(
        self,
        pierce: int = 0,
        ricochet: int = 0,
        max_distance: float | None = None,
        mode: Mode = "swept",
        on_hit: Struck = None,
        *,
        ignore: int | Iterable[int] = (),
        despawn: bool = False,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        self._stage()
        self.pierce = pierce
        self.ricochet = ricochet
        self.max_distance = max_distance
        self.mode = mode
        self.on_hit = on_hit
        self.ignore = ignore
        self.despawn = despawn

    pierce: Field[int, int] = integer(
        "pierce", _count, "How many more entities it goes through.", words=FIELDS
    )
    ricochet: Field[int, int] = integer(
        "ricochet", _count, "How many more times it bounces off.", words=FIELDS
    )
    mode: Field[Mode, Mode] = choice("mode", MODES, '`"swept"` or `"ray"`.', words=FIELDS)

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
    def on_hit(self) -> Struck:
        """Called as `on_hit(me, other, event)` for every hit, and with 0 for `other` at the end of its range.

        None calls nothing.
        """
        return self._on_hit

    @on_hit.setter
    def on_hit(self, value: Struck) -> None:
        if value is not None:
            check.handler(value, "on_hit", "me, other, event", "callable or None")
        self._on_hit = value

    @property
    def ignore(self) -> tuple[int, ...]:
        """The entities that it never hits, ascending."""
        return self._ignore

    @ignore.setter
    def ignore(self, value: int | Iterable[int]) -> None:
        entities = value if isinstance(value, Iterable) and not isinstance(value, bytes) else (value,)
        self._ignore = tuple(sorted({check.entity(entity, "ignore") for entity in entities}))
        if isinstance(self._rows, Projectiles):
            self._rows.ignored_stale = True

    @property
    def despawn(self) -> bool:
        """Whether the step in which it is spent deletes its entity, after its events."""
        return self._despawn

    @despawn.setter
    def despawn(self, value: bool) -> None:
        self._despawn = bool(value)

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

    def _objects(self) -> dict[str, Any]:
        return {"on_hit": self._on_hit, "ignore": self._ignore, "despawn": self._despawn}

    def _take_objects(self, objects: dict[str, Any]) -> None:
        self._on_hit, self._ignore = objects["on_hit"], objects["ignore"]
        self._despawn = objects["despawn"]


def has_pierced(projectile: Projectile, entity: int) -> bool:
    """Whether a projectile has pierced an entity since its last ricochet."""
    rows = projectile._rows
    return isinstance(rows, Projectiles) and entity in rows.pierced_by(rows.row_of(projectile))
