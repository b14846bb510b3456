"""Who may meet beyond layers, masks and groups: ignored pairs, and what a game's own filters say.

Asking a filter about 4,800 pairs at once costs 0.5 ms when it is compiled by numba and 2.5 ms when it is a
Python function (`benchmarks/hooks.py`, 2026-11-21). A pair is asked about once, so few are in a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Flags, Ints
from ..compile import loop_around, plain
from ..contacts.table import bodies_of, remove_contacts_of, table_of
from ..spatial.index_update import repeat_pair_search
from ..spatial.pair_keys import pair_keys, split_keys
from ..world.bodies import STATIC
from ..world.contacts import FILTERED, PairTable
from ..world.state import World
from .ignored import IgnoredPairs, entities_of_key
from .scope import TypeMatcher, Types

Filter = Callable[[int, int], Any]


class PairFilter(NamedTuple):
    """A game's filter: asks it about pairs (`first`, `second`) and clears `kept` where it says no."""

    function: Filter
    types: Types
    ask: Callable[[Ints, Ints, Flags], None]


def make_loop(function: Any) -> Any:
    """A loop around a filter."""

    def ask(first: Ints, second: Ints, kept: Flags) -> None:
        for i in range(len(first)):
            if kept[i] and not function(first[i], second[i]):
                kept[i] = False

    return ask


def make_pair_filter(function: Filter, types: Types) -> PairFilter:
    """A filter ready to be asked; one that was compiled with numba gets a compiled loop, at once."""
    if not callable(function):
        raise TypeError(f"a filter must be callable, got {function!r}")
    if plain(function) is None:
        return PairFilter(function, types, lambda a, b, kept: _ask_python(function, a, b, kept))
    ask: Any = loop_around(function, make_loop)
    try:
        ask(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, bool))
    except Exception as error:
        raise TypeError(f"the filter {function!r} must compile for two int64 entities: {error}") from error
    return PairFilter(function, types, ask)


def _ask_python(function: Filter, first: Ints, second: Ints, kept: Flags) -> None:
    for i, a, b in zip(range(len(kept)), first.tolist(), second.tolist(), strict=True):
        kept[i] = kept[i] and bool(function(a, b))


class PairFilterStage:
    """What a world asks before it makes a pair, and again when something about it changed."""

    def __init__(self, world: World, scopes: TypeMatcher, ignored: IgnoredPairs):
        self._world = world
        self._scopes = scopes
        self.ignored = ignored
        self.filters: list[PairFilter] = []
        self._again: set[int] | None = set()  # entities to be asked about again; None: all
        self._changed = False  # who is ignored, or whom to ask about again

    def change(self, entities: Iterable[int] | None = ()) -> None:
        """Something changed: filters about all pairs of these entities (None: of all), or who is ignored."""
        self._changed = True
        if entities is None:
            self._again = None
        elif self._again is not None:
            self._again.update(entities)
        self._world.filter_pairs = self.filter_pairs if self.filters or len(self.ignored) else None

    def update(self, new: Iterable[int], step: int) -> None:
        """Before a step: forget the dead and what is over, then part and find again what follows from it.

        `new` are numbers of entities that left or came; an entity may have the number of a dead one.
        """
        if len(self.ignored):
            self.ignored.forget_dead(new)
            for key in self.ignored.due(step):
                self.meet_again(key)
        if not self._changed:
            return
        self.change()
        for table in (self._world.solid, self._world.triggers):
            self._part(table)
        self._find()
        self._again = set()
        self._changed = False
        self._world.has_unknown_touches = True

    def meet_again(self, key: int) -> None:
        """Ignore a pair of entities no longer."""
        if self.ignored.remove(key):
            self.change(entities_of_key(key))

    def filter_pairs(self, keys: Ints) -> Ints:
        """Those of sorted pair keys of shapes that may become contacts."""
        if not len(keys):
            return keys
        bodies = self._world.shapes.rows.view(np.ndarray)["body"]
        a, b = split_keys(keys)
        return keys[self._allowed(bodies[a], bodies[b], self._met())]

    def _met(self) -> Ints:
        """The keys of all pairs of entities that filters have let meet."""
        entities = self._world.bodies.rows.view(np.ndarray)["entity"]
        keys = []
        for table in (self._world.solid, self._world.triggers):
            body_a, body_b = bodies_of(self._world, table)
            keys.append(pair_keys(entities[body_a], entities[body_b]))
        return np.concatenate(keys)

    def _allowed(
        self, body_a: Ints, body_b: Ints, met: Ints, filters: list[PairFilter] | None = None
    ) -> Flags:
        """Which pairs of rows of bodies may meet; filters are asked once about two entities, not of `met`."""
        entities = self._world.bodies.rows.view(np.ndarray)["entity"]
        swapped = entities[body_a] > entities[body_b]
        body_a, body_b = np.where(swapped, body_b, body_a), np.where(swapped, body_a, body_b)
        keys, first, back = np.unique(
            pair_keys(entities[body_a], entities[body_b]), return_index=True, return_inverse=True
        )
        body_a, body_b = body_a[first], body_b[first]
        kept = np.isin(keys, self.ignored.keys, invert=True)
        new = np.isin(keys, met, invert=True)
        for one in self.filters if filters is None else filters:
            straight, crossed = self._scopes.match(one.types, body_a, body_b)
            asked = np.flatnonzero(kept & new & (straight | crossed))
            turn = crossed[asked]
            a, b = entities[body_a[asked]], entities[body_b[asked]]
            answers = np.ones(len(asked), bool)
            one.ask(np.where(turn, b, a), np.where(turn, a, b), answers)
            kept[asked] = answers
        return kept[back]

    def refusal(self, a: int, b: int) -> Filter | None:
        """The first filter that says no to two entities that take part, if one does."""
        nobody = np.zeros(0, np.int64)
        row_a, row_b = (np.array([self._world.row_of(entity)]) for entity in (a, b))
        for one in self.filters:
            if not self._allowed(row_a, row_b, nobody, [one])[0]:
                return one.function
        return None

    def _part(self, table: PairTable) -> None:
        """End the pairs that may not meet any more."""
        world, pairs = self._world, table.pairs[: table.pairs_end].view(np.ndarray)
        body_a, body_b = bodies_of(world, table)
        rows = np.flatnonzero(pairs["entity_a"] > 0)
        if not len(rows) + len(body_a):
            return
        body_a, body_b = np.append(body_a, pairs["body_a"][rows]), np.append(body_b, pairs["body_b"][rows])
        met = np.zeros(0, np.int64)
        if self._again is not None:
            entities = world.bodies.rows.view(np.ndarray)["entity"]
            again = np.array(sorted(self._again), np.int64)
            ask = np.isin(entities[body_a], again) | np.isin(entities[body_b], again)
            met = pair_keys(entities[body_a], entities[body_b])[~ask]
        refused = ~self._allowed(body_a, body_b, met)
        if refused.any():
            of_contacts, of_pairs = np.split(refused, [table.contact_count])
            pairs["reason"][rows[of_pairs]] = FILTERED
            world.contacts_removed = True
            nobody = np.zeros(len(world.bodies.rows), np.int64)
            cuts = np.where(of_contacts, FILTERED, 0)
            woken = remove_contacts_of(table_of(table), world.bodies.rows, world.shapes.rows, nobody, cuts)
            world.awake_stale = world.awake_stale or woken > 0

    def _find(self) -> None:
        """Find the pairs anew of those who may meet again."""
        bodies = self._world.bodies.rows[: self._world.bodies.count].view(np.ndarray)
        if self._again is None:  # one of two can move, so movers will do
            chosen = (bodies["entity"] > 0) & (bodies["kind"] != STATIC)
        else:
            chosen = np.isin(bodies["entity"], np.array(sorted(self._again), np.int64))
        rows = np.flatnonzero(chosen)
        if len(rows):
            repeat_pair_search(self._world, rows)
