"""The rules of the arena: one step with the buttons of both players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

import esper

import ecsphys
from ecsphys import (
    COLLISION_HIT,
    Box,
    Circle,
    Collider,
    CollisionEvent,
    HalfPlane,
    Physics,
    RigidBody,
    Transform,
    Vec2,
)
from ecsphys.rollback import Input

from .components import Bolt, Buttons, Crate, Ship

SIZE = (1280.0, 720.0)
SHIP_RADIUS, BOLT_RADIUS = 24.0, 6.0
_THRUST, _TURN = 620.0, 3.4  # px/s², 1/s
_BOLT_SPEED, _BOLT_STEPS, _RELOAD = 760.0, 70, 14
_GLOW = 30  # steps
_CRATES = (  # x, y, size
    (640, 360, 34), (560, 360, 64), (720, 360, 54), (640, 440, 44), (640, 280, 34), (400, 560, 64),
    (880, 160, 54), (400, 160, 44), (880, 560, 34), (250, 360, 64), (1030, 360, 54), (520, 620, 44),
    (760, 100, 34),
)  # fmt: skip

Effect = Callable[[str, Vec2, int], None]  # kind, place, player


def _silent(kind: str, place: Vec2, player: int) -> None:
    """Show nothing."""


class Field:
    """The arena in esper's current world. `effect` is called for what is seen and heard, also in frames that
    are simulated again.
    """

    def __init__(self, effect: Effect = _silent):
        self.effect = effect
        self.physics = Physics(gravity=(0.0, 0.0))
        esper.add_processor(self.physics)
        self._build_walls()
        self._build_crates()
        self.ships = [self._build_ship(player) for player in range(2)]
        ecsphys.on(COLLISION_HIT, Bolt)(self._hit)

    def _build_walls(self) -> None:
        for corner, sign in (((0.0, 0.0), 1.0), (SIZE, -1.0)):
            for normal in ((sign, 0.0), (0.0, sign)):
                esper.create_entity(Transform(*corner), Collider(HalfPlane(normal), restitution=0.6))

    def _build_crates(self) -> None:
        for x, y, size in _CRATES:
            esper.create_entity(
                Transform(x, y),
                RigidBody(linear_damping=0.8, angular_damping=0.8),
                Collider(Box(size, size), restitution=0.3, density=0.5),
                Crate(size),
            )

    def _build_ship(self, player: int) -> int:
        return esper.create_entity(
            Transform(140.0 + 1000.0 * player, 180.0 + 360.0 * player, 3.14159 * player),
            RigidBody(linear_damping=0.9, angular_damping=4.0, can_sleep=False),
            Collider(Circle(SHIP_RADIUS), restitution=0.5),
            Ship(player),
        )

    def step(self, inputs: Sequence[Input]) -> None:
        """Simulate one frame; `inputs` hold `Buttons`."""
        for entity, given in zip(self.ships, inputs, strict=True):
            self._steer(entity, given.value)
        for entity, bolt in sorted(esper.get_component(Bolt), key=itemgetter(0)):
            bolt.steps -= 1
            if bolt.steps <= 0:
                esper.delete_entity(entity, immediate=True)
        self.physics.step_once()

    def _steer(self, entity: int, buttons: Buttons) -> None:
        ship = esper.component_for_entity(entity, Ship)
        place = esper.component_for_entity(entity, Transform)
        body = esper.component_for_entity(entity, RigidBody)
        turn = bool(buttons & Buttons.LEFT) - bool(buttons & Buttons.RIGHT)
        if turn:
            body.angular_velocity = _TURN * turn
        ship.thrust = bool(buttons & Buttons.THRUST)
        ahead = place.local_to_world((1.0, 0.0)) - place.position
        if ship.thrust:
            body.velocity = body.velocity + ahead * (_THRUST * self.physics.step)
        ship.reload, ship.glow = max(0, ship.reload - 1), max(0, ship.glow - 1)
        if buttons & Buttons.FIRE and not ship.reload:
            ship.reload = _RELOAD
            self._fire(ship.player, place.position + ahead * (SHIP_RADIUS + BOLT_RADIUS + 3.0), ahead)

    def _fire(self, player: int, muzzle: Vec2, ahead: Vec2) -> None:
        x, y = muzzle
        esper.create_entity(
            Transform(x, y),
            RigidBody(velocity=ahead * _BOLT_SPEED),
            Collider(Circle(BOLT_RADIUS), restitution=0.7, density=3.0),
            Bolt(player, _BOLT_STEPS),
        )
        self.effect("shot", muzzle, player)

    def _hit(self, event: CollisionEvent, entity: int, bolt: Bolt, other: int) -> None:
        """A bolt has hit something: a ship costs its player a point, and ends the bolt."""
        self.effect("spark", event.point, bolt.player)
        ship = esper.try_component(other, Ship)
        if ship is not None and bolt.steps > 0:
            bolt.steps = 1  # gone in the next step
            ship.glow = _GLOW
            if ship.player != bolt.player:
                esper.component_for_entity(self.ships[bolt.player], Ship).hits += 1
                self.effect("hit", event.point, bolt.player)

    def hits(self) -> tuple[int, int]:
        """Return the points of both players."""
        first, second = (esper.component_for_entity(entity, Ship).hits for entity in self.ships)
        return first, second
