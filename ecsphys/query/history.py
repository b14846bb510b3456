"""The poses of the last steps, for queries about the past (lag compensation).

A server that decides a shot by what the shooter saw rewinds the world (Bernier, *Latency Compensating
Methods in Client/Server In-game Protocol Design and Optimization*, 2001). Each step appends the poses of
all bodies to a bounded queue; everything else is copied only after a body or a shape was added, removed or
changed. A query about a step rebuilds a world from both, which is cached for further queries.
"""

from __future__ import annotations

import operator
from collections import deque
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..settings import StepContext
from ..spatial.index_update import insert_new_proxies, refresh_rows
from ..world.bodies import POSE, WIDTH, Bodies
from ..world.shapes import Shapes
from ..world.state import World

_CACHED_WORLDS = 8


class Structure(NamedTuple):
    """What changes rarely: the entity and first shape of each row of bodies, and `Shapes.snapshot`."""

    entities: npt.NDArray[np.int64]
    first_shapes: npt.NDArray[np.int64]
    shapes: tuple[Any, ...]


class PoseSnapshot(NamedTuple):
    """The poses (n, 3) of the rows of bodies at the end of a step: x, y, angle."""

    step: int
    poses: npt.NDArray[np.float64]
    structure: Structure


class History:
    """Records the last `length` steps of a world; 0 records none.

    Raises `TypeError` for a length that is no whole number, `ValueError` for a negative one.
    """

    def __init__(self, length: int):
        length = _whole(length, "history")
        if length < 0:
            raise ValueError(f"history must be a number of steps >= 0, got {length}")
        self.length: int = length
        self._snapshots: deque[PoseSnapshot] = deque(maxlen=length)
        self._worlds: dict[int, World] = {}
        self._structure: Structure | None = None
        self._structure_version = -1  # of the world when `_structure` was copied

    def record(self, step: int, world: World) -> None:
        """Record the poses at the end of a step; not to be called for a length of 0."""
        bodies = world.bodies
        if self._structure is None or self._structure_version != world.structure_version:
            rows = bodies.rows[: bodies.count]
            entities, first_shapes = rows["entity"].copy(), rows["first_shape"].copy()
            self._structure = Structure(entities, first_shapes, world.shapes.snapshot())
            self._structure_version = world.structure_version
        words = np.frombuffer(bodies.bytes, np.float64).reshape(-1, WIDTH)
        self._snapshots.append(
            PoseSnapshot(step, words[: bodies.count, POSE : POSE + 3].copy(), self._structure)
        )

    def forget_caches(self) -> None:
        """Forget what was derived from the steps that are kept, after these were restored."""
        self._worlds.clear()
        self._structure_version = -1

    def at(self, step: int, present: World, context: StepContext) -> World:
        """Return the world as of the end of a step; raise `ValueError` if that is not recorded."""
        number = _whole(step, "at_step")
        if self.length == 0:
            raise ValueError("at_step needs Physics(history=n), where n is the number of steps to keep")
        if not self._snapshots:
            raise ValueError(f"at_step must be a step that is kept, and none has been run, got {number}")
        first, last = self._snapshots[0].step, self._snapshots[-1].step
        if not first <= number <= last:
            raise ValueError(f"at_step must be one of the steps kept, {first} to {last}, got {number}")
        world = self._worlds.get(number)
        if world is None:
            world = rebuild_world(self._snapshots[number - first], context, present.dimension)
            world.index = type(present.index)()
            insert_new_proxies(world, context)
            recent = [cached for cached in self._worlds if cached >= first][1 - _CACHED_WORLDS :]
            self._worlds = {cached: self._worlds[cached] for cached in recent}
            self._worlds[number] = world
        return world


def rebuild_world(snapshot: PoseSnapshot, context: StepContext, dimension: Any) -> World:
    """Build the bodies and shapes of a snapshot; they are not in a broad-phase index yet."""
    world, structure = World(dimension), snapshot.structure
    count = len(structure.entities)
    world.bodies = Bodies(max(count, 1))
    world.bodies.count = count
    rows = world.bodies.rows[:count]
    rows["entity"], rows["first_shape"] = structure.entities, structure.first_shapes
    for column, name in enumerate(("x", "y", "angle")):
        rows[name] = snapshot.poses[:, column]
    world.shapes = Shapes(max(len(structure.shapes[0]), 1))
    world.shapes.restore(*structure.shapes)
    refresh_rows(world, np.flatnonzero(rows["entity"] > 0).tolist(), context)
    world.new_shapes = np.flatnonzero(world.shapes.rows["body"][: world.shapes.count] >= 0).tolist()
    return world


def _whole(value: Any, name: str) -> int:
    """Return a whole number, of numpy or not, as an int; raise `TypeError` for anything else."""
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise TypeError(f"{name} must be a whole number, got {value!r}")
