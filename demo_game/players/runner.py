"""Tasks of scripted players in side view."""

from __future__ import annotations

from collections.abc import Callable

import esper

from ecsphys import RigidBody, Vec2

from ..components import Player
from ..controls import Action
from ..layers import SOLID
from ..tuning import BODY_RADIUS, TILE
from .pilot import PATIENCE, Pilot, Stuck, Task

_NEAR = 10.0  # px from a goal
_AHEAD = 46.0  # px in front of the centre where it checks for walls and floor


class Runner(Pilot):
    """Runs, jumps, climbs and crawls."""

    def go(self, x: float, y: float | None = None, near: float = _NEAR, patience: float = PATIENCE) -> Task:
        """Run to a point, jumping over obstacles."""
        for _ in range(round(patience * 60)):
            offset = x * TILE - self.position.x
            level = y is None or abs(self.feet.y - y) < 0.35
            if abs(offset) <= near and level and self.controller.on_floor:
                return
            self._toward(offset, near)
            if self._must_jump(offset, y):
                self.hold(Action.UP)
            yield
        raise Stuck(f"could not go to {x}, {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def walk(self, x: float, near: float = _NEAR, patience: float = PATIENCE) -> Task:
        """Run to a point without jumping, pushing whatever is in the way."""
        for _ in range(round(patience * 60)):
            offset = x * TILE - self.position.x
            if abs(offset) <= near:
                return
            self._toward(offset, near)
            yield
        raise Stuck(f"could not walk to {x} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def jump(self, x: float, y: float, patience: float = 3.0, loose: bool = False) -> Task:
        """Jump to a point; `loose` allows for a platform that moves."""
        yield  # the key may still be down
        for step in range(round(patience * 60)):
            offset = x * TILE - self.position.x
            if step > 6 and self.controller.on_floor:
                break
            self._toward(offset, _NEAR)
            self.hold(Action.UP)
            yield
        if not self.controller.on_floor or abs(self.feet.y - y) > (1.5 if loose else 0.4):
            raise Stuck(f"jumped to {self.feet.x:.1f}, {self.feet.y:.1f}, not to {x}, {y}")
        if not loose:
            yield from self.walk(x)

    def hop(self, x: float | None = None) -> Task:
        """Jump once over a point, to take a pickup above it, or straight up from whatever moves below."""
        yield  # the key may still be down
        for step in range(120):
            if step > 6 and self.controller.on_floor:
                return
            if x is not None:
                self._toward(x * TILE - self.position.x, _NEAR)
            self.hold(Action.UP)
            yield

    def leap(self, x: float, until: Callable[[], bool]) -> Task:
        """Jump around a point until a condition holds, such as broken glass below."""
        for step in range(600):
            if until():
                return
            self._toward(x * TILE - self.position.x, _NEAR)
            if step % 70 > 2:
                self.hold(Action.UP)
            yield
        raise Stuck(f"leapt in vain at {self.feet.x:.1f}, {self.feet.y:.1f}")

    def climb(self, y: float, patience: float = 8.0) -> Task:
        """Jump up a shaft from wall to wall, the right one first, to a floor at height y."""
        side = Action.RIGHT
        for _ in range(round(patience * 60)):
            controller = self.controller
            if controller.on_floor and self.feet.y > y - 0.4:
                return
            self.hold(side)
            if controller.on_wall and not controller.on_floor and controller.real_velocity.y < 300.0:
                yield  # release the key for one step, to press it again
                side = Action.LEFT if side is Action.RIGHT else Action.RIGHT
                self.hold(side)
            self.hold(Action.UP)
            yield
        raise Stuck(f"could not climb to {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def drop(self, y: float) -> Task:
        """Drop through the ledge below to a floor at height y."""
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
        """Crawl to a point."""
        for _ in range(round(patience * 60)):
            offset = x * TILE - self.position.x
            if abs(offset) <= _NEAR:
                return
            self.hold(Action.DOWN)
            self._toward(offset, _NEAR)
            yield
        raise Stuck(f"could not crawl to {x} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    # -- ropes and water -------------------------------------------------------------------------

    @property
    def double(self) -> int | None:
        """The body that it follows while it hangs or swims, None otherwise."""
        return esper.component_for_entity(self.session.player, Player).double

    def grab(self, x: float, patience: float = 3.0) -> Task:
        """Jump, or fly, towards a rope until it hangs on it."""
        for step in range(round(patience * 60)):
            if self.double is not None:
                return
            self._toward(x * TILE - self.position.x, _NEAR)
            if step and (step < 6 or not self.controller.on_floor):
                self.hold(Action.UP)
            yield
        raise Stuck(f"did not reach the rope at {x} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def swing(self, x: float, patience: float = 20.0) -> Task:
        """Swing on a rope, and jump off to the right beyond x."""
        for _ in range(round(patience * 60)):
            if self.double is None:
                return
            velocity = esper.component_for_entity(self.double, RigidBody).velocity
            if self.position.x > x * TILE and velocity.x > 0.0:
                self.hold(Action.UP, Action.RIGHT)
            else:
                self.hold(Action.RIGHT if velocity.x >= 0.0 else Action.LEFT)
            yield
        raise Stuck(f"could not swing to {x} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def fly(self, x: float, patience: float = 4.0) -> Task:
        """Fly towards a point until it lands."""
        for _ in range(round(patience * 60)):
            if self.controller.on_floor:
                return
            self._toward(x * TILE - self.position.x, _NEAR)
            yield
        raise Stuck(f"did not land at {x}, but at {self.feet.x:.1f}, {self.feet.y:.1f}")

    def swim(self, x: float, y: float, patience: float = 8.0) -> Task:
        """Swim to a point."""
        for _ in range(round(patience * 60)):
            offset = Vec2(x - self.feet.x, y - self.feet.y) * TILE
            if offset.length < 3.0 * _NEAR:
                return
            self._toward(offset.x, 2.0 * _NEAR)
            if abs(offset.y) > _NEAR:
                self.hold(Action.UP if offset.y > 0.0 else Action.DOWN)
            yield
        raise Stuck(f"could not swim to {x}, {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def surface(self, x: float, patience: float = 6.0) -> Task:
        """Leap out of the water towards a point, until it stands."""
        for step in range(round(patience * 60)):
            if self.double is None and self.controller.on_floor:
                return
            self._toward(x * TILE - self.position.x, _NEAR)
            if self.double is None or step % 20 > 10:
                self.hold(Action.UP)
            yield
        raise Stuck(f"could not get out at {self.feet.x:.1f}, {self.feet.y:.1f}")

    # -- movement --------------------------------------------------------------------------------

    def _toward(self, offset: float, near: float) -> None:
        """Hold the key towards a goal at a horizontal offset (px)."""
        if abs(offset) > near / 2.0:
            self.hold(Action.RIGHT if offset > 0.0 else Action.LEFT)

    def _must_jump(self, offset: float, y: float | None) -> bool:
        """Return whether to hold the jump key: while rising, at obstacles, below the goal, and at gaps."""
        controller = self.controller
        if not controller.on_floor:
            return bool(controller.real_velocity.y > 0.0)
        side = 1.0 if offset > 0.0 else -1.0
        higher = y is not None and y > self.feet.y + 0.5
        if higher and abs(offset) < 2.6 * TILE:
            return True
        if abs(offset) < _AHEAD:
            return False
        knee = self.position - Vec2(0.0, 12.0)
        if self.eyes.blocked(knee, knee + Vec2(side * _AHEAD, 0.0)):
            return True
        lower = y is not None and y < self.feet.y - 0.5
        edge = self.position + Vec2(side * (BODY_RADIUS + 8.0), 0.0)
        return not lower and not self.eyes.blocked(edge, edge - Vec2(0.0, 2.2 * TILE), SOLID)
