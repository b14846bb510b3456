"""Where everything was: the poses of the last steps, for questions about the past (lag compensation).

A server that judges a shot by what the shooter saw rewinds the world (Bernier, *Latency Compensating
Methods in Client/Server In-game Protocol Design and Optimization*, 2001). Each step adds the
poses of all bodies to a ring; all else is copied only when a body or a shape came, went or
changed. A question about a step makes a world out of both, which waits for more of the kind.
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

_WORLDS = 8  # so many past worlds wait for another question


class Structure(NamedTuple):
    """All but the poses: the entities of the rows of bodies, their first shapes, and `Shapes.snapshot`."""

    entities: npt.NDArray[np.int64]
    first_shapes: npt.NDArray[np.int64]
    shapes: tuple[Any, ...]


class PoseSnapshot(NamedTuple):
    """The end of a step: the poses (n, 3) of the rows of bodies."""

    step: int
    poses: npt.NDArray[np.float64]
    structure: Structure


class History:
    """The last `length` steps of a world; 0 keeps none. Raises `ValueError` or `TypeError` otherwise."""

    def __init__(self, length: int):
        length = _whole(length, "history")
        if length < 0:
            raise ValueError(f"history must be a number of steps >= 0, got {length}")
        self._length = length
        self._moments: deque[PoseSnapshot] = deque(maxlen=length)
        self._worlds: dict[int, World] = {}
        self._structure: Structure | None = None
        self._seen = -1

    def record(self, step: int, world: World) -> None:
        """Keep where everything is at the end of a step."""
        if self._length == 0:
            return
        bodies = world.bodies
        if self._structure is None or self._seen != world.structure_version:
            rows = bodies.rows[: bodies.count]
            entities, first_shapes = rows["entity"].copy(), rows["first_shape"].copy()
            self._structure = Structure(entities, first_shapes, world.shapes.snapshot())
            self._seen = world.structure_version
        words = np.frombuffer(bodies.bytes, np.float64).reshape(-1, WIDTH)
        self._moments.append(
            PoseSnapshot(step, words[: bodies.count, POSE : POSE + 3].copy(), self._structure)
        )

    def at(self, step: int, present: World, context: StepContext) -> World:
        """The world as of the end of a step; `ValueError` if that is not kept."""
        number = _whole(step, "at_step")
        if self._length == 0:
            raise ValueError("at_step needs Physics(history=n), where n is the number of steps to keep")
        if not self._moments:
            raise ValueError(f"at_step must be a step that is kept, and none has been run, got {number}")
        first, last = self._moments[0].step, self._moments[-1].step
        if not first <= number <= last:
            raise ValueError(f"at_step must be one of the steps kept, {first} to {last}, got {number}")
        world = self._worlds.get(number)
        if world is None:
            world = rebuild_world(self._moments[number - first], context)
            world.index = type(present.index)()
            insert_new_proxies(world, context)
            kept = [other for other in self._worlds if other >= first][1 - _WORLDS :]
            self._worlds = {other: self._worlds[other] for other in kept}
            self._worlds[number] = world
        return world


def rebuild_world(moment: PoseSnapshot, context: StepContext) -> World:
    """The bodies and shapes of a moment; an index has yet to see them."""
    world, structure = World(), moment.structure
    count = len(structure.entities)
    world.bodies = Bodies(max(count, 1))
    world.bodies.count = count
    rows = world.bodies.rows[:count]
    rows["entity"], rows["first_shape"] = structure.entities, structure.first_shapes
    for column, name in enumerate(("x", "y", "angle")):
        rows[name] = moment.poses[:, column]
    world.shapes = Shapes(max(len(structure.shapes[0]), 1))
    world.shapes.restore(*structure.shapes)
    refresh_rows(world, np.flatnonzero(rows["entity"] > 0).tolist(), context)
    world.new_shapes = np.flatnonzero(world.shapes.rows["body"][: world.shapes.count] >= 0).tolist()
    return world


def _whole(value: Any, name: str) -> int:
    """A whole number, numpy's included."""
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise TypeError(f"{name} must be a whole number, got {value!r}")
