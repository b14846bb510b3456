"""Snapshots as documents of the kind "snapshot" (see `document`). `reading` reads them.

| in the header | content |
|---|---|
| `step`, `time`, `next_number`, `dying` | of `Snapshot` and `EsperWorld` |
| `dt` | seconds of the last step, by which numbers of the step follow from the settings |
| `kinds` | components without their rows, each once: `[type, attributes, alias]`, see `component_values` |
| `loose` | components that no world had adopted: `[place, type, attributes]`; rows: columns `loose.<n>` |
| `named` | components of the game: `[type, entity, value]` |
| `values` | by owner and name (`owners.KEPT`): values as trees |
| `rows` | of columns of rows: `[dtype, rows, words a row]`; the latter 0 if they are not packed (`packing`) |
| `ignored` | pairs of entities that ignore each other, by key |
| `hit_shapes` | with a column `hits`: the shapes among these that no collider has, see `caster_hits` |
| `removed` | entities that lost their row since the last step |
| `orders`, `up_to_date`, `joints_bound`, `touched`, `outlived`, `pause`, `shapes` | of `Values` |

Columns: `entities`, the numbers in esper's order; `component_entity` and `component_kind`, of each component
the place in `entities` and in `kinds`; `hits`, what casters have hit (`caster_hits`), if anything;
`<owner>.<name>`: rows, and values that are arrays, without what follows from poses (`boxes`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..arrays import Array
from ..ecs.binding import UNOWNED, Component
from ..ecs.components import Collider, RigidBody
from ..ecs.components.body_options import MassOverrides
from ..query.caster import Caster
from ..world.shapes import FILTER, SHAPE
from .boxes import DERIVED, follow_from_poses
from .caster_hits import write_hits
from .component_values import ComponentValues, describe
from .delta import Whole, write_delta
from .document import write_document
from .dtypes import dtype_to_tree
from .kept import MISSING, RowCopies, Saved, unpacked
from .moved_rows import find_moved_rows
from .owners import KEPT, UNSAVED, value_in
from .packing import Packed
from .references import reference_of
from .snapshot import Snapshot
from .values import to_tree
from .varied import give_back_own, give_back_varied

KIND, VERSION = "snapshot", 1
SHAPE_ROWS = "rows", "filters", "local"

Columns = dict[str, Array]
Described = dict[Any, ComponentValues]  # by what `_StandIns.key` gives, for all snapshots
Header = dict[str, Any]


def write_snapshots(snapshots: Iterable[Snapshot]) -> list[bytes]:
    """Return a document for each snapshot; components that they share are described once."""
    known: Described = {}
    return [write_document(KIND, VERSION, *_written(snapshot, known)) for snapshot in snapshots]


def write_snapshot(snapshot: Snapshot, base: Snapshot | None) -> bytes:
    """Return a snapshot as a document, of what differs from another one if that is given.

    Raises `TypeError` that names the entity and what cannot be saved.
    """
    if base is not None:
        return write_delta(whole_of(snapshot), whole_of(base))
    return write_document(KIND, VERSION, *_written(snapshot))


def whole_of(snapshot: Snapshot) -> Whole:
    """Return a snapshot's header and its columns, none of them packed."""
    header, columns = _written(snapshot)
    for name, (_, rows, width) in header["rows"].items():
        if width:
            columns[name] = unpacked(Packed(columns[name], rows, width))
    return Whole(header, {name: np.ascontiguousarray(column) for name, column in columns.items()})


def _written(snapshot: Snapshot, known: Described | None = None) -> tuple[Header, Columns]:
    """Return the header and the columns of a document; `known`: what has been described before."""
    structure, values = snapshot._structure, snapshot._values
    columns: Columns = {"shapes.enlarged": values.enlarged, "joints.order": values.orders[0]}
    header: Header = {
        "step": snapshot.step,
        "dt": to_tree(value_in(values.owners, "simulation", "context").dt),
        "time": to_tree(snapshot.time),
        "next_number": structure.esper.next_number,
        "dying": sorted(structure.esper.dying),
        "shapes": to_tree(values.shapes.numbers),
        "up_to_date": to_tree(values.up_to_date),
        "joints_bound": values.joints_bound,
        "touched": list(values.touched),
        "removed": list(value_in(values.owners, "registry", "removed")),
        "outlived": list(values.outlived),
        "pause": values.pause,
        "values": {},
        "rows": {},
    }
    _write_components(snapshot, header, columns, {} if known is None else known)
    _write_named(snapshot, header)
    owners = dict(values.owners)
    find_moved_rows(owners)
    for owner in owners:
        _write_owner(owners, owner, header, columns)
    for name, copies, dtype in zip(SHAPE_ROWS, values.shapes[:3], (SHAPE, FILTER, None), strict=True):
        _write_rows(f"shapes.{name}", copies, dtype, header, columns)
    return header, columns


def _write_owner(owners: dict[str, Saved], owner: str, header: Header, columns: Columns) -> None:
    kept, saved = KEPT[owner], owners[owner]
    trees: dict[str, Any] = {}
    for name, value in zip(kept.values, saved, strict=False):
        if (owner, name) in UNSAVED or value is MISSING:
            continue
        if isinstance(value, np.ndarray):
            columns[f"{owner}.{name}"] = value
        else:
            trees[name] = to_tree(value, f"{owner}.{name}")
    header["values"][owner] = trees
    if owner == "ignored":
        header["ignored"] = sorted(dict(zip(kept.values, saved, strict=False))["components"])
    without = DERIVED if owner == "shapes" and follow_from_poses(owners) else ()
    for spec, copies in zip(kept.rows, saved[len(kept.values) :], strict=True):
        if spec.name not in without:
            _write_rows(f"{owner}.{spec.name}", copies, spec.dtype, header, columns)


def _write_rows(
    name: str, copies: RowCopies, dtype: np.dtype[Any] | None, header: Header, columns: Columns
) -> None:
    """Write rows as they were copied; `dtype` of their records, None: see `reading`."""
    if isinstance(copies, Packed):
        columns[name] = copies.words
        header["rows"][name] = [_tree_of(dtype), copies.rows, copies.width]
    else:
        columns[name] = copies
        header["rows"][name] = [_tree_of(dtype), len(copies), 0]


def _tree_of(dtype: np.dtype[Any] | None) -> Any:
    return None if dtype is None else dtype_to_tree(dtype)


# -- components ----------------------------------------------------------------------------------------


def _write_components(snapshot: Snapshot, header: Header, columns: Columns, before: Described) -> None:
    structure, values = snapshot._structure, snapshot._values
    loose = {id(part): state for part, state in zip(structure.loose, values.loose, strict=True)}
    stand_ins = _StandIns(snapshot)
    kinds: list[Any] = []
    known: dict[Any, int] = {}
    texts: dict[str, int] = {}  # so that what has been read is written as it was
    places: list[int] = []
    numbers: list[int] = []
    header["loose"] = []
    casters: dict[int, int] = {}
    for place, (entity, _, items) in enumerate(structure.esper.entities):
        for kind, part in items:
            if not isinstance(part, Component):
                continue
            where = f"entity {entity}: its {type(part).__name__}"
            key, is_by_value = (kind, *stand_ins.key(part)), stand_ins.is_by_value(part)
            if id(part) in loose:
                made: Component = object.__new__(type(part))
                made.__setstate__(loose[id(part)])
                described = describe(made, where)
                if described.words is not None:
                    columns[f"loose.{len(header['loose'])}"] = described.words
                header["loose"].append([len(places), described.type, described.attributes])
                key, is_by_value = (kind, id(part)), False
            if key not in known:
                described = before.get(key) or describe(stand_ins.make(part), where)
                if is_by_value:
                    before[key] = described
                alias = None if kind is type(part) else reference_of(kind)
                line = [described.type, described.attributes, alias]
                text = str(len(kinds)) if id(part) in loose else json.dumps(line, sort_keys=True)
                known[key] = texts.setdefault(text, len(kinds))
                if known[key] == len(kinds):
                    kinds.append(line)
            if isinstance(part, Caster):
                casters[id(part)] = len(places)
            places.append(place)
            numbers.append(known[key])
    hits, shapes = write_hits(snapshot, casters)
    if len(hits):
        columns["hits"], header["hit_shapes"] = hits, shapes
    header["kinds"] = kinds
    columns["entities"] = np.array([one.number for one in structure.esper.entities], np.int64)
    columns["component_entity"] = np.array(places, np.int32)
    columns["component_kind"] = np.array(numbers, np.int32)


class _StandIns:
    """Components with the attributes that others had when a snapshot was taken."""

    def __init__(self, snapshot: Snapshot):
        structure, attributes = snapshot._structure, snapshot._structure.attributes
        self._colliders = {id(one): (shapes, settings) for one, shapes, settings in attributes.colliders}
        self._overrides = {
            id(one): (mass, inertia, calls) for one, mass, inertia, calls in attributes.overrides
        }
        varied = zip(structure.varied, snapshot._values.varied, strict=True)
        self._varied = {id(one): values for one, values in varied}
        self._texts: dict[Any, str] = {}  # of shapes and settings

    def is_by_value(self, part: Component) -> bool:
        """Whether `key` fits components of other snapshots, too."""
        return id(part) not in self._varied and id(part) not in self._overrides

    def key(self, part: Component) -> tuple[Any, ...]:
        """Return what components have in common that one description fits."""
        if not self.is_by_value(part):
            return (id(part),)
        if isinstance(part, Collider):
            shapes, settings = self._colliders.get(id(part), (part._shapes, part._settings))
            ids = id(shapes), id(settings)
            text = self._texts.get(ids)
            if text is None:
                arguments = [(type(shape), shape._arguments()) for shape in shapes]
                values = [getattr(settings, name) for name in settings.__slots__ if name != "shared"]
                text = self._texts[ids] = repr((arguments, values))  # unlike `==`, tells -0.0 from 0.0
            return type(part), text
        return (type(part),)

    def make(self, part: Component) -> Any:
        """Return a component with the attributes that this one had."""
        made: Any = object.__new__(type(part))
        if isinstance(part, (Collider, Caster)):
            made._rows, made._at = UNOWNED, 0
        else:
            made._stage()
        if isinstance(part, Collider):
            made._shapes, made._settings = self._colliders.get(id(part), (part._shapes, part._settings))
        elif isinstance(part, RigidBody):
            made._overrides = MassOverrides(*self._overrides.get(id(part), (None, None, ())))
        if id(part) in self._varied:
            values = self._varied[id(part)]
            if isinstance(part, Caster):
                made._settings = SimpleNamespace(**values[1])
                give_back_own(made, values[0])
            else:
                give_back_varied(made, values)
        return made


def _write_named(snapshot: Snapshot, header: Header) -> None:
    """Write the components of the game."""
    header["named"] = [
        [reference_of(kind), entity, to_tree(component, f"entity {entity}: {kind.__name__}")]
        for kind, components in snapshot._named.items()
        for entity, component in components.items()
    ]
