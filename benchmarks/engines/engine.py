"""What every engine offers to the measuring side. Bodies are known by their number in `scene.items`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from ..scene import Item, Reals, Scene

Pairs = list[tuple[int, int]]


class Engine(ABC):
    """A world made of a scene."""

    delivers = True  # whether events tell which two bodies they are about

    def __init__(self, scene: Scene):
        self.scene = scene
        self.bodies: list[Any] = [None] * len(scene.items)
        self.make()
        self.add(range(len(scene.items)), scene.items)

    @classmethod  # noqa: B027 - most have nothing to compile
    def prepare(cls) -> None:
        """Compile what has to be compiled, before anything is measured."""

    @abstractmethod
    def make(self) -> None:
        """Make an empty world."""

    @abstractmethod
    def add(self, numbers: Any, items: list[Item]) -> None:
        """Put bodies into the world, under these numbers."""

    @abstractmethod
    def remove(self, numbers: list[int]) -> None:
        """Take bodies out of the world."""

    @abstractmethod
    def step(self) -> None:
        """Go on for a sixtieth of a second."""

    @abstractmethod
    def events(self) -> tuple[int, int]:
        """How many begins and ends there were since the last call, both numbers of each having been read."""

    @abstractmethod
    def poses(self) -> Reals:
        """(n, 3) x, y and angle of all bodies."""

    @abstractmethod
    def velocities(self) -> Reals:
        """(n, 2) of all bodies."""

    @abstractmethod
    def cast(self, rays: Reals) -> tuple[Reals, npt.NDArray[np.bool_]]:
        """Fractions at which (m, 4) rays meet something first, and which of them do."""

    @abstractmethod
    def awake(self) -> int:
        """How many dynamic bodies are not asleep."""
