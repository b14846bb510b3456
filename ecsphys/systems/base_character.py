"""What the systems that move characters in the plane and in space have in common."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

import numpy as np

from ..arrays import FREE, Ints
from ..compile import records
from ..contacts.pair_update import update_pairs
from ..ecs.components.base_character import BaseCharacter
from ..ecs.components.character_table import Characters
from ..spatial.pair_keys import pair_keys
from ..world.waking import update_awake
from .component import BaseComponentSystem

B = TypeVar("B", bound=BaseCharacter)

_NO_KEYS = np.zeros(0, np.int64)
_FILTER_REACH = 2.0  # typical objects around a character for whose pairs filters are called


class BaseCharacterSystem(BaseComponentSystem[B]):
    """Moves characters, when all other bodies have moved, in the plane or in space.

    A subclass names the record of planes and how many of them a character needs, the fields of a body that
    end with its character, and the fields of velocities: of a body, of the character in the last step, and
    those of the character that a launch sets to the first.
    """

    table: Characters[B]
    _plane: ClassVar[np.dtype[Any]]
    _most_planes: ClassVar[int]
    _stopped: ClassVar[tuple[str, ...]]
    _velocities: ClassVar[tuple[tuple[str, str, tuple[str, ...]], ...]]

    def __init__(self) -> None:
        super().__init__()
        self._ids: Ints = np.zeros(64, np.int64)
        self._planes = records(self._most_planes, self._plane)

    def _move(self, order: Ints, barred: Ints, first: int, moved: int) -> tuple[int, int, int, int]:
        """Call the kernel that moves characters from `order[first]` on; returns what it returns.

        `barred` are the keys of pairs that do not meet.
        """
        raise NotImplementedError

    def _near(self, shape: int, reach: float) -> Ints:
        """Return the proxies within `reach` of a shape's fat box."""
        raise NotImplementedError

    def begin(self) -> None:
        """Adopt and release controllers, and bind them to their bodies.

        Raises `ValueError` for a controller of two entities, or of a body that is not kinematic or not of a
        shape that can be a character's.
        """
        self.table.unit = self.simulation.settings.length_unit
        super().begin()
        if self.table.members:
            self._prepare()

    def _prepare(self) -> None:
        """Take in what has happened to the bodies of characters since the last step."""
        self._launch()

    def released(self, entity: int) -> None:
        """Stop the body of an entity that lost its controller, if it is still there."""
        row = self.world.row_of(entity)
        if row != FREE:
            for name in self._stopped:
                self.world.bodies.rows[name][row] = 0.0

    def _is_bound(self) -> bool:
        """Whether every character still has the body that it had, as it was."""
        bodies, characters, order = self.world.bodies.rows, self.table.rows, self.order
        rows = characters["body"][order]
        same = (bodies["entity"][rows] == characters["entity"][order]) & (bodies["skin"][rows] > 0.0)
        return bool(same.all())

    def _launch(self) -> None:
        """Launch characters whose body was given another velocity than the last step left it."""
        characters, bodies, order = self.table.rows, self.world.bodies.rows, self.order
        rows, most = characters["body"][order], self.world.limits.speed
        given, valid = np.zeros(len(order), bool), np.ones(len(order), bool)
        for name, real, _ in self._velocities:
            velocity = bodies[name][rows]
            given |= velocity != characters[real][order]
            valid &= np.abs(velocity) <= most  # else the step is refused anyway
        given &= valid
        for row, body in zip(order[given].tolist(), rows[given].tolist(), strict=True):
            for name, _, own in self._velocities:
                for field in own:
                    characters[field][row] = bodies[name][body]
            characters["launched"][row] = 1

    def run(self) -> None:
        """Move all characters."""
        if len(self.order) == 0:
            return
        world, characters = self.world, self.table
        order = self.order
        if world.lost:
            order = order[world.bodies.rows["lost"][characters.rows["body"][order]] == 0]
        update_pairs(world, self.simulation.context)
        self.simulation.take_in_writes()
        barred = self._barred()
        done, moved, woken = 0, world.moved_count, 0
        while done < len(order):
            done, room, moved, more = self._move(order, barred, done, moved)
            woken += more
            if room > 0:
                self._ids = np.zeros(2 * room, np.int64)
        world.moved_count = moved
        if woken:
            world.awake_stale = True
            update_awake(world)
        self.simulation.put_strays_aside(characters.rows["body"][self.order])

    def _barred(self) -> Ints:
        """Return the keys of pairs around characters that a game's filters, or `ignore`, keep apart."""
        world = self.world
        if world.filter_pairs is None:
            return _NO_KEYS
        found = [_NO_KEYS]
        for row in self.table.rows["body"][self.order].tolist():
            own = int(world.bodies.rows["first_shape"][row])
            if own == FREE:
                continue
            near = self._near(own, _FILTER_REACH * self.table.unit)
            found.append(pair_keys(near[world.shapes.rows["body"][near] != row], own))
        keys = np.unique(np.concatenate(found))
        return np.setdiff1d(keys, world.filter_pairs(keys), assume_unique=True)
