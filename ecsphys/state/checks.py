"""Checks of a snapshot that came from bytes: numbers of rows lie in their arrays, lists of rows end.

Kernels trust their input: a row beyond an array would be read from whatever lies behind it. Checked is all
that a step follows without looking it up again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..arrays import FREE, Array
from ..character.records import MOST_HITS
from ..contacts.visit_changes import NO_RANK
from ..math2d import check
from ..math2d.core import POINT, POLYGON, SEGMENT
from ..settings_checks import step_seconds
from ..world.bodies import Parts
from ..world.shapes import ORIGIN, SHAPE, VOLUME_COUNT, VOLUME_FORM, VOLUME_RADIUS
from .kept import MISSING, Rows, Saved, put_points, rows_of
from .owners import KEPT, value_in
from .snapshot import Values

CAPACITY = 64  # rows of bodies that each world has room for


class _Link(NamedTuple):
    """A field of the used rows of an owner, and of what it is a row; `least`: -1 where there may be none."""

    owner: str
    rows: str
    field: str
    target: str
    least: int = 0


# `target`: a name of `_Counts.of`, or the largest number itself.
_LINKS = (
    _Link("bodies", "rows", "first_shape", "shapes", -1),
    _Link("bodies", "rows", "next_in_island", "bodies"),
    _Link("bodies", "rows", "floor", "bodies+1"),
    _Link("bodies", "rows", "kind", "3"),
    _Link("bodies", "rows", "continuous", "3"),
    _Link("solid", "contacts", "a", "shapes"),
    _Link("solid", "contacts", "b", "shapes"),
    _Link("solid", "contacts", "count", "3"),
    _Link("solid", "manifolds", "pair", "solid pairs", -1),
    _Link("solid", "active", "", "solid pairs"),
    _Link("triggers", "contacts", "a", "shapes"),
    _Link("triggers", "contacts", "b", "shapes"),
    _Link("triggers", "contacts", "count", "3"),
    _Link("triggers", "manifolds", "pair", "triggers pairs", -1),
    _Link("triggers", "active", "", "triggers pairs"),
    _Link("world", "moved", "", "shapes"),
    _Link("joints", "rows", "body_a", "bodies", -1),
    _Link("joints", "rows", "body_b", "bodies", -1),
    _Link("joints", "rows", "type", "10"),
    _Link("Area.table", "rows", "body", "bodies", -1),
    _Link("ConstantForce.table", "rows", "body", "bodies", -1),
    _Link("CharacterController.table", "rows", "body", "bodies", -1),
    _Link("CharacterController.table", "rows", "floor_body", "bodies", -1),
    _Link("CharacterController.table", "rows", "floor_proxy", "shapes", -1),
    _Link("Projectile.table", "rows", "body", "bodies", -1),
    _Link("Projectile.table", "rows", "last_pierced", "pierced", -1),
    _Link("Projectile.table", "pierced", "before", "pierced", -1),
)

# Lists and arrays of rows: owner, name, of what.
_LISTS = (
    ("bodies", "_free", "bodies"), ("bodies", "teleported", "bodies"), ("bodies", "wake_requests", "bodies"),
    ("bodies", "sleep_requests", "bodies"), ("bodies", "changed_bodies", "bodies"),
    ("bodies", "changed_colliders", "bodies"), ("world", "new_bodies", "bodies"),
    ("world", "new_shapes", "shapes"), ("joints", "_free", "joints"), ("joints", "changed", "joints"),
    ("joint_adoption", "_parting", "joints"), ("joint_adoption", "breakable", "joints"),
    ("Area", "order", "Area.table"), ("Area", "_ranked", "Area.table"),
    ("ConstantForce", "order", "ConstantForce.table"),
    ("ConstantForce.table", "changed", "ConstantForce.table"),
    ("CharacterController", "order", "CharacterController.table"),
    ("Projectile", "order", "Projectile.table"),
)  # fmt: skip


# Arrays with a row for each shape or body: owner, name, of what, and the number that stands for none.
_MAPS = (
    ("Area", "_rank_of_shape", "Area.table", NO_RANK), ("Area", "_body_of_shape", "bodies", FREE),
    ("CharacterController", "_of_body", "CharacterController.table", FREE),
)  # fmt: skip


def check_rows(values: Values, parts: Sequence[Parts]) -> None:
    """Raise `ValueError` for a number of a row that is none; `parts`: the components of each body."""
    found = _Found(values)
    for link in _LINKS:
        if link.owner in values.owners:
            found.check_link(link)
    for owner, name, target in _LISTS:
        if owner in values.owners:
            found.check_list(owner, name, target)
    for owner, name, target, none in _MAPS:
        if owner in values.owners and found.is_derived(owner):
            numbers = np.asarray(found.value_of(owner, name))
            found.check_numbers(numbers[numbers != none], target, 0, f"{name} of {owner}")
    found.check_shapes(parts)
    found.check_islands()
    if "CharacterController.table" in values.owners:
        found.check_characters()
    if "Projectile.table" in values.owners and not found.value_of("Projectile.table", "ignored_stale"):
        found.check_ignored()
    order = values.orders[0]
    found.check_numbers(order, "joints", 0, "the order of joints")


def check_kinds(owners: Mapping[str, Saved], world: Mapping[str, Any]) -> None:
    """Raise `ValueError` for values of another kind than those of a world; `world`: its owners."""
    for owner, saved in owners.items():
        for name, value in zip(KEPT[owner].values, saved, strict=False):
            if owner in world and value is not MISSING:
                present = getattr(world[owner], name)
                is_like = _kind_of(value) is _kind_of(present)
                if not (is_like or value is None or present is None):
                    raise ValueError(
                        f"the snapshot is malformed: {name} of {owner} must be a "
                        f"{_kind_of(present).__name__}, got {value!r:.40}"
                    )


def _kind_of(value: Any) -> type:
    is_number = isinstance(value, (bool, int, float, np.number, np.bool_))
    return float if is_number else np.ndarray if isinstance(value, np.ndarray) else type(value)


def check_clock(values: Mapping[str, Any]) -> None:
    """Raise `ValueError` for a clock that does not go."""
    step_seconds(values["step"])
    check.count(values["max_steps"], "max_steps")
    for name in ("step_count", "dropped_steps", "time_scale", "time", "_accumulated"):
        check.not_negative(values[name], name)


class _Found:
    """The rows of a snapshot, unpacked once."""

    def __init__(self, values: Values):
        self._values = values
        self._rows: dict[tuple[str, str], Array] = {}
        for owner, saved in values.owners.items():
            kept = KEPT[owner]
            for spec, copies in zip(kept.rows, saved[len(kept.values) :], strict=True):
                self._rows[owner, spec.name] = rows_of(copies, spec)
        self._counts = {owner: len(rows) for (owner, name), rows in self._rows.items() if name == "rows"}
        self._counts["shapes"] = int(values.shapes.numbers[0])
        self._counts["pierced"] = len(self._rows.get(("Projectile.table", "pierced"), ()))
        for table in ("solid", "triggers"):
            self._counts[f"{table} pairs"] = len(self._rows[table, "pairs"])
        self._check_counts()

    def value_of(self, owner: str, name: str) -> Any:
        """Return a value of an owner."""
        return value_in(self._values.owners, owner, name)

    def is_derived(self, owner: str) -> bool:
        """Whether what a system derives of its components is up to date, and there are any."""
        is_changed = owner == "Area" and self.value_of("Area.table", "changed")
        return len(self.value_of(owner, "order")) > 0 and not is_changed

    def check_numbers(self, numbers: Array, target: str, least: int, what: str) -> None:
        """Raise `ValueError` for numbers that are no rows of a target."""
        limit = int(target) if target.isdigit() else self._counts[target.removesuffix("+1")]
        limit += target.endswith("+1")
        if len(numbers) and not (numbers.min() >= least and numbers.max() < limit):
            raise ValueError(f"{what} must be from {least} to below {limit}")

    def check_link(self, link: _Link) -> None:
        """Check a field of the used rows."""
        rows = self._rows[link.owner, link.rows]
        fields = rows.dtype.names or ()
        numbers = rows[link.field] if link.field else rows.reshape(-1)
        if "entity" in fields and link.rows == "rows":
            is_used = rows["entity"] > 0
            if link.owner == "joints" and link.field != "type":
                is_used &= rows["ready"] == 1  # else it may be out of date
            numbers = numbers[is_used]
        elif link.rows == "manifolds":
            numbers = numbers[self._rows[link.owner, "contacts"]["has_manifold"] == 1]
        self.check_numbers(numbers, link.target, link.least, f"{link.field} of {link.owner} {link.rows}")

    def check_list(self, owner: str, name: str, target: str) -> None:
        """Check a list of rows."""
        value = self.value_of(owner, name)
        if not isinstance(value, (list, np.ndarray)):
            return  # of an older version: it stays as it is; of areas and joints: a flag
        numbers = np.array(value, np.int64)
        self.check_numbers(numbers, target, 0, f"{name} of {owner}")
        if name == "_free" and len(np.unique(numbers)) < len(numbers):
            raise ValueError(f"{name} of {owner} has a row twice")

    def _check_counts(self) -> None:
        """Check the numbers of rows against the rows that there are."""
        for owner in self._values.owners:
            names = KEPT[owner].values
            if "count" in names and (owner, "rows") in self._rows:
                count = self.value_of(owner, "count")
                if count != len(self._rows[owner, "rows"]):
                    raise ValueError(f"{owner} has {len(self._rows[owner, 'rows'])} rows, not {count!r}")
        for table in ("solid", "triggers"):
            counts = self._rows[table, "counts"]
            for name, rows in (("contacts", "contacts"), ("pairs_end", "pairs"), ("active", "active")):
                if len(counts) != 1 or counts[name][0] != len(self._rows[table, rows]):
                    raise ValueError(f"{name} of {table} is not the number of its rows")
            if len(self._rows[table, "manifolds"]) != len(self._rows[table, "contacts"]):
                raise ValueError(f"the {table} have other numbers of contacts and manifolds")

    def check_shapes(self, parts: Sequence[Parts]) -> None:
        """Check the points of shapes, their colliders, and that those of a body are a list that ends."""
        count, free, points, longest, blocks = self._values.shapes.numbers
        shapes, bodies = self._shape_rows(), self._rows["bodies", "rows"]
        for name in ("fat", "tight"):
            if len(self._rows["shapes", name]) != count:
                raise ValueError(f"{name} of shapes has not {count} rows")
        if len(shapes) != count or len(self._values.enlarged) != count or len(free) > count:
            raise ValueError(f"there are not {count} shapes")
        self.check_numbers(np.array(free, np.int64), "shapes", 0, "free rows of shapes")
        used = shapes[shapes["body"] >= 0]
        self.check_numbers(used["body"], "bodies", 0, "bodies of shapes")
        self.check_numbers(used["next_shape"], "shapes", -1, "next_shape of shapes")
        for body, index in zip(used["body"].tolist(), used["index"].tolist(), strict=True):
            collider = parts[body][2]
            if collider is None or not 0 <= index < len(collider.shapes):
                raise ValueError("a shape is of no collider")
        ends = used["first"].astype(np.int64) + used["count"]
        if len(used) and not (used["first"].min() >= 0 and used["count"].min() > 0 and ends.max() <= points):
            raise ValueError("the points of shapes are not where they are said to be")
        if len(self._rows["shapes", "turned"]) != points or (len(used) and used["count"].max() > longest):
            raise ValueError(f"there are not {points} points of shapes")
        self.check_volumes(used, points, longest)
        if any(first < 1 or first + size > points for size, firsts in blocks.items() for first in firsts):
            raise ValueError("free points of shapes are not where they are said to be")
        heads = bodies["first_shape"][bodies["entity"] > 0]
        nexts = np.concatenate((heads, used["next_shape"]))
        nexts = nexts[nexts >= 0]
        if len(np.unique(nexts)) < len(nexts) or len(nexts) != len(used):
            raise ValueError("the shapes of bodies are no lists")

    def check_volumes(self, used: Array, points: int, longest: int) -> None:
        """Check that coarse volumes are where they are said to be, each of one body; `used`: its shapes."""
        owners = np.unique(used[used["coarse"] != ORIGIN][["body", "coarse"]])
        firsts = owners["coarse"].astype(np.int64)
        bodies = np.unique(used["body"]), np.unique(used[["body", "coarse"]])["body"]
        if len(bodies[0]) != len(bodies[1]) or len(np.unique(firsts)) != len(firsts):
            raise ValueError("coarse volumes of shapes are not one a body")
        if len(firsts) == 0:
            return
        if firsts.min() < 1 or firsts.max() >= points:
            raise ValueError("coarse volumes are not among the points of shapes")
        heads = self._local(points)[firsts]
        forms, counts, radii = (heads[:, column] for column in (VOLUME_FORM, VOLUME_COUNT, VOLUME_RADIUS))
        is_right = np.isin(forms, (POINT, SEGMENT, POLYGON)) & (radii >= 0.0) & (radii < np.inf)
        is_right &= (counts == np.floor(counts)) & (counts >= forms) & (counts < longest)
        is_right &= (forms == POLYGON) | (counts == forms)
        if not (is_right.all() and (firsts + 1 + counts <= points).all()):
            raise ValueError("coarse volumes of shapes are malformed")

    def _local(self, points: int) -> Array:
        """Return the points of shapes."""
        local = np.zeros((points, 4))
        put_points(local, self._values.shapes.local)
        return local

    def _shape_rows(self) -> Array:
        return rows_of(self._values.shapes.rows, Rows("rows", len, SHAPE))

    def check_characters(self) -> None:
        """Check where the hits of characters are, and what they stand on and weigh on."""
        rows = self._rows["CharacterController.table", "rows"]
        is_used = rows["entity"] > 0
        places, used = np.flatnonzero(is_used) * MOST_HITS, rows[is_used]
        if (used["first_hit"] != places).any():
            raise ValueError("first_hit of CharacterController.table is another")
        self.check_numbers(used["hits"], str(MOST_HITS + 1), 0, "hits of CharacterController.table")
        self.check_numbers(
            used["floor_body"][used["on_floor"] == 1], "bodies", 0, "floor_body of a character"
        )
        # It may be out of date: a step compares its entity.
        room = str(max(self._counts["bodies"], CAPACITY))
        self.check_numbers(used["load_body"][used["load_entity"] > 0], room, 0, "load_body of a character")

    def check_ignored(self) -> None:
        """Check which part of the list of ignored entities is a projectile's."""
        rows = self._rows["Projectile.table", "rows"]
        used, room = rows[rows["entity"] > 0], len(self.value_of("Projectile", "_ignored"))
        self.check_numbers(used["first_ignored"], str(room + 1), 0, "first_ignored of a projectile")
        self.check_numbers(used["ignored"], str(room + 1), 0, "ignored of a projectile")
        ends = used["first_ignored"] + used["ignored"]
        self.check_numbers(ends, str(room + 1), 0, "ignored of a projectile")

    def check_islands(self) -> None:
        """Check that sleeping islands are rings."""
        bodies = self._rows["bodies", "rows"]
        nexts = bodies["next_in_island"][bodies["entity"] > 0]
        if len(np.unique(nexts)) < len(nexts):
            raise ValueError("an island of bodies is no ring")
