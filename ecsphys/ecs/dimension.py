"""What the Python code that plane and space share needs of one of them: kernels on its rows, and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Ints, offsets_of


@dataclass(frozen=True)
class Dimension:
    """The plane or space. Kernels are those of `world` and `contacts` of the same name, see there."""

    collect_awake: Callable[..., int]
    wake_rows: Callable[..., int]
    wake_moving: Callable[..., int]
    sleep_rows: Callable[..., int]
    find_beyond: Callable[..., int]
    find_any_beyond: Callable[..., int]
    add_contacts: Callable[..., int]
    remove_contacts_of: Callable[..., int]
    invalidate_touches: Callable[..., int]
    index_pairs: Callable[..., None]
    mark_indexed: Callable[..., None]
    update_touch_list: Callable[..., Any]
    end_pairs_of: Callable[..., int]
    find_squeezed: Callable[..., int]
    refresh_bodies: Callable[[Any, Ints, int, Any], int]  # of a world, see `spatial.proxies`
    # Unlinks all shapes of bodies of a world; returns the rows of shapes and of whatever else they had.
    unlink_shapes: Callable[[Any, Ints], tuple[Ints, list[int]]]
    make_staging: Callable[[], Any]  # an empty `StagedEntities`
    checked: Mapping[str, str | float]  # see `world.checks`
    pose: tuple[str, ...]  # fields of a body
    motion: tuple[str, ...]  # velocities and forces
    stopped: tuple[str, ...]  # fields that are 0 while a body is put aside
    crossing_order: tuple[str, ...]  # fields by which crossings of one time are sorted

    def pose_words(self, record: np.dtype[Any]) -> slice:
        """Return the words of a body's row that are its pose."""
        offsets = offsets_of(record)
        words = [offsets[name] // 8 for name in self.pose]
        return slice(min(words), max(words) + 1)
