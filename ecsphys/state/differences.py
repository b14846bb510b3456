"""What differs between two snapshots: entities, components and fields by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import numpy as np

from ..arrays import FREE, Array
from ..ecs.components import JOINT_KINDS, Transform
from ..spatial.pair_keys import pair_keys
from ..world.bodies import BODY, MOTION, POSES
from .caster_hits import casters_of, colliders_of
from .component_values import fields_of
from .owners import KEPT, rows_in
from .snapshot import Snapshot

_CHARACTERS = "CharacterController.table"
_TABLES = "Area.table", "ConstantForce.table", _CHARACTERS, "Projectile.table"
_NUMBERS = {  # of rows and entities in other tables: they may differ between equal worlds
    "body", "body_a", "body_b", "first_shape", "next_in_island", "floor", "token", "first_hit",
    "last_pierced", "first_ignored", "first_contact", "deepest_contact", "fastest_contact", "next_free",
    "updated_in", "visits", "floor_body", "floor_proxy", "load_body",
}  # fmt: skip


class Difference(NamedTuple):
    """A field of which two snapshots hold different values, `a` and `b`.

    `entity` is 0 for the world itself. `component` is the name of its type; "Collision" and "Trigger" are
    of a pair, whose other entity is `other`. `field` is "exists" where only one of the two has the component.

    >>> from ecsphys import Physics
    >>> from ecsphys.state import diff
    >>> physics = Physics(gravity=(0, -10))
    >>> before = physics.snapshot()
    >>> physics.gravity = 0, -20
    >>> for difference in diff(before, physics.snapshot()):
    ...     print(difference.component, difference.field, difference.a, difference.b)
    ...
    Physics gravity Vec2(x=0.0, y=-10.0) Vec2(x=0.0, y=-20.0)
    """

    entity: int  # 0: the world itself
    component: str  # name of its type; "Collision" and "Trigger": of a pair, whose other entity is `other`
    field: str  # "exists": only one of the two has it
    a: Any
    b: Any
    other: int = 0

    def __str__(self) -> str:
        where = f"entity {self.entity}" if self.entity else "Physics"
        pair = f" with {self.other}" if self.other else ""
        return f"{where}{pair}: {self.component}.{self.field} is {self.a!r} and {self.b!r}"


def diff(a: Snapshot, b: Snapshot) -> list[Difference]:
    """Return all that differs between two snapshots, by entity; empty for states with equal bits.

    Row numbers inside the engine are not compared: two worlds may be equal in all that a game can see and
    differ in them. Raises `TypeError` for anything but two snapshots.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> from ecsphys.state import diff
    >>> physics, place = Physics(), Transform()
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(place, RigidBody(), Collider(Circle(5)))
    >>> before = physics.snapshot()
    >>> place.x = 3.0
    >>> [str(difference) for difference in diff(before, physics.snapshot())]
    ['entity 1: Transform.previous_x is 0.0 and 3.0', 'entity 1: Transform.x is 0.0 and 3.0']
    """
    for snapshot in (a, b):
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"diff takes two Snapshots, got {snapshot!r}")
    found = [*_of_world(a, b), *_of_entities(a, b), *_of_bodies(a, b), *_of_joints(a, b), *_of_tables(a, b)]
    found += [*_of_pairs(a, b, "solid", "Collision"), *_of_pairs(a, b, "triggers", "Trigger")]
    found += [*_of_colliders(a, b), *_of_characters(a, b), *_of_casters(a, b), *_of_loose(a, b)]
    found += _of_named(a, b)
    return sorted(found, key=lambda one: (one.entity, one.other))


def _values(snapshot: Snapshot, owner: str) -> dict[str, Any]:
    """Return the plain values of an owner."""
    return dict(zip(KEPT[owner].values, snapshot._values.owners[owner], strict=False))


def _rows(snapshot: Snapshot, owner: str, name: str = "rows") -> Array:
    """Return rows of an owner."""
    return rows_in(snapshot._values.owners, owner, name)


def _of_world(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare clocks and settings."""
    for owner in ("clock", "simulation"):
        first, second = _values(a, owner), _values(b, owner)
        for name in first:
            if name in ("context", "_index_outdated", "_rows_lent"):
                continue
            yield from _compare(0, "Physics", name.removeprefix("_"), first[name], second[name])


def _compare(entity: int, component: str, name: str, a: Any, b: Any) -> Iterator[Difference]:
    """Compare two values, dataclasses field by field."""
    if type(a) is type(b) and is_dataclass(a):
        for field in fields(a):
            yield from _compare(entity, component, field.name, getattr(a, field.name), getattr(b, field.name))
    elif not _is_equal(a, b):
        yield Difference(entity, component, name, a, b)


def _is_equal(a: Any, b: Any) -> bool:
    """Whether two values are equal, NaN to NaN."""
    equality: Any = type(a).__eq__
    if a is not b and type(a) is type(b) and equality is object.__eq__:
        return _are_alike(a, b)
    try:
        return bool(a == b) or (a != a and b != b)
    except ValueError:  # arrays
        return bool(np.array_equal(a, b))


def _are_alike(a: Any, b: Any) -> bool:
    """Whether two objects that know no equality have the same state: random generators, say."""
    if isinstance(a, np.random.Generator):
        return str(a.bit_generator.state) == str(b.bit_generator.state)
    try:
        return bool(a.__reduce_ex__(2)[1:3] == b.__reduce_ex__(2)[1:3])
    except (TypeError, ValueError):
        return False


def _of_entities(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare which entities there are, and which types of components they have."""
    first, second = (
        {one.number: [kind.__name__ for kind, _ in one.items] for one in snapshot._structure.esper.entities}
        for snapshot in (a, b)
    )
    for entity in sorted(first.keys() | second.keys()):
        kinds_a, kinds_b = first.get(entity), second.get(entity)
        if kinds_a is None or kinds_b is None:
            yield Difference(entity, "entity", "exists", kinds_a is not None, kinds_b is not None)
            continue
        for kind in sorted(set(kinds_a) ^ set(kinds_b)):
            yield Difference(entity, kind, "exists", kind in kinds_a, kind in kinds_b)


def _of_rows(a: Array, b: Array, names: dict[str, str], keys: tuple[Array, Array]) -> Iterator[Difference]:
    """Compare records with equal keys: entities, or pairs of entities as `pair_keys`.

    `names`: the component of each field that is compared.
    """
    _, in_a, in_b = np.intersect1d(*keys, return_indices=True)
    a, b = a[in_a], b[in_b]
    if a.tobytes() == b.tobytes():
        return
    for name, component in names.items():
        one, two = a[name], b[name]
        differs = (one != two) & ~((one != one) & (two != two))
        for k in np.flatnonzero(differs).tolist():
            record = a[k]
            fields_ = record.dtype.names or ()
            entity = int(record["entity" if "entity" in fields_ else "entity_a"])
            other = 0 if "entity" in fields_ else int(record["entity_b"])
            yield Difference(entity, component, name, one[k].item(), two[k].item(), other)


def _of_bodies(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare transforms and bodies."""
    names = BODY.names or ()
    words = [BODY.fields[name][1] // 8 for name in names] if BODY.fields else []
    of = {}
    for name, word in zip(names, words, strict=True):
        if name in _NUMBERS or name == "entity":
            continue
        of[name] = "Transform" if POSES[0] <= word < POSES[1] else "RigidBody"
    assert MOTION[0] == POSES[1]
    yield from _of_keyed(_rows(a, "bodies"), _rows(b, "bodies"), of)


def _of_keyed(a: Array, b: Array, names: dict[str, str]) -> Iterator[Difference]:
    """Compare rows by entity."""
    a, b = a[a["entity"] > FREE], b[b["entity"] > FREE]
    yield from _of_rows(a, b, names, (a["entity"], b["entity"]))


def _of_joints(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare joints, by their types."""
    first, second = _rows(a, "joints"), _rows(b, "joints")
    compared = [name for name in first.dtype.names or () if name not in _NUMBERS and name != "entity"]
    for number, kind in enumerate(JOINT_KINDS):
        names = dict.fromkeys(compared, kind.__name__)
        yield from _of_keyed(first[first["type"] == number], second, names)


def _of_tables(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare the other components with rows."""
    for owner in _TABLES:
        if owner in a._values.owners and owner in b._values.owners:
            first, second = _rows(a, owner), _rows(b, owner)
            component = owner.partition(".")[0]
            names = dict.fromkeys(set(first.dtype.names or ()) - _NUMBERS - {"entity", "hits"}, component)
            yield from _of_keyed(first, second, names)


def _of_colliders(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare the shapes and settings of colliders."""
    if a._structure is b._structure:
        return
    first, second = colliders_of(a), colliders_of(b)
    for entity in sorted(first.keys() & second.keys()):
        (shapes, one), (others, two) = first[entity], second[entity]
        yield from _compare(entity, "Collider", "shapes", shapes, others)
        for name in () if one is two else one.__slots__:
            if name != "shared":
                yield from _compare(entity, "Collider", name, getattr(one, name), getattr(two, name))


def _of_characters(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare what characters touched."""
    first, second = _touches(a), _touches(b)
    for entity in first.keys() & second.keys():
        yield from _compare(entity, "CharacterController", "hits", first[entity], second[entity])


def _touches(snapshot: Snapshot) -> dict[int, list[Any]]:
    """Return the surfaces that characters touched in the last step, by entity."""
    if _CHARACTERS not in snapshot._values.owners:
        return {}
    rows, hits = _rows(snapshot, _CHARACTERS), _rows(snapshot, _CHARACTERS, "hits")
    plain, spans = hits[["entity", "nx", "ny", "x", "y"]], rows[["entity", "first_hit", "hits"]].tolist()
    return {entity: plain[first : first + count].tolist() for entity, first, count in spans if entity > FREE}


def _of_casters(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare the settings and the hits of casters."""
    first, second = _casters(a), _casters(b)
    for (entity, name), (settings, hits) in first.items():
        if (entity, name) in second:
            others, other_hits = second[entity, name]
            for setting, value in settings.items():
                yield from _compare(entity, name, setting, value, others.get(setting))
            yield from _compare(entity, name, "hits", hits, other_hits)


def _casters(snapshot: Snapshot) -> dict[tuple[int, str], tuple[dict[str, Any], list[Any]]]:
    """Return settings and hits of casters, by entity and name of the type."""
    held = {id(caster): (settings, hits) for caster, settings, hits in casters_of(snapshot)}
    return {
        (one.number, kind.__name__): held[id(part)]
        for one in snapshot._structure.esper.entities
        for kind, part in one.items
        if id(part) in held
    }


def _of_loose(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare the Transforms of entities without a body."""
    first, second = _loose_transforms(a), _loose_transforms(b)
    for entity in first.keys() & second.keys():
        one, two = first[entity], second[entity]
        for name in one.dtype.names or ():
            yield from _compare(entity, "Transform", name, one[name].item(), two[name].item())


def _loose_transforms(snapshot: Snapshot) -> dict[int, Array]:
    """Return the rows of mere Transforms, by entity."""
    structure = snapshot._structure
    words = {id(one): state[0] for one, state in zip(structure.loose, snapshot._values.loose, strict=True)}
    return {
        one.number: fields_of(Transform, words[id(part)])
        for one in structure.esper.entities
        for kind, part in one.items
        if kind is Transform and id(part) in words
    }


def _of_pairs(a: Snapshot, b: Snapshot, owner: str, component: str) -> Iterator[Difference]:
    """Compare which entities touch, since when and how hard."""
    first, second = (_active_pairs(snapshot, owner) for snapshot in (a, b))
    keys_a, keys_b = (pair_keys(rows["entity_a"], rows["entity_b"]) for rows in (first, second))
    for rows, own, others, is_a in ((first, keys_a, keys_b, True), (second, keys_b, keys_a, False)):
        for k in np.flatnonzero(~np.isin(own, others)).tolist():
            one, two = int(rows["entity_a"][k]), int(rows["entity_b"][k])
            yield Difference(one, component, "exists", is_a, not is_a, two)
    names = set(first.dtype.names or ()) - _NUMBERS - {"entity_a", "entity_b"}
    yield from _of_rows(first, second, dict.fromkeys(sorted(names), component), (keys_a, keys_b))


def _active_pairs(snapshot: Snapshot, owner: str) -> Array:
    """Return the pairs that touch, or have not ended yet."""
    pairs, active = _rows(snapshot, owner, "pairs"), _rows(snapshot, owner, "active")
    return pairs[active.reshape(-1)]


def named_differ(a: Snapshot, b: Snapshot) -> bool:
    """Whether the components of the game that both have differ."""
    common = a._named.keys() & b._named.keys()
    if any(a._named[kind].keys() != b._named[kind].keys() for kind in common):
        return True
    return next(_of_named(a, b), None) is not None


def _of_named(a: Snapshot, b: Snapshot) -> Iterator[Difference]:
    """Compare the components of the game."""
    for kind in a._named.keys() & b._named.keys():
        first, second = a._named[kind], b._named[kind]
        for entity in sorted(first.keys() & second.keys()):
            one, two = first[entity], second[entity]
            if is_dataclass(one) or not hasattr(one, "__dict__"):
                yield from _compare(entity, kind.__name__, "value", one, two)
                continue
            for name in sorted(vars(one).keys() | vars(two).keys()):
                yield from _compare(entity, kind.__name__, name, vars(one).get(name), vars(two).get(name))
