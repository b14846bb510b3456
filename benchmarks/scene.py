"""What a benchmark's scene is: bodies as plain values, and what one frame does. No engine is known here.

Metres, radians, seconds. Friction and restitution are those wanted between two equal bodies; engines that mix
them otherwise convert.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Figures = dict[str, float]
DYNAMIC, STATIC = "dynamic", "static"
EVERYTHING = 0xFFFF


class Item(NamedTuple):
    """A body with one shape.

    `size` of a circle is (radius,), of a capsule (half its axis along x, radius), of a box (width, height);
    a polygon has `points` instead.
    """

    form: str
    size: tuple[float, ...]
    place: tuple[float, float]
    angle: float = 0.0
    velocity: tuple[float, float] = (0.0, 0.0)
    kind: str = DYNAMIC
    friction: float = 0.6
    restitution: float = 0.0
    sensor: bool = False
    bullet: bool = False
    layer: int = 1
    mask: int = EVERYTHING
    points: tuple[tuple[float, float], ...] = ()


class After(NamedTuple):
    """How things stand when the frames are over: (n, 3) poses, (n, 2) velocities, and who is awake."""

    poses: Reals
    velocities: Reals
    awake: int


class Replacement(NamedTuple):
    """Bodies to be removed, by number, and those that come instead."""

    numbers: list[int]
    items: list[Item]


@dataclass
class Scene:
    """A world and what one frame of it is.

    `frame`: "step", "events" (step and hand over both bodies of each begin, of sensors of each end, too),
    "read" (step and read all poses), "replace" (one of `replacements`, then step), "rays" (cast all).
    `wanted`: the ratio to the fastest peer that is asked of ecsphys, or, with `wanted_ms`, its time.
    """

    name: str
    items: list[Item]
    frames: int
    wanted: float = 1.0
    wanted_ms: float = 0.0
    gravity: tuple[float, float] = (0.0, -10.0)
    frame: str = "step"
    warm_up: int = 20
    together: int = 1  # frames a sample, for frames of a few microseconds
    until: int = 0  # frames before the figures are taken, if not when the timed ones are over
    sleeping: bool = False
    rays: Reals = field(default_factory=lambda: np.zeros((0, 4)))
    replacements: list[Replacement] = field(default_factory=list)
    figures: Callable[[Scene, After], Figures] | None = None

    @property
    def dynamic(self) -> npt.NDArray[np.bool_]:
        """Which of the items move."""
        return np.array([item.kind == DYNAMIC for item in self.items])

    @property
    def sensing(self) -> bool:
        """Whether its events are those of sensors."""
        return any(item.sensor for item in self.items)

    @property
    def places(self) -> Reals:
        """(n, 2) where the items were put."""
        return np.array([item.place for item in self.items])
