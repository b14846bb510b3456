"""What scripted players can do: each deed is a generator that decides for one step and yields.

They see the world through rays and components, and act through the controls. Places are in tiles, y is
where the feet are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import esper

from ecsphys import CharacterController, Vec2

from ..components import Arsenal, Checkpoint, Player, Weapon
from ..controls import Action
from ..layers import SOLID
from ..rules.rule import Round, place_of
from ..tuning import BODY_RADIUS, TILE
from .eyes import Eyes

Deed = Iterator[None]
_NEAR = 10.0  # px from a goal
_AHEAD = 46.0  # px before the middle that it looks for walls and floors
_PATIENCE = 12.0  # s
_WEAPON_KEYS = dict(
    zip(Weapon, (Action.WEAPON_1, Action.WEAPON_2, Action.WEAPON_3, Action.WEAPON_4), strict=True)
)
_KEYS = (Action.LEFT, Action.RIGHT, Action.DOWN, Action.UP, Action.FIRE, *_WEAPON_KEYS.values())


class Stuck(Exception):
    """A deed took too long; the message says which, and where."""


class Pilot:
    """One scripted player. With `fights` it shoots at every enemy in sight while it goes its way."""

    def __init__(self, round: Round):
        self.round = round
        self.session = round.session
        self.controls = round.controls
        self.eyes = Eyes(round)
        self.fights = True
        self._busy = False  # a deed aims by itself
        self._wanted: dict[Action, bool] = {}

    # -- what it knows -------------------------------------------------------------------------------

    @property
    def place(self) -> Vec2:
        """Its middle, in pixels."""
        return self.round.place

    @property
    def feet(self) -> Vec2:
        """Where it stands, in tiles."""
        place = self.place
        height = esper.component_for_entity(self.session.player, Player).height
        return Vec2(place.x / TILE, (place.y - height / 2.0) / TILE)

    @property
    def legs(self) -> CharacterController:
        """Its controller."""
        return esper.component_for_entity(self.session.player, CharacterController)

    @property
    def arsenal(self) -> Arsenal:
        """Its weapons."""
        return esper.component_for_entity(self.session.player, Arsenal)

    @property
    def checkpoints(self) -> int:
        """How many it has reached."""
        return sum(point.reached for _, point in esper.get_component(Checkpoint))

    def alive(self, name: str) -> bool:
        """Whether the thing with that name in the map is there."""
        return self.eyes.find(name) is not None

    def gone(self, *names: str) -> int:
        """How many of these things are there no more."""
        return sum(not self.alive(name) for name in names)

    def spent(self, weapon: Weapon, shots: int) -> bool:
        """Whether a weapon has fired so often, or has no shots left."""
        return self.session.counts[f"fired {weapon}"] >= shots or self.arsenal.shots.get(weapon, 0) < 1

    def where(self, name: str) -> Vec2:
        """Where the thing with that name in the map is, in tiles; it must be there."""
        entity = self.eyes.find(name)
        if entity is None:
            raise Stuck(f"{name!r} is gone")
        return place_of(entity) / TILE

    # -- every step ----------------------------------------------------------------------------------

    def before(self) -> None:
        """Want nothing yet in this step."""
        self._wanted = dict.fromkeys(_KEYS, False)
        self._busy = False

    def after(self) -> None:
        """Press what was wanted, and fight if there is nothing better to shoot at."""
        if not self._busy:
            self._fight()
        for action, down in self._wanted.items():
            self.controls.hold(action, down)

    def hold(self, *actions: Action) -> None:
        """Keep these down in this step."""
        for action in actions:
            self._wanted[action] = True

    def aim(self, target: Vec2, fire: bool = True) -> None:
        """Point at a place (px), and shoot."""
        self._busy = True
        self.controls.target = target
        self._wanted[Action.FIRE] = fire

    def _fight(self) -> None:
        enemy = self.eyes.enemy() if self.fights else None
        if enemy is None:
            self.controls.target = None
            return
        self.controls.target = enemy
        if self.arsenal.current is Weapon.PISTOL:
            self.hold(Action.FIRE)
        else:
            self.hold(_WEAPON_KEYS[Weapon.PISTOL])

    # -- deeds ---------------------------------------------------------------------------------------

    def until(self, condition: Callable[[], bool], patience: float = _PATIENCE, what: str = "") -> Deed:
        """Stand until something is so."""
        for _ in range(round(patience * 60)):
            if condition():
                return
            yield
        raise Stuck(f"waited in vain {what} at {self.feet.x:.1f}, {self.feet.y:.1f}")

    def wait(self, seconds: float) -> Deed:
        """Stand for a while."""
        for _ in range(round(seconds * 60)):
            yield

    def go(self, x: float, y: float | None = None, near: float = _NEAR, patience: float = _PATIENCE) -> Deed:
        """Run to a place, and jump over whatever is in the way."""
        for _ in range(round(patience * 60)):
            way = x * TILE - self.place.x
            level = y is None or abs(self.feet.y - y) < 0.35
            if abs(way) <= near and level and self.legs.on_floor:
                return
            self._toward(way, near)
            if self._must_jump(way, y):
                self.hold(Action.UP)
            yield
        raise Stuck(f"could not go to {x}, {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def walk(self, x: float, near: float = _NEAR, patience: float = _PATIENCE) -> Deed:
        """Run to a place and never jump: what is in the way is pushed."""
        for _ in range(round(patience * 60)):
            way = x * TILE - self.place.x
            if abs(way) <= near:
                return
            self._toward(way, near)
            yield
        raise Stuck(f"could not walk to {x} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def jump(self, x: float, y: float, patience: float = 3.0, loose: bool = False) -> Deed:
        """Jump from here to a place; what is `loose` moves under the feet."""
        yield  # the key may still be down
        for step in range(round(patience * 60)):
            way = x * TILE - self.place.x
            if step > 6 and self.legs.on_floor:
                break
            self._toward(way, _NEAR)
            self.hold(Action.UP)
            yield
        if not self.legs.on_floor or abs(self.feet.y - y) > (1.5 if loose else 0.4):
            raise Stuck(f"jumped to {self.feet.x:.1f}, {self.feet.y:.1f}, not to {x}, {y}")
        if not loose:
            yield from self.walk(x)

    def leap(self, x: float, until: Callable[[], bool]) -> Deed:
        """Jump to and fro over a place until something is so, that jumping does."""
        for step in range(600):
            if until():
                return
            self._toward(x * TILE - self.place.x, _NEAR)
            if step % 70 > 2:
                self.hold(Action.UP)
            yield
        raise Stuck(f"leapt in vain at {self.feet.x:.1f}, {self.feet.y:.1f}")

    def climb(self, y: float, patience: float = 8.0) -> Deed:
        """Jump from wall to wall up a shaft, the right one first, until the feet are at a height."""
        side = Action.RIGHT
        for _ in range(round(patience * 60)):
            legs = self.legs
            if legs.on_floor and self.feet.y > y - 0.4:
                return
            self.hold(side)
            if legs.on_wall and not legs.on_floor and legs.real_velocity.y < 300.0:
                yield  # let go of the key, and press it again
                side = Action.LEFT if side is Action.RIGHT else Action.RIGHT
                self.hold(side)
            self.hold(Action.UP)
            yield
        raise Stuck(f"could not climb to {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def clear(self, *names: str, patience: float = 5.0) -> Deed:
        """Stand and fight until these are dead, or for a while: they may be out of sight."""
        for _ in range(round(patience * 60)):
            if self.gone(*names) == len(names):
                return
            yield

    def drop(self, y: float) -> Deed:
        """Fall through the ledge below."""
        for step in range(120):
            if step > 10 and self.legs.on_floor and abs(self.feet.y - y) < 0.4:
                return
            if step < 14:
                self.hold(Action.DOWN)
            if 6 <= step < 10:
                self.hold(Action.UP)
            yield
        raise Stuck(f"could not drop to {y} from {self.feet.y:.1f}")

    def crawl(self, x: float, patience: float = _PATIENCE) -> Deed:
        """Crouch to a place."""
        for _ in range(round(patience * 60)):
            way = x * TILE - self.place.x
            if abs(way) <= _NEAR:
                return
            self.hold(Action.DOWN)
            self._toward(way, _NEAR)
            yield
        raise Stuck(f"could not crawl to {x} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def take(self, weapon: Weapon) -> Deed:
        """Choose a weapon."""
        for _ in range(20):
            if self.arsenal.current is weapon:
                return
            self.hold(_WEAPON_KEYS[weapon])
            yield
        raise Stuck(f"has no {weapon}")

    def shoot(
        self, weapon: Weapon, x: float, y: float, until: Callable[[], bool], patience: float = 8.0
    ) -> Deed:
        """Shoot with a weapon at a place until something is so."""
        yield from self.take(weapon)
        for _ in range(round(patience * 60)):
            if until():
                return
            self.aim(Vec2(x * TILE, y * TILE))
            yield
        raise Stuck(f"shot in vain with {weapon} at {x}, {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    # -- how it moves --------------------------------------------------------------------------------

    def _toward(self, way: float, near: float) -> None:
        if abs(way) > near / 2.0:
            self.hold(Action.RIGHT if way > 0.0 else Action.LEFT)

    def _must_jump(self, way: float, y: float | None) -> bool:
        """In the air: rise on. On the floor: something is in the way, or the floor ends before the goal."""
        legs = self.legs
        if not legs.on_floor:
            return legs.real_velocity.y > 0.0
        side = 1.0 if way > 0.0 else -1.0
        higher = y is not None and y > self.feet.y + 0.5
        if higher and abs(way) < 2.6 * TILE:
            return True
        if abs(way) < _AHEAD:
            return False
        knee = self.place - Vec2(0.0, 12.0)
        if self.eyes.blocked(knee, knee + Vec2(side * _AHEAD, 0.0)):
            return True
        lower = y is not None and y < self.feet.y - 0.5
        edge = self.place + Vec2(side * (BODY_RADIUS + 8.0), 0.0)
        return not lower and not self.eyes.blocked(edge, edge - Vec2(0.0, 2.2 * TILE), SOLID)
