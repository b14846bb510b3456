"""Deeds of scripted players in side view."""

from __future__ import annotations

from collections.abc import Callable

from ecsphys import Vec2

from ..controls import Action
from ..layers import SOLID
from ..tuning import BODY_RADIUS, TILE
from .pilot import PATIENCE, Pilot, Stuck, Task

_NEAR = 10.0  # px from a goal
_AHEAD = 46.0  # px before the middle that it looks for walls and floors


class Runner(Pilot):
    """Runs, jumps, climbs, crawls."""

    def go(self, x: float, y: float | None = None, near: float = _NEAR, patience: float = PATIENCE) -> Task:
        """Run to a place, and jump over whatever is in the way."""
        for _ in range(round(patience * 60)):
            direction = x * TILE - self.position.x
            level = y is None or abs(self.feet.y - y) < 0.35
            if abs(direction) <= near and level and self.controller.on_floor:
                return
            self._toward(direction, near)
            if self._must_jump(direction, y):
                self.hold(Action.UP)
            yield
        raise Stuck(f"could not go to {x}, {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def walk(self, x: float, near: float = _NEAR, patience: float = PATIENCE) -> Task:
        """Run to a place and never jump: what is in the way is pushed."""
        for _ in range(round(patience * 60)):
            direction = x * TILE - self.position.x
            if abs(direction) <= near:
                return
            self._toward(direction, near)
            yield
        raise Stuck(f"could not walk to {x} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def jump(self, x: float, y: float, patience: float = 3.0, loose: bool = False) -> Task:
        """Jump from here to a place; what is `loose` moves under the feet."""
        yield  # the key may still be down
        for step in range(round(patience * 60)):
            direction = x * TILE - self.position.x
            if step > 6 and self.controller.on_floor:
                break
            self._toward(direction, _NEAR)
            self.hold(Action.UP)
            yield
        if not self.controller.on_floor or abs(self.feet.y - y) > (1.5 if loose else 0.4):
            raise Stuck(f"jumped to {self.feet.x:.1f}, {self.feet.y:.1f}, not to {x}, {y}")
        if not loose:
            yield from self.walk(x)

    def hop(self, x: float) -> Task:
        """Jump once over a place, to touch what hangs there."""
        yield  # the key may still be down
        for step in range(120):
            if step > 6 and self.controller.on_floor:
                return
            self._toward(x * TILE - self.position.x, _NEAR)
            self.hold(Action.UP)
            yield

    def leap(self, x: float, until: Callable[[], bool]) -> Task:
        """Jump to and fro over a place until something is so, that jumping does."""
        for step in range(600):
            if until():
                return
            self._toward(x * TILE - self.position.x, _NEAR)
            if step % 70 > 2:
                self.hold(Action.UP)
            yield
        raise Stuck(f"leapt in vain at {self.feet.x:.1f}, {self.feet.y:.1f}")

    def climb(self, y: float, patience: float = 8.0) -> Task:
        """Jump from wall to wall up a shaft, the right one first, until the feet are at a height."""
        side = Action.RIGHT
        for _ in range(round(patience * 60)):
            controller = self.controller
            if controller.on_floor and self.feet.y > y - 0.4:
                return
            self.hold(side)
            if controller.on_wall and not controller.on_floor and controller.real_velocity.y < 300.0:
                yield  # let go of the key, and press it again
                side = Action.LEFT if side is Action.RIGHT else Action.RIGHT
                self.hold(side)
            self.hold(Action.UP)
            yield
        raise Stuck(f"could not climb to {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def drop(self, y: float) -> Task:
        """Fall through the ledge below to a floor."""
        for step in range(120):
            if self.controller.on_floor and abs(self.feet.y - y) < 0.4:
                return
            if step < 14:
                self.hold(Action.DOWN)
            if 6 <= step < 10:
                self.hold(Action.UP)
            yield
        raise Stuck(f"could not drop to {y} from {self.feet.y:.1f}")

    def crawl(self, x: float, patience: float = PATIENCE) -> Task:
        """Crouch to a place."""
        for _ in range(round(patience * 60)):
            direction = x * TILE - self.position.x
            if abs(direction) <= _NEAR:
                return
            self.hold(Action.DOWN)
            self._toward(direction, _NEAR)
            yield
        raise Stuck(f"could not crawl to {x} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    # -- how it moves --------------------------------------------------------------------------------

    def _toward(self, direction: float, near: float) -> None:
        if abs(direction) > near / 2.0:
            self.hold(Action.RIGHT if direction > 0.0 else Action.LEFT)

    def _must_jump(self, direction: float, y: float | None) -> bool:
        """In the air: rise on. On the floor: something is in the way, or the floor ends before the goal."""
        controller = self.controller
        if not controller.on_floor:
            return bool(controller.real_velocity.y > 0.0)
        side = 1.0 if direction > 0.0 else -1.0
        higher = y is not None and y > self.feet.y + 0.5
        if higher and abs(direction) < 2.6 * TILE:
            return True
        if abs(direction) < _AHEAD:
            return False
        knee = self.position - Vec2(0.0, 12.0)
        if self.eyes.blocked(knee, knee + Vec2(side * _AHEAD, 0.0)):
            return True
        lower = y is not None and y < self.feet.y - 0.5
        edge = self.position + Vec2(side * (BODY_RADIUS + 8.0), 0.0)
        return not lower and not self.eyes.blocked(edge, edge - Vec2(0.0, 2.2 * TILE), SOLID)
