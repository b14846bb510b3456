"""Which pairs may collide, beyond layers, masks and groups: ignored pairs and the game's pair filters.

To call a filter for 4,800 pairs at once costs 0.5 ms when it is compiled by numba and 2.5 ms when it is a
Python function (`benchmarks/hooks.py`, 2026-11-21). Filters are called once for a pair, so few are in a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from ..arrays import FREE, Flags, Ints
from ..compile import compile_loop, python_function
from ..contacts.table import bodies_of, table_of
from ..spatial.index_update import repeat_pair_search
from ..spatial.pair_keys import pair_key, pair_keys, split_key, split_keys
from ..world.base_world import BaseWorld
from ..world.bodies import STATIC
from ..world.contacts import FILTERED, PairTable
from .ignored import IgnoredPairs
from .scope import TypeMatcher, Types

Filter = Callable[[int, int], Any]

_NO_KEYS = np.zeros(0, np.int64)


class PairFilter(NamedTuple):
    """A game's filter. `call` runs it on pairs of entities and clears `allowed` where it returns False."""

    function: Filter
    types: Types
    call: Callable[[Ints, Ints, Flags], None]


def make_loop(function: Any) -> Any:
    """Return a loop around a filter."""

    def call(first: Ints, second: Ints, allowed: Flags) -> None:
        for i in range(len(first)):
            if allowed[i] and not function(first[i], second[i]):
                allowed[i] = False

    return call


def make_pair_filter(function: Filter, types: Types) -> PairFilter:
    """Return a filter ready to run; one compiled with numba gets a compiled loop at once.

    Raises `TypeError` for a function that cannot be called, or that does not compile for two int64.
    """
    if not callable(function):
        raise TypeError(f"a filter must be callable, got {function!r}")
    if python_function(function) is None:
        return PairFilter(function, types, lambda a, b, allowed: _call_python(function, a, b, allowed))
    call: Any = compile_loop(function, make_loop)
    try:
        call(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, bool))
    except Exception as error:
        raise TypeError(f"the filter {function!r} must compile for two int64 entities: {error}") from error
    return PairFilter(function, types, call)


def _call_python(function: Filter, first: Ints, second: Ints, allowed: Flags) -> None:
    for i, a, b in zip(range(len(allowed)), first.tolist(), second.tolist(), strict=True):
        allowed[i] = allowed[i] and bool(function(a, b))


class PairFilterStage:
    """The stage between broad phase and contacts: ignored pairs and filters, and their changes."""

    def __init__(self, world: BaseWorld, matcher: TypeMatcher, ignored: IgnoredPairs):
        self._world = world
        self._matcher = matcher
        self.ignored = ignored
        self.filters: list[PairFilter] = []
        self._refilter: set[int] | None = set()  # entities whose pairs are filtered again; None: all
        self.changed: bool = False  # ignored pairs, filters or `_refilter`
        self._refused: Ints = _NO_KEYS  # of entities that filters have refused in this step, ascending
        self._answers: dict[int, bool] = {}  # of filters asked about single pairs in this step, by key

    def begin_step(self) -> None:
        """Forget the answers of the last step."""
        self._refused = _NO_KEYS
        self._answers.clear()

    def forget_caches(self) -> None:
        """Derive anew what follows from the ignored pairs, after these were restored."""
        self.begin_step()
        self.ignored.forget_keys()
        self._choose_filter()

    def mark_changed(self, entities: Iterable[int] | None = ()) -> None:
        """In the next step apply ignored pairs anew, and filters to pairs of these entities (None: all)."""
        self.changed = True
        if entities is None:
            self._refilter = None
        elif self._refilter is not None:
            self._refilter.update(entities)
        self._choose_filter()

    def _choose_filter(self) -> None:
        """Let the world ask about pairs only if there is anything that parts some."""
        world = self._world
        world.has_filters = self.has_any
        world.filter_pairs = self.filter_pairs if self.has_any or len(world.apart) else None

    @property
    def has_any(self) -> bool:
        """Whether the game has filters or ignored pairs."""
        return bool(self.filters or len(self.ignored))

    def keep_apart(self, keys: Ints) -> None:
        """Keep pairs of entities from colliding, given by ascending keys, and no others that were before.

        Their contacts end as filtered; those that may collide again are searched for.
        """
        before, self._world.apart = self._world.apart, keys
        if keys is before or np.array_equal(keys, before):
            return
        self._choose_filter()
        parted, freed = np.setdiff1d(keys, before), np.setdiff1d(before, keys)
        if len(parted):
            for table in (self._world.solid, self._world.triggers):
                self._end_contacts(table, lambda a, b: _are_in(parted, self._keys(a, b)))
        rows = [self._world.row_of(entity) for entity in np.unique(split_keys(freed)).tolist()]
        self._search_again(np.array([row for row in rows if row != FREE], np.int64))
        self._world.has_unknown_touches = True

    def update(self, changed: Iterable[int], step: int) -> None:
        """Before a step: forget dead and expired pairs, then remove refused contacts and find allowed ones.

        `changed` are the numbers of entities that were removed or added; esper reuses numbers.
        """
        if len(self.ignored):
            self.ignored.forget_dead(changed)
            for key in self.ignored.expired(step):
                self.unignore(key)
        if not self.changed:
            return
        self.mark_changed()
        for table in (self._world.solid, self._world.triggers):
            self._remove_refused(table)
        self._find_allowed()
        self._refilter = set()
        self.changed = False
        self._world.has_unknown_touches = True

    def unignore(self, key: int) -> None:
        """Stop ignoring a pair of entities, given by `pair_key`."""
        if self.ignored.remove(key):
            self.mark_changed(split_key(key))

    def filter_pairs(self, keys: Ints) -> Ints:
        """Return those of the sorted pair keys of shapes that may become contacts."""
        if not len(keys):
            return keys
        bodies = self._world.shapes.rows.view(np.ndarray)["body"]
        a, b = split_keys(keys)
        if not self.filters:
            return keys[~self._are_parted(self._keys(bodies[a], bodies[b]))]
        return keys[self._allowed(bodies[a], bodies[b], self._contact_keys())]

    def _keys(self, body_a: Ints, body_b: Ints) -> Ints:
        """Return the keys of entities of pairs of bodies, given by row."""
        entities = self._world.bodies.rows.view(np.ndarray)["entity"]
        return pair_keys(entities[body_a], entities[body_b])

    def _are_parted(self, keys: Ints) -> Flags:
        """Return which pairs of entities ignore each other, or are kept apart by joints."""
        return _are_in(self.ignored.keys, keys) | _are_in(self._world.apart, keys)

    def allow(self, body_a: Ints, body_b: Ints) -> Flags:
        """Return which pairs of bodies, given by row, may collide.

        Filters are called for pairs with contacts, too, but not again for those that they have refused in
        this step, or answered about one at a time.
        """
        return self._allowed(body_a, body_b, _NO_KEYS)

    def _contact_keys(self) -> Ints:
        """Return the keys of all pairs of entities that have contacts: filters allowed them before."""
        tables = self._world.solid, self._world.triggers
        return np.concatenate([self._keys(*bodies_of(self._world, table)) for table in tables])

    def _allowed(
        self, body_a: Ints, body_b: Ints, allowed_before: Ints, filters: list[PairFilter] | None = None
    ) -> Flags:
        """Return which pairs of bodies, given by row, may collide.

        Filters are called once for two entities in a step, and not for the keys in `allowed_before`. A
        given list of filters is called anyway.
        """
        entities = self._world.bodies.rows.view(np.ndarray)["entity"]
        swapped = entities[body_a] > entities[body_b]
        body_a, body_b = np.where(swapped, body_b, body_a), np.where(swapped, body_a, body_b)
        keys, first, inverse = np.unique(
            pair_keys(entities[body_a], entities[body_b]), return_index=True, return_inverse=True
        )
        body_a, body_b = body_a[first], body_b[first]
        allowed = ~self._are_parted(keys)
        is_new = np.isin(keys, allowed_before, invert=True)
        if filters is None:
            allowed &= np.isin(keys, np.append(self._refused, self._answered(False)), invert=True)
            is_new &= np.isin(keys, self._answered(True), invert=True)
        before = allowed.copy()
        for pair_filter in self.filters if filters is None else filters:
            straight, crossed = self._matcher.match(pair_filter.types, body_a, body_b)
            called = np.flatnonzero(allowed & is_new & (straight | crossed))
            swap = crossed[called]
            a, b = entities[body_a[called]], entities[body_b[called]]
            answers = np.ones(len(called), bool)
            pair_filter.call(np.where(swap, b, a), np.where(swap, a, b), answers)
            allowed[called] = answers
        if filters is None and self.filters:
            self._refused = np.union1d(self._refused, keys[before & ~allowed])
        return allowed[inverse]

    def _answered(self, answer: bool) -> Ints:
        """Return the keys of the single pairs that filters have answered so in this step."""
        return np.array([key for key, given in self._answers.items() if given == answer], np.int64)

    def allows_pair(self, body_a: int, body_b: int) -> bool:
        """Return whether a pair of bodies without a contact, given by row, may collide; calls filters."""
        entities = self._world.bodies.rows.view(np.ndarray)["entity"]
        a, b = int(entities[body_a]), int(entities[body_b])
        if a > b:
            a, b, body_a, body_b = b, a, body_b, body_a
        key = pair_key(a, b)
        if self._are_parted(np.array([key]))[0]:
            return False
        if key not in self._answers:
            is_refused = _are_in(self._refused, np.array([key]))[0]
            self._answers[key] = not is_refused and self._ask(a, b, body_a, body_b)
        return self._answers[key]

    def _ask(self, a: int, b: int, body_a: int, body_b: int) -> bool:
        """Call the filters on two entities."""
        for pair_filter in self.filters:
            straight, crossed = self._matcher.matches(pair_filter.types, body_a, body_b)
            if (straight and not pair_filter.function(a, b)) or (crossed and not pair_filter.function(b, a)):
                return False
        return True

    def refusal(self, a: int, b: int) -> Filter | None:
        """Return the first filter that refuses two entities with bodies, None if all allow them."""
        row_a, row_b = (np.array([self._world.row_of(entity)]) for entity in (a, b))
        for pair_filter in self.filters:
            if not self._allowed(row_a, row_b, _NO_KEYS, [pair_filter])[0]:
                return pair_filter.function
        return None

    def _remove_refused(self, table: PairTable) -> None:
        """Remove the contacts of a table that are refused now, and end their pairs as filtered."""

        def is_refused(body_a: Ints, body_b: Ints) -> Flags:
            allowed_before = _NO_KEYS
            if self._refilter is not None:
                entities = self._world.bodies.rows.view(np.ndarray)["entity"]
                refilter = np.array(sorted(self._refilter), np.int64)
                again = np.isin(entities[body_a], refilter) | np.isin(entities[body_b], refilter)
                allowed_before = self._keys(body_a, body_b)[~again]
            return ~self._allowed(body_a, body_b, allowed_before)

        self._end_contacts(table, is_refused)

    def _end_contacts(self, table: PairTable, is_refused: Callable[[Ints, Ints], Flags]) -> None:
        """Remove the contacts of pairs of bodies that are refused, and end their pairs as filtered."""
        world, pairs = self._world, table.pairs[: table.pairs_end].view(np.ndarray)
        body_a, body_b = bodies_of(world, table)
        rows = np.flatnonzero(pairs["entity_a"] > 0)
        if not len(rows) + len(body_a):
            return
        refused = is_refused(
            np.append(body_a, pairs["body_a"][rows]), np.append(body_b, pairs["body_b"][rows])
        )
        if refused.any():
            of_contacts, of_pairs = refused[: table.contact_count], refused[table.contact_count :]
            pairs["reason"][rows[of_pairs]] = FILTERED
            world.contacts_removed = True
            no_reasons = np.zeros(len(world.bodies.rows), np.int64)
            reasons = np.where(of_contacts, FILTERED, 0)
            woken = world.dimension.remove_contacts_of(
                table_of(table), world.bodies.rows, world.shapes.rows, no_reasons, reasons
            )
            world.awake_stale = world.awake_stale or woken > 0

    def _find_allowed(self) -> None:
        """Make the broad phase repeat its search for pairs that were refused and may be allowed now."""
        bodies = self._world.bodies.rows[: self._world.bodies.count].view(np.ndarray)
        if self._refilter is None:  # one body of a pair can move, so movers suffice
            chosen = (bodies["entity"] > 0) & (bodies["kind"] != STATIC)
        else:
            chosen = np.isin(bodies["entity"], np.array(sorted(self._refilter), np.int64))
        self._search_again(np.flatnonzero(chosen))

    def _search_again(self, rows: Ints) -> None:
        """Make the broad phase repeat its search for all pairs of bodies, given by row."""
        if len(rows):
            repeat_pair_search(self._world, rows)


def _are_in(ascending: Ints, keys: Ints) -> Flags:
    """Return which keys are among ascending ones: faster than `np.isin`, which sorts them anew."""
    if not len(ascending):
        return np.zeros(len(keys), bool)
    found: Flags = ascending[np.searchsorted(ascending[:-1], keys)] == keys
    return found
