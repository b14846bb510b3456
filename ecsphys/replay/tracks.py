"""Where all bodies that move were after each step: little enough to be kept for every step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import Ints, Reals2
from ..world.bodies import POSE, STATIC
from ..world.state import World


class Track(NamedTuple):
    """The poses of one step; tracks share their arrays with the one before where these are equal."""

    entities: Ints
    poses: npt.NDArray[np.float32]  # x, y, angle by entity: to be drawn


class Tracks:
    """Tracks by step."""

    def __init__(self) -> None:
        self._tracks: dict[int, Track] = {}  # by ascending step
        self._last: Track | None = None
        self._version = -1  # of the structure that these are of:
        self._kinds = np.zeros(0, np.int8)
        self._rows = np.zeros(0, np.intp)
        self._entities = np.zeros(0, np.int64)

    def __contains__(self, step: int) -> bool:
        return step in self._tracks

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        arrays = {id(array): array for track in self._tracks.values() for array in track}
        return sum(array.nbytes for array in arrays.values())

    def add(self, step: int, world: World) -> None:
        """Keep the poses of all bodies that are not static."""
        bodies, last = world.bodies, self._last
        rows = bodies.rows.view(np.ndarray)[: bodies.count]
        kinds = rows["kind"]
        if self._version != world.structure_version or not np.array_equal(kinds, self._kinds):
            self._version, self._kinds = world.structure_version, kinds.copy()
            self._rows = np.flatnonzero((kinds != STATIC) & (rows["entity"] > 0))
            self._entities = rows["entity"][self._rows]
        words = bodies._words.view(np.float64)[: bodies.count, POSE : POSE + 3]
        poses = words.astype(np.float32).take(self._rows, axis=0)
        if last is not None and np.array_equal(poses, last.poses):  # all rest
            poses = last.poses
        self._last = self._tracks[step] = Track(self._entities, poses)

    def keep(self, steps: range) -> None:
        """Drop the tracks of all other steps."""
        keep_steps(self._tracks, steps)

    def path(self, entity: int) -> Reals2:
        """Return step, x, y, angle (n, 4) of an entity in all steps in which it had a body."""
        found = []
        entities, row = None, -1
        for step, track in self._tracks.items():
            if track.entities is not entities:
                entities = track.entities
                rows = np.flatnonzero(entities == entity)
                row = int(rows[0]) if len(rows) else -1
            if row >= 0:
                found.append((step, *track.poses[row].tolist()))
        return np.array(found, float).reshape(-1, 4)


def keep_steps(by_step: dict[int, Any], steps: range) -> None:
    """Drop what belongs to other steps from a dict by ascending step."""
    while by_step and (first := next(iter(by_step))) < steps.start:
        del by_step[first]
    while by_step and (last := next(reversed(by_step))) >= steps.stop:
        del by_step[last]
