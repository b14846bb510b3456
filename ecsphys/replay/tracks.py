"""Where all bodies that move were after each step: little enough to be kept for every step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import Ints, Reals2
from ..world.bodies import STATIC, Bodies

_POSE = "x", "y", "angle"


class Track(NamedTuple):
    """The poses of one step; tracks share their arrays with the one before where these are equal."""

    entities: Ints
    poses: npt.NDArray[np.float32]  # x, y, angle by entity: to be drawn


class Tracks:
    """Tracks by step."""

    def __init__(self) -> None:
        self._tracks: dict[int, Track] = {}  # by ascending step
        self._last: Track | None = None

    def __contains__(self, step: int) -> bool:
        return step in self._tracks

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        arrays = {id(array): array for track in self._tracks.values() for array in track}
        return sum(array.nbytes for array in arrays.values())

    def add(self, step: int, bodies: Bodies) -> None:
        """Keep the poses of all bodies that are not static."""
        rows = bodies.rows.view(np.ndarray)[: bodies.count]
        moving = np.flatnonzero((rows["kind"] != STATIC) & (rows["entity"] > 0))
        entities = rows["entity"][moving]
        poses = np.empty((len(moving), 3), np.float32)
        for column, name in enumerate(_POSE):
            poses[:, column] = rows[name][moving]
        if (last := self._last) is not None:
            entities = last.entities if np.array_equal(entities, last.entities) else entities
            poses = last.poses if np.array_equal(poses, last.poses) else poses
        self._last = self._tracks[step] = Track(entities, poses)

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
