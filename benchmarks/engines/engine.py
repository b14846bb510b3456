"""The interface of engines. Bodies are identified by their number in `scene.items`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from ..scene import Item, Pin, Reals, Scene

Pairs = list[tuple[int, int]]


class Engine(ABC):
    """A world built from a scene."""

    delivers = True  # whether events name both bodies

    def __init__(self, scene: Scene):
        self.scene = scene
        self.bodies: list[Any] = [None] * len(scene.items)
        self.make()
        self.add(range(len(scene.items)), scene.items)
        for pin in scene.pins:
            self.join(pin)

    @classmethod  # noqa: B027 - most engines compile nothing
    def prepare(cls) -> None:
        """Compile everything before the measurement."""

    @abstractmethod
    def make(self) -> None:
        """Create an empty world."""

    @abstractmethod
    def add(self, numbers: Any, items: list[Item]) -> None:
        """Add bodies with these numbers."""

    @abstractmethod
    def join(self, pin: Pin) -> None:
        """Pin two bodies together."""

    @abstractmethod
    def remove(self, numbers: list[int]) -> None:
        """Remove bodies."""

    @abstractmethod
    def step(self) -> None:
        """Advance by a sixtieth of a second."""

    @abstractmethod
    def events(self) -> tuple[int, int]:
        """Return the numbers of begins and ends since the last call, after reading both bodies of each."""

    @abstractmethod
    def poses(self) -> Reals:
        """Return x, y and angle (n, 3) of all bodies."""

    @abstractmethod
    def velocities(self) -> Reals:
        """Return the velocities (n, 2) of all bodies."""

    @abstractmethod
    def cast(self, rays: Reals) -> tuple[Reals, npt.NDArray[np.bool_]]:
        """Return the fractions of the first hits of rays (m, 4), and which rays hit."""

    @abstractmethod
    def awake(self) -> int:
        """Return the number of dynamic bodies awake."""
