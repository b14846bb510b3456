"""The base of scripted players. A task is a generator that sets the controls for one step and yields.

Players see the world through rays and components and act through the controls alone. Points are in tiles; y
is the height of the feet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import esper

from ecsphys import CharacterController, Vec2

from ..components import Arsenal, Checkpoint, Player, Weapon
from ..controls import Action
from ..rules.arsenal import KEYS
from ..rules.rule import Run, position_of
from ..session import Session
from ..tuning import TILE
from .eyes import Eyes

Task = Iterator[None]
PATIENCE = 12.0  # s
_WEAPON_KEYS = {weapon: key for key, weapon in KEYS.items()}
_KEYS = (Action.LEFT, Action.RIGHT, Action.DOWN, Action.UP, Action.FIRE, *_WEAPON_KEYS.values())


class Stuck(Exception):
    """A task took too long; the message names task and position."""


class Pilot:
    """A scripted player, which shoots at every enemy in sight during its tasks."""

    def __init__(self, run: Run):
        self.run = run
        self.controls = run.controls
        self.eyes = Eyes(run)
        self._aims = False  # whether the running task aims itself
        self._held: dict[Action, bool] = {}

    # -- state -------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """Score, time and counts."""
        return self.run.session

    @property
    def position(self) -> Vec2:
        """Centre of the character, in pixels."""
        return self.run.player_position

    @property
    def feet(self) -> Vec2:
        """Position of the feet, in tiles."""
        position = self.position
        height = esper.component_for_entity(self.session.player, Player).height
        return Vec2(position.x / TILE, (position.y - height / 2.0) / TILE)

    @property
    def controller(self) -> CharacterController:
        """Controller of the character."""
        return esper.component_for_entity(self.session.player, CharacterController)

    @property
    def arsenal(self) -> Arsenal:
        """Weapons of the character."""
        return esper.component_for_entity(self.session.player, Arsenal)

    @property
    def checkpoints(self) -> int:
        """Number of checkpoints reached."""
        return sum(point.reached for _, point in esper.get_component(Checkpoint))

    def alive(self, name: str) -> bool:
        """Return whether a named map object still exists."""
        return self.eyes.find(name) is not None

    def gone(self, *names: str) -> int:
        """Return how many of these map objects no longer exist."""
        return sum(not self.alive(name) for name in names)

    def spent(self, weapon: Weapon, shots: int) -> bool:
        """Return whether a weapon has fired `shots` times or is out of ammunition."""
        return self.session.counts[f"fired {weapon}"] >= shots or self.arsenal.ammo.get(weapon, 0) < 1

    def where(self, name: str) -> Vec2:
        """Return the position of a named map object, in tiles. Raises `Stuck` if it is gone."""
        entity = self.eyes.find(name)
        if entity is None:
            raise Stuck(f"{name!r} is gone")
        return position_of(entity) / TILE

    # -- every step ----------------------------------------------------------------------------------

    def before(self) -> None:
        """Begin a step with all keys released."""
        self._held = dict.fromkeys(_KEYS, False)
        self._aims = False

    def after(self) -> None:
        """Shoot at an enemy unless the task aims itself, then set the controls."""
        if not self._aims:
            self._fight()
        for action, down in self._held.items():
            self.controls.hold(action, down)

    def hold(self, *actions: Action) -> None:
        """Hold these keys in this step."""
        for action in actions:
            self._held[action] = True

    def fire_at(self, target: Vec2) -> None:
        """Aim at a point (px) and fire."""
        self._aims = True
        self.controls.target = target
        self.hold(Action.FIRE)

    def _fight(self) -> None:
        """Shoot the pistol at the nearest visible enemy."""
        enemy = self.eyes.enemy()
        if enemy is None:
            self.controls.target = None
            return
        self.controls.target = enemy
        if self.arsenal.current is Weapon.PISTOL:
            self.hold(Action.FIRE)
        else:
            self.hold(_WEAPON_KEYS[Weapon.PISTOL])

    # -- tasks ---------------------------------------------------------------------------------------

    def until(self, condition: Callable[[], bool], patience: float = PATIENCE, what: str = "") -> Task:
        """Stand until a condition holds."""
        for _ in range(round(patience * 60)):
            if condition():
                return
            yield
        raise Stuck(f"waited in vain {what} at {self.feet.x:.1f}, {self.feet.y:.1f}")

    def wait(self, seconds: float) -> Task:
        """Stand for some seconds."""
        for _ in range(round(seconds * 60)):
            yield

    def until_gone(self, name: str) -> Task:
        """Stand until a named map object no longer exists."""
        yield from self.until(lambda: not self.alive(name), what=f"for the end of {name!r}")

    def clear(self, *names: str, patience: float = 5.0) -> Task:
        """Stand and fight until these enemies are dead; give up quietly, as they may be out of sight."""
        for _ in range(round(patience * 60)):
            if self.gone(*names) == len(names):
                return
            yield

    def take(self, weapon: Weapon) -> Task:
        """Switch to a weapon."""
        for _ in range(20):
            if self.arsenal.current is weapon:
                return
            self.hold(_WEAPON_KEYS[weapon])
            yield
        raise Stuck(f"has no {weapon}")

    def shoot(
        self, weapon: Weapon, x: float, y: float, until: Callable[[], bool], patience: float = 8.0
    ) -> Task:
        """Shoot a weapon at a point until a condition holds."""
        yield from self.take(weapon)
        for _ in range(round(patience * 60)):
            if until():
                return
            self.fire_at(Vec2(x, y) * TILE)
            yield
        raise Stuck(f"shot in vain with {weapon} at {x}, {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def destroy(self, name: str, weapon: Weapon, x: float, y: float) -> Task:
        """Shoot a weapon at a point until a named map object no longer exists."""
        yield from self.shoot(weapon, x, y, until=lambda: not self.alive(name))
