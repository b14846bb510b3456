"""Scenes of benchmarks: bodies as plain values and the work of one frame, independent of any engine.

Metres, radians, seconds. Friction and restitution are those between two equal bodies; engines that combine
them differently convert them.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Figures = dict[str, float]
Outline = tuple[tuple[float, float], ...]
DYNAMIC, KINEMATIC, STATIC = "dynamic", "kinematic", "static"
EVERYTHING = 0xFFFF


class Item(NamedTuple):
    """A body with one shape, or with several polygons.

    `size` of a circle is (radius,), of a capsule (half its axis along x, radius), of a box (width, height) or
    (width, height, radius added outside). A "polygon" has `points` instead, "polygons" have `pieces`; a
    "room" is a clockwise loop of `points`, solid outside.
    """

    form: str
    size: tuple[float, ...]
    position: tuple[float, float]
    angle: float = 0.0
    velocity: tuple[float, float] = (0.0, 0.0)
    spin: float = 0.0
    kind: str = DYNAMIC
    friction: float = 0.6
    restitution: float = 0.0
    sensor: bool = False
    bullet: bool = False
    layer: int = 1
    mask: int = EVERYTHING
    points: Outline = ()
    pieces: tuple[Outline, ...] = ()
    density: float = 1.0
    asleep: bool = False


class Pin(NamedTuple):
    """What holds two items together at a point of the world; `a` None: the world.

    `limits`: smallest and largest angle of b relative to a; `motor`: speed and largest torque. Items that are
    pinned together do not collide with each other.
    """

    a: int | None
    b: int
    point: tuple[float, float]
    limits: tuple[float, float] | None = None
    motor: tuple[float, float] | None = None


class After(NamedTuple):
    """State after the last frame: poses (n, 3), velocities (n, 2), and the number of bodies awake."""

    poses: Reals
    velocities: Reals
    awake: int


class Replacement(NamedTuple):
    """Numbers of bodies to remove, and the items that replace them."""

    numbers: list[int]
    items: list[Item]


@dataclass
class Scene:
    """A world and the work of one frame.

    `frame`: "step", "events" (step and deliver both bodies of each begin, with sensors also of each end),
    "read" (step and read all poses), "replace" (one of `replacements`, then step), "rays" (cast all).
    `wanted`: target ratio of ecsphys to the fastest peer; `wanted_ms`: target time instead.
    """

    name: str
    items: list[Item]
    frames: int
    wanted: float = 1.0
    wanted_ms: float = 0.0
    gravity: tuple[float, float] = (0.0, -10.0)
    frame: str = "step"
    warm_up: int = 20
    together: int = 1  # frames per sample, for frames of a few microseconds
    until: int = 0  # frames before the figures are taken, if more than the timed ones
    sleeping: bool = False
    rays: Reals = field(default_factory=lambda: np.zeros((0, 4)))
    replacements: list[Replacement] = field(default_factory=list)
    pins: list[Pin] = field(default_factory=list)
    figures: Callable[[Scene, After], Figures] | None = None
    typical: Callable[[list[float]], float] = statistics.median  # of the times of frames

    @property
    def dynamic(self) -> npt.NDArray[np.bool_]:
        """Which items are dynamic."""
        return np.array([item.kind == DYNAMIC for item in self.items])

    @property
    def sensing(self) -> bool:
        """Whether the events are those of sensors."""
        return any(item.sensor for item in self.items)

    @property
    def positions(self) -> Reals:
        """Initial positions (n, 2)."""
        return np.array([item.position for item in self.items])
