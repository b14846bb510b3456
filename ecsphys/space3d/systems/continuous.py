"""The continuous stage: sweeps of fast bodies."""

from __future__ import annotations

import math

import numpy as np

from ...arrays import Array, Ints, Reals2
from ...ccd.advance import DONE
from ...compile import records
from ...contacts.growth import reserve_contacts
from ...contacts.table import table_of, world_rows_of
from ...events import mask_of
from ...spatial.index_update import update_index
from ...spatial.pair_keys import pair_keys, split_keys
from ...systems.impact_hooks import allowed_crossings
from ...world.events import TRIGGER_ENTER, TRIGGER_EXIT
from ...world.waking import update_awake
from ..ccd.advance import advance_sweeps, record_impacts, write_back_swept
from ..ccd.candidates import select_fast
from ..ccd.passages import LEG3, find_passages
from ..ccd.records import CcdState3, new_ccd_state, with_capacity
from ..ccd.search import Ccd3
from ..query.scene import scene_of
from ..solver.workspace import Workspace3, ensure_workspace
from ..spatial.cuboid import Cuboid
from ..world.event_records import CROSSING3
from ..world.proxies import refresh_bodies3
from ..world.state import World3
from .system import PhysicsSystem3

_PASSAGES = mask_of((TRIGGER_ENTER, TRIGGER_EXIT))
_PLACE, _BEFORE, _WAY = ("x", "y", "z"), ("previous_x", "previous_y", "previous_z"), ("dx", "dy", "dz")


class Paths:
    """Where fast bodies would have gone without impacts, and the straight parts of where they went."""

    def __init__(self, world: World3, fast: Ints):
        self._bodies = world.bodies.rows.view(np.ndarray)
        self._body_of_shape = world.shapes.rows.view(np.ndarray)["body"]
        self._fast = fast.copy()
        self._before = _columns(self._bodies[fast], _BEFORE)
        self._aim = _columns(self._bodies[fast], _PLACE)

    def legs(self, state: CcdState3) -> Array:
        """Return rows of LEG3: the whole way, or that to the first impact and that from the last one."""
        swept = state.swept.view(np.ndarray)[: int(state.counts["swept"][0])]
        # Not those with impacts: a character, which sweeps do not stop, has spent all of them from the start.
        changed = {int(row["body"]): row for row in swept[swept["last_time"] >= 0.0]}
        first_of = self._first_impacts(state) if changed else {}
        legs = []
        for row, before, aim in zip(self._fast.tolist(), self._before, self._aim, strict=True):
            one = changed.get(row)
            first = 1.0 if one is None else first_of[row]
            legs.append((row, 0.0, first, *before, *(first * (aim - before))))
            if one is not None:
                last = float(one["last_time"])
                way = (1.0 - last) * _columns(swept[swept["body"] == row], _WAY)[0]
                end = _columns(self._bodies[[row]], _PLACE)[0]
                legs.append((row, last, 1.0, *(end - way), *way))
        rows = records(len(legs), LEG3)
        rows[:] = legs
        return rows

    def _first_impacts(self, state: CcdState3) -> dict[int, float]:
        """Return when each body that hit something first did so."""
        first: dict[int, float] = {}
        impacts = state.impacts.view(np.ndarray)[: int(state.counts["impacts"][0])]
        for side in "ab":
            bodies = self._body_of_shape[impacts[side]]
            for body, time in zip(bodies.tolist(), impacts["time"].tolist(), strict=True):
                first[body] = min(time, first.get(body, 1.0))
        return first


def _columns(rows: Array, names: tuple[str, ...]) -> Reals2:
    """Return some real fields of rows side by side."""
    return np.stack([rows[name] for name in names], axis=1)


class ContinuousSystem(PhysicsSystem3):
    """Sweeps fast bodies from where they were to where they are, so that they pass through nothing.

    They bounce off what they hit and continue for the rest of the step, at most MAX_IMPACTS times.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D())
    >>> sheet = esper.create_entity(s3.Transform3D(5, 0, 0), s3.Collider3D(s3.Box(0.01, 10, 10)))
    >>> place, body = s3.Transform3D(), s3.Body3D(velocity=(600, 0, 0))
    >>> ball = esper.create_entity(place, body, s3.Collider3D(s3.Sphere(0.5)))
    >>> esper.process(1 / 60)  # 10 units, but for what is in the way
    >>> round(place.x, 1)
    4.5
    """

    def __init__(self) -> None:
        super().__init__()
        self._fast = np.zeros(0, np.int64)
        self._state: CcdState3 = new_ccd_state()
        self._is_sweeping = False  # still so when a step begins: the last one raised in the middle
        self._work: Workspace3 | None = None  # for one contact at a time
        self._apart: Ints = np.zeros(0, np.int64)  # keys of pairs of bodies that may pass each other

    def run(self) -> None:
        """Sweep the bodies that moved far in this step."""
        world = self.world
        awake = update_awake(world)
        if len(world.crossings):
            world.crossings = world.crossings[:0]
        if len(self._fast) < len(awake):
            self._fast = np.zeros(len(world.bodies.rows), np.int64)
        found = select_fast(world.bodies.rows, awake, world.shapes.rows, self._fast)
        count = int(found.count)
        if count == 0:
            return
        parts = 1
        if found.bullets:
            update_index(world)
            parts = 2
        self._begin(count)
        fast = self._fast[:count]
        self._apart = self._refused_pairs(fast)
        paths = Paths(world, fast) if self._is_watched() else None
        while advance_sweeps(self._arrays(parts), fast) != DONE:
            self._state = with_capacity(self._state, len(world.bodies.rows), count)
        self._write_back()
        self._is_sweeping = False
        if paths is not None:
            self._find_crossings(paths.legs(self._state))
        self.simulation.put_strays_aside(update_awake(world))

    def _begin(self, count: int) -> None:
        """Make room for so many swept bodies; begin anew if the last sweeps did not end."""
        if self._is_sweeping:
            self._state = new_ccd_state()
        self._is_sweeping = True
        self._state.counts.view(np.int64).fill(0)
        self._state = with_capacity(self._state, len(self.world.bodies.rows), count)

    def _is_watched(self) -> bool:
        """Whether some listener needs to know which triggers are passed."""
        return self.world.has_triggers and self.physics.events.wanted & _PASSAGES != 0

    def _find_crossings(self, legs: Array) -> None:
        """List the triggers that swept bodies passed."""
        world, room = self.world, records(64, CROSSING3)
        update_index(world)
        while True:
            count = find_passages(world.index.tree, scene_of(world), legs, room)
            if count <= len(room):
                break
            room = records(count, CROSSING3)
        world.crossings = allowed_crossings(world, self.physics.hooks, room[:count].copy())

    def _refused_pairs(self, fast: Ints) -> Ints:
        """Return the ascending keys of pairs of bodies that ignored pairs and filters let pass.

        Asked about are the pairs of fast bodies and of all that they could reach in this step, however they
        bounce.
        """
        world = self.world
        if world.filter_pairs is None:
            return np.zeros(0, np.int64)
        keys = np.unique(np.concatenate([self._pairs_in_reach(row) for row in fast.tolist()]))
        refused = np.setdiff1d(keys, world.filter_pairs(keys), assume_unique=True)
        bodies = world.shapes.rows.view(np.ndarray)["body"].astype(np.int64)
        return np.unique(pair_keys(*(bodies[side] for side in split_keys(refused))))

    def _pairs_in_reach(self, row: int) -> Ints:
        """Return the keys of pairs of shapes of a body and of what it could reach in this step."""
        world = self.world
        body = world.bodies.rows.view(np.ndarray)[row]
        before = np.array([body[f"previous_{axis}"] for axis in "xyz"])
        way = math.hypot(*(np.array([body[axis] for axis in "xyz"]) - before).tolist())
        reach = way + 2.0 * float(body["reach"])
        near = world.index.query(Cuboid(*(before - reach), *(before + reach)))
        found = [pair_keys(near[near != shape], shape) for shape in world.shapes_of_body(row)]
        return np.concatenate([np.zeros(0, np.int64), *found])

    def _arrays(self, parts: int) -> Ccd3:
        """Return the group of arrays that the kernels take, as they are now."""
        world, shapes = self.world, self.world.shapes
        self._work = ensure_workspace(len(world.bodies.rows), 2, 1, self._work)
        return Ccd3(
            world.index.tree, world.bodies.rows, shapes.rows, shapes.filters, shapes.solids, self._state,
            self._work, self.simulation.context, parts, self._apart,
        )  # fmt: skip

    def _write_back(self) -> None:
        """Write poses to the bodies and impacts to the contact table."""
        world, context, state = self.world, self.simulation.context, self._state
        counts = state.counts.view(np.ndarray)[0]
        changed = np.zeros(int(counts["swept"]), np.int64)
        moved = changed[: write_back_swept(world.bodies.rows, state, changed, context)]
        refresh_bodies3(world, np.sort(moved), 1, context)
        impacts = state.impacts[: int(counts["impacts"])]
        if len(impacts):
            reserve_contacts(world.solid, world.shapes.contacts_a_pair * len(impacts))
            record_impacts(table_of(world.solid), world_rows_of(world), impacts, context.response)
        world.dropped_motions += int(counts["stopped"])
        world.awake_stale = world.awake_stale or counts["woken"] > 0
