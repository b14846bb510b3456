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
from ..rules.arsenal import KEYS
from ..rules.rule import Run, position_of
from ..tuning import TILE
from .eyes import Eyes

Task = Iterator[None]
PATIENCE = 12.0  # s
_WEAPON_KEYS = {weapon: key for key, weapon in KEYS.items()}
_KEYS = (Action.LEFT, Action.RIGHT, Action.DOWN, Action.UP, Action.FIRE, *_WEAPON_KEYS.values())


class Stuck(Exception):
    """A deed took too long; the message says which, and where."""


class Pilot:
    """One scripted player. It shoots at every enemy in sight while it goes its way."""

    def __init__(self, run: Run):
        self.run = run
        self.session = run.session
        self.controls = run.controls
        self.eyes = Eyes(run)
        self._busy = False  # a deed aims by itself
        self._held: dict[Action, bool] = {}

    # -- what it knows -------------------------------------------------------------------------------

    @property
    def position(self) -> Vec2:
        """Its middle, in pixels."""
        return self.run.player_position

    @property
    def feet(self) -> Vec2:
        """Where it stands, in tiles."""
        position = self.position
        height = esper.component_for_entity(self.session.player, Player).height
        return Vec2(position.x / TILE, (position.y - height / 2.0) / TILE)

    @property
    def controller(self) -> CharacterController:
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
        return self.session.counts[f"fired {weapon}"] >= shots or self.arsenal.ammo.get(weapon, 0) < 1

    def where(self, name: str) -> Vec2:
        """Where the thing with that name in the map is, in tiles; it must be there."""
        entity = self.eyes.find(name)
        if entity is None:
            raise Stuck(f"{name!r} is gone")
        return position_of(entity) / TILE

    # -- every step ----------------------------------------------------------------------------------

    def before(self) -> None:
        """Want nothing yet in this step."""
        self._held = dict.fromkeys(_KEYS, False)
        self._busy = False

    def after(self) -> None:
        """Press what was wanted, and fight if there is nothing better to shoot at."""
        if not self._busy:
            self._fight()
        for action, down in self._held.items():
            self.controls.hold(action, down)

    def hold(self, *actions: Action) -> None:
        """Keep these down in this step."""
        for action in actions:
            self._held[action] = True

    def fire_at(self, target: Vec2) -> None:
        """Point at a place (px), and shoot."""
        self._busy = True
        self.controls.target = target
        self.hold(Action.FIRE)

    def _fight(self) -> None:
        enemy = self.eyes.enemy()
        if enemy is None:
            self.controls.target = None
            return
        self.controls.target = enemy
        if self.arsenal.current is Weapon.PISTOL:
            self.hold(Action.FIRE)
        else:
            self.hold(_WEAPON_KEYS[Weapon.PISTOL])

    # -- deeds ---------------------------------------------------------------------------------------

    def until(self, condition: Callable[[], bool], patience: float = PATIENCE, what: str = "") -> Task:
        """Stand until something is so."""
        for _ in range(round(patience * 60)):
            if condition():
                return
            yield
        raise Stuck(f"waited in vain {what} at {self.feet.x:.1f}, {self.feet.y:.1f}")

    def wait(self, seconds: float) -> Task:
        """Stand for a while."""
        for _ in range(round(seconds * 60)):
            yield

    def until_gone(self, name: str) -> Task:
        """Stand until the thing with that name is there no more."""
        yield from self.until(lambda: not self.alive(name), what=f"for the end of {name!r}")

    def clear(self, *names: str, patience: float = 5.0) -> Task:
        """Stand and fight until these are dead, or for a while: they may be out of sight."""
        for _ in range(round(patience * 60)):
            if self.gone(*names) == len(names):
                return
            yield

    def take(self, weapon: Weapon) -> Task:
        """Choose a weapon."""
        for _ in range(20):
            if self.arsenal.current is weapon:
                return
            self.hold(_WEAPON_KEYS[weapon])
            yield
        raise Stuck(f"has no {weapon}")

    def shoot(
        self, weapon: Weapon, x: float, y: float, until: Callable[[], bool], patience: float = 8.0
    ) -> Task:
        """Shoot with a weapon at a place until something is so."""
        yield from self.take(weapon)
        for _ in range(round(patience * 60)):
            if until():
                return
            self.fire_at(Vec2(x, y) * TILE)
            yield
        raise Stuck(f"shot in vain with {weapon} at {x}, {y} from {self.feet.x:.1f}, {self.feet.y:.1f}")

    def destroy(self, name: str, weapon: Weapon, x: float, y: float) -> Task:
        """Shoot with a weapon at a place until the thing with that name is there no more."""
        yield from self.shoot(weapon, x, y, until=lambda: not self.alive(name))
