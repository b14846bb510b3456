"""Bodies that are put aside: a step would have taken them out of the range of numbers.

Such a body stops where it was last in range. It keeps its shapes, is touched like one that cannot be moved,
until the game assigns a value of it. So no other body ever meets an infinite number.
"""

from __future__ import annotations

import numpy as np

from ..arrays import FREE, Ints, Reals2
from .base_world import BaseWorld
from .bodies import FORCED, PUT_ASIDE
from .checks import what_is_beyond


class Losses:
    """Puts bodies of a world aside, and takes them back."""

    def __init__(self, world: BaseWorld):
        self._world = world
        self._poses: Reals2 = np.zeros((0, 0))  # when the step began, by row
        self._pose_words: slice = world.dimension.pose_words(world.bodies.record)
        self._renewed: set[int] = set()  # entities whose contacts are being made anew
        self._warned: set[tuple[int, str]] = set()
        self.reports: list[tuple[int, str]] = []  # entities and reasons, not yet warned of

    # -- within a step -----------------------------------------------------------------------------

    def note_poses(self) -> None:
        """Keep the poses with which a step begins."""
        bodies = self._world.bodies
        words = np.frombuffer(bodies.bytes, np.float64).reshape(-1, bodies.width)
        self._poses = words[: bodies.count, self._pose_words].copy()

    def put_aside_written(self, lent: bool) -> None:
        """Put the bodies aside whose pose, velocity or force was written out of range in this step.

        `lent`: also through the array of all bodies, not only through components.
        """
        world, bodies = self._world, self._world.bodies
        if lent:
            row = world.dimension.find_any_beyond(bodies.rows, 0, bodies.count, world.limits)
            while row < bodies.count:
                self._put_written_aside(row)
                row = world.dimension.find_any_beyond(bodies.rows, row + 1, bodies.count, world.limits)
        elif bodies.teleported or bodies.wake_requests:
            rows = np.unique(bodies.teleported + bodies.wake_requests)
            k = world.dimension.find_beyond(bodies.rows, rows, 0, world.limits)
            while k < len(rows):
                self._put_written_aside(int(rows[k]))
                k = world.dimension.find_beyond(bodies.rows, rows, k + 1, world.limits)

    def _put_written_aside(self, row: int) -> None:
        name, wanted = what_is_beyond(self._world, row)
        number = float(self._world.bodies.rows[name][row])
        reason = f"{name} must be {wanted}, and {number!r} was written within a step"
        self.put_aside(row, tuple(self._poses[row].tolist()), reason)

    def put_strays_aside(self, rows: Ints) -> list[int]:
        """Put the bodies aside that have moved out of range, back where they were before the step.

        Returns their rows.
        """
        world, bodies, found = self._world, self._world.bodies, list[int]()
        k = world.dimension.find_beyond(bodies.rows, rows, 0, world.limits)
        while k < len(rows):
            row = int(rows[k])
            body = bodies.rows[row]
            if body["lost"] == FORCED:
                reason = "its forces would take it out of the range of speeds"
            else:
                name, wanted = what_is_beyond(world, row)
                reason = f"{name} must be {wanted}, and its motion led to {float(body[name])!r}"
            self.put_aside(row, tuple(float(body[f"previous_{one}"]) for one in world.dimension.pose), reason)
            found.append(row)
            k = world.dimension.find_beyond(bodies.rows, rows, k + 1, world.limits)
        return found

    def put_aside(self, row: int, pose: tuple[float, ...], reason: str) -> None:
        """Stop a body at a pose until the game mends it."""
        bodies = self._world.bodies
        body = bodies.rows.view(np.ndarray)[row]
        for name, value in zip(self._world.dimension.pose, pose, strict=True):
            body[name] = body[f"previous_{name}"] = value
        self._hold(row)
        bodies.forget_values(row)
        entity = int(body["entity"])
        if (entity, reason) not in self._warned:
            self._warned.add((entity, reason))
            self.reports.append((entity, reason))
        self._world.lost[entity] = False

    def _hold(self, row: int) -> None:
        body = self._world.bodies.rows.view(np.ndarray)[row]
        body["lost"] = PUT_ASIDE
        for name in self._world.dimension.stopped:
            body[name] = 0.0

    def forget(self) -> None:
        """Forget what was warned of, for entities whose numbers begin anew."""
        self.reports.clear()
        self._warned.clear()

    # -- between steps -----------------------------------------------------------------------------

    def entities(self, lent: bool) -> list[int]:
        """Return the entities that are put aside and not mended, ascending."""
        edited = self._edited(lent)
        return sorted(entity for entity in self._world.lost if self._world.row_of(entity) not in edited)

    def _edited(self, lent: bool) -> set[int]:
        """Return rows of which some value was assigned; `lent`: also through the array of all bodies."""
        bodies = self._world.bodies
        edited = {
            *bodies.teleported,
            *bodies.wake_requests,
            *bodies.changed_bodies,
            *bodies.changed_colliders,
        }
        if lent:
            for entity in self._world.lost:
                row = self._world.row_of(entity)
                if any(bodies.rows[name][row] != 0.0 for name in self._world.dimension.motion):
                    edited.add(row)
        return edited.difference([self._world.row_of(entity) for entity in self._renewed])

    def mend(self, lent: bool) -> None:
        """Take back the bodies of which a value was assigned since; the others lose the memory of touches."""
        world, edited = self._world, self._edited(lent)
        for entity, is_known in list(world.lost.items()):
            row = world.row_of(entity)
            if row in edited:
                del world.lost[entity]
            elif not is_known:
                self._renewed.add(entity)
            if row != FREE and (row in edited or not is_known):
                world.bodies.mark_changed(row * world.bodies.width)  # masses and contacts are made anew

    def hold(self) -> None:
        """Hold the bodies that are still put aside, whose masses may have been made anew."""
        world = self._world
        self._renewed.clear()
        for entity in world.lost:
            world.lost[entity] = True
            self._hold(world.row_of(entity))


def release_lost(world: BaseWorld, entities: list[int]) -> None:
    """Forget entities that have left, or have another body."""
    for entity in entities:
        world.lost.pop(entity, None)
