"""Snapshots from documents that `writing` wrote, in this process or another one."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..arrays import Array, grown
from ..ecs.binding import Component
from ..ecs.components import JOINT_KINDS, Collider, Joint, RigidBody, Transform
from ..ecs.components.body_options import NO_OVERRIDES
from ..math2d import check
from ..settings_checks import checked
from ..spatial.pair_keys import split_key
from ..world.bodies import NONE
from ..world.shapes import FILTER, SHAPE
from .boxes import DERIVED, blank_boxes, derive_boxes
from .caster_hits import read_hits
from .checks import check_clock, check_rows
from .component_values import ComponentValues, build
from .delta import OtherBase, Whole, read_delta
from .document import read_document
from .dtypes import adapt_rows, dtype_from_tree
from .esper_world import EsperEntity, EsperWorld
from .game_components import Kept as Named
from .kept import MISSING, RowCopies, Rows, Saved, copy_rows, packed, rows_of
from .moved_rows import find_moved_rows
from .owners import KEPT, TABLES, rows_in
from .packing import Packed
from .prototypes import Prototypes
from .references import Names, find, reference_of, renamed, spelled_as, spellings
from .snapshot import ShapeArrays, Snapshot, Values
from .structure import Structure, is_loose, take_attributes
from .values import from_tree
from .varied import take_varied, varies
from .writing import KIND, SHAPE_ROWS, VERSION, whole_of

_REAL = np.dtype(np.float64)
_SHAPE_SPECS = (
    Rows("rows", len, SHAPE),
    Rows("filters", len, FILTER),
    Rows("local", len, _REAL, 4),
)

# Types of rows that a file does not name: files from before coarse volumes do not name that of shapes.
_UNNAMED = {"shapes.rows": np.dtype([(name, SHAPE[name]) for name in SHAPE.names or () if name != "coarse"])}


def read_snapshot(
    data: bytes | bytearray | memoryview,
    base: Snapshot | None,
    prototypes: Prototypes | None = None,
    names: Names | None = None,
) -> Snapshot:
    """Return the snapshot of a document; `base`: the one that a delta goes with.

    `prototypes`: what other documents with such components have been read with. `names`: see `references`.

    Raises `ValueError` that says what is malformed.
    """
    with renamed(names):
        return _read(data, base, prototypes or Prototypes())


def _read(data: bytes | bytearray | memoryview, base: Snapshot | None, prototypes: Prototypes) -> Snapshot:
    try:
        if base is None:
            document = read_document(data, KIND, VERSION)
            return _Reader(document.header, document.columns, prototypes).snapshot()
        return _Reader(*_packed(_with_delta(base, data)), prototypes).snapshot()
    except ValueError:
        raise
    except Exception as error:  # of whatever a malformed document leads to
        raise ValueError(f"the snapshot is malformed: {type(error).__name__}: {error}") from error


def _with_delta(base: Snapshot, data: bytes | bytearray | memoryview) -> Whole:
    """Return what a delta makes of a snapshot, which another program may have written with other names."""
    problems: list[OtherBase] = []
    for names in spellings():
        try:
            with spelled_as(names):
                return read_delta(data, whole_of(base))
        except OtherBase as error:
            problems.append(error)
    raise problems[0]


class _Reader:
    """Builds a snapshot from one document."""

    def __init__(self, header: dict[str, Any], columns: dict[str, Array], prototypes: Prototypes):
        self._prototypes = prototypes
        self._header = header
        self._columns = columns

    def snapshot(self) -> Snapshot:
        """Return the snapshot."""
        header, owners = self._header, {owner: self._owner(owner) for owner in self._header["values"]}
        owners["simulation"] = self._simulation(owners)
        check_clock(dict(zip(KEPT["clock"].values, owners["clock"], strict=True)))
        named = self._named()
        structure = self._structure(owners, named)
        owners["ignored"] = self._ignored(owners["ignored"], structure)
        owners["registry"] = self._registry(owners["registry"])
        find_moved_rows(owners)
        present = {one.number for one in structure.esper.entities}
        values = Values(
            owners,
            self._columns["shapes.enlarged"].copy(),
            self._shapes,
            (self._columns["joints.order"].astype(np.int64),),
            tuple((bool(a), bool(b)) for a, b in from_tree(header["up_to_date"])),
            bool(header["joints_bound"]),
            tuple(map(int, header["touched"])),
            tuple(one for one in map(int, header.get("outlived", ())) if one in present),
            tuple(part.__getstate__() for part in structure.loose),
            tuple(map(take_varied, structure.varied)),
            int(header["pause"]),
        )
        check_rows(values, structure.parts)
        if any(f"shapes.{name}" not in self._columns for name in DERIVED):
            derive_boxes(values)
        step, time = int(header["step"]), from_tree(header["time"])
        return Snapshot(structure, values, named, step, time, None)

    # -- rows and values ---------------------------------------------------------------------------

    def _owner(self, owner: str) -> Saved:
        kept, trees = KEPT[owner], self._header["values"][owner]
        values: list[Any] = []
        for name in kept.values:
            if name in trees:
                values.append(from_tree(trees[name], f"{owner}.{name}"))
            elif f"{owner}.{name}" in self._columns:
                column = self._columns[f"{owner}.{name}"]
                values.append(grown(column, len(column)))  # records, where it has fields
            else:
                values.append(_EMPTY.get((owner, name), MISSING))
        return (*values, *[self._rows(f"{owner}.{spec.name}", spec) for spec in kept.rows])

    def _simulation(self, owners: dict[str, Saved]) -> Saved:
        """Return the settings, checked, and the numbers of a step that follow from them."""
        values = dict(zip(KEPT["simulation"].values, owners["simulation"], strict=True))
        settings = values["settings"] = checked(values["settings"])
        values["context"] = settings.replaced(
            step=check.positive(from_tree(self._header["dt"]), "dt")
        ).context()
        return tuple(values.values())

    def _rows(self, name: str, spec: Rows) -> RowCopies:
        """Return rows, adapted to the fields of this version."""
        if name not in self._header["rows"] and spec.name in DERIVED:
            return blank_boxes(spec.name, self._shapes)
        tree, count, width = self._header["rows"][name]
        column = np.array(self._columns[name])
        if width == 0:
            if spec.dtype.names is None:
                return column.copy()
            copies: RowCopies = column
        else:
            _check_packed(column, int(count), int(width), name)
            copies = Packed(column, int(count), int(width))
        dtype = _UNNAMED.get(name, spec.dtype) if tree is None else dtype_from_tree(tree)
        if dtype == spec.dtype:
            return copies
        rows = rows_of(copies, spec._replace(dtype=dtype))
        return copy_rows(adapt_rows(rows, spec.dtype))

    @cached_property
    def _shapes(self) -> ShapeArrays:
        rows, filters, local = (
            self._rows(f"shapes.{name}", spec) for name, spec in zip(SHAPE_ROWS, _SHAPE_SPECS, strict=True)
        )
        return ShapeArrays(rows, filters, local, from_tree(self._header["shapes"]))

    def _registry(self, saved: Saved) -> Saved:
        """Return what has changed since the last step; what removed entities had is not known any more."""
        values = dict(zip(KEPT["registry"].values, saved, strict=True))
        values["removed"] = {int(entity): {} for entity in self._header.get("removed", ())}
        values["added"] = list(map(int, values["added"]))
        return tuple(values.values())

    def _ignored(self, saved: Saved, structure: Structure) -> Saved:
        """Return the ignored pairs, with the dicts of the entities that are to come."""
        values = dict(zip(KEPT["ignored"].values, saved, strict=True))
        of = {one.number: one.components for one in structure.esper.entities}
        values["components"], values["_keys_of"] = {}, {}
        for key in map(int, self._header["ignored"]):
            pair = split_key(key)
            if all(entity in of for entity in pair):
                values["components"][key] = tuple(of[entity] for entity in pair)
                for entity in pair:
                    values["_keys_of"].setdefault(entity, set()).add(key)
        return tuple(values.values())

    # -- components --------------------------------------------------------------------------------

    def _structure(self, owners: dict[str, Saved], named: Named) -> Structure:
        """Return entities with new components."""
        header, columns = self._header, self._columns
        items, loose, made = self._components()
        numbers: list[int] = columns["entities"].tolist()
        of_number = dict(zip(numbers, items, strict=True))
        for kind, components in named.items():
            for entity, component in components.items():
                of_number[entity][kind] = component
        entities = tuple(
            EsperEntity(number, dict(parts), tuple(parts.items())) for number, parts in of_number.items()
        )
        world = EsperWorld(entities, frozenset(map(int, header["dying"])), int(header["next_number"]))
        of = {one.number: one.components for one in entities}
        if "hits" in columns:
            read_hits(columns["hits"], header["hit_shapes"], made, of)
        parts = tuple(_parts_of(of, entity) for entity in rows_in(owners, "bodies")["entity"].tolist())
        return Structure(
            world,
            parts,
            tuple(_members(of, owners, table, loose) for table in TABLES if table in owners),
            take_attributes(parts),
            tuple(loose),
            tuple(part for one in entities for _, part in one.items if varies(part)),
        )

    def _components(self) -> tuple[list[dict[type, Any]], list[Component], list[Component]]:
        """Return new components of ecsphys, by entity and type; those that no world had adopted; and all."""
        header, columns = self._header, self._columns
        items: list[dict[type, Any]] = [{} for _ in columns["entities"]]
        loose_at = {int(place): number for number, (place, _, _) in enumerate(header["loose"])}
        loose: list[Component] = []
        made: list[Component] = []
        kinds = [self._prototypes.find(entry) for entry in header["kinds"]]
        pairs = zip(columns["component_entity"].tolist(), columns["component_kind"].tolist(), strict=True)
        for number, (place, kind) in enumerate(pairs):
            if number in loose_at:
                _, reference, attributes = header["loose"][loose_at[number]]
                words = columns.get(f"loose.{loose_at[number]}")
                part = build(ComponentValues(reference, words, attributes))
                if is_loose(part):  # casters were once among them
                    loose.append(part)
            else:
                part = kinds[kind].make()
            if isinstance(part, RigidBody) and part._overrides.is_empty():
                part._overrides = NO_OVERRIDES
            alias = kinds[kind].alias
            items[place][type(part) if alias is None else alias] = part
            made.append(part)
        return items, loose, made

    def _named(self) -> Named:
        named: Named = {}
        for reference, entity, tree in self._header["named"]:
            named.setdefault(find(reference), {})[int(entity)] = from_tree(tree, f"entity {entity}")
        return named


_NO_ATTRIBUTES: Any = {"own": {}, "others": {}}
_EMPTY: dict[tuple[str, str], Any] = {
    ("bodies", "deferred_calls"): [],
    ("registry", "removed"): {},
    ("registry", "added"): [],
    ("joint_adoption", "_mistakes"): {},
}


def _parts_of(of: dict[int, dict[type, Any]], entity: int) -> tuple[Any, ...]:
    if entity <= 0:
        return NONE
    components = of[entity]
    return components[Transform], components.get(RigidBody), components.get(Collider)


def _members(
    of: dict[int, dict[type, Any]], owners: dict[str, Saved], table: str, loose: list[Component]
) -> dict[int, Any]:
    """Return the members of a table, by entity."""
    kinds, new = TABLES[table], set(map(id, loose))
    members: dict[int, Any] = {}
    rows = rows_in(owners, table)
    for row, entity in zip(rows, rows["entity"].tolist(), strict=True):
        if entity <= 0:
            continue
        fitting = [part for part in of.get(entity, {}).values() if isinstance(part, kinds)]
        own = [part for part in fitting if id(part) not in new]
        if not own:  # it was deleted, removed or replaced, which the table notices in the next step
            kind: type[Component] = JOINT_KINDS[row["type"]] if kinds is Joint else kinds
            own = [build(ComponentValues(reference_of(kind), None, _NO_ATTRIBUTES))]
        (members[entity],) = own
    return members


def _packed(whole: Whole) -> Whole:
    """Return columns as documents of snapshots have them."""
    header, columns = whole
    for name, (_, rows, width) in header["rows"].items():
        if width:
            if columns[name].shape != (rows, width):
                raise ValueError(f"the column {name} must have {rows} rows of {width} words")
            columns[name] = packed(columns[name]).words
    return whole


def _check_packed(words: Array, rows: int, width: int, name: str) -> None:
    """Raise `ValueError` for packed words that do not make so many rows."""
    at = 0
    if words.ndim != 1 or words.dtype != np.int64 or not 0 < width < 64:
        raise ValueError(f"the column {name} is not packed")
    masks = words.tolist()
    for _ in range(rows):
        if at >= len(masks) - 1 or masks[at] >> width or (at == 0 and masks[at] + 1 != 1 << width):
            raise ValueError(f"the column {name} does not hold {rows} rows of {width} words")
        at += 1 + masks[at].bit_count()
    if at != len(masks) - 1:
        raise ValueError(f"the column {name} does not end with {rows} rows")
