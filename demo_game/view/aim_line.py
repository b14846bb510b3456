"""The arc that a grenade would take, as a dotted line."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager

import arcade
import esper

from ecsphys import Collider, Physics, Transform, Vec2

from .. import tuning
from ..components import Arsenal, Player, Weapon
from ..game import Game
from ..layers import MASKS, Layer
from ..rules.arsenal import find_muzzle
from ..rules.grenades import body_of_grenade, velocity_of_throw
from .palette import YELLOW

_WORLD = "demo_game aim"
_STEPS = round(tuning.GRENADE_FUSE * 60.0)  # from the throw to the explosion
_REFRESH = 2  # steps between two predictions
_DOT, _EVERY, _FIRST = 4.0, 4, 3  # radius, steps between dots, step of the first one
_MARK = 11.0  # radius of the ring where it explodes


class AimLine:
    """Predicts and draws the arc of a grenade while the character has grenades in hand.

    The prediction is made in an esper world of its own, in which all that a grenade can hit stands still: the
    character, its enemies and platforms would have to be simulated, too, where they are. Nothing of it is in
    the game, and it costs a fraction.
    """

    def __init__(self, game: Game):
        self._game = game
        self._physics: Physics | None = None  # of the other world
        self._grenade = 0  # its entity there
        self._twins: dict[int, int] = {}  # entities there, by those of the game
        self._points: list[Vec2] = []
        self._step = -_REFRESH  # of the last prediction

    def draw(self) -> None:
        """Draw the arc, if there are grenades in hand."""
        step, points = self._game.physics.step_count, self._points
        if abs(step - self._step) >= _REFRESH:
            points, self._step = self.points(), step
            self._points = points
        for k, point in enumerate(points[_FIRST::_EVERY]):
            share = 1.0 - k * _EVERY / _STEPS
            arcade.draw_circle_filled(*point, _DOT * (0.5 + 0.5 * share), (*YELLOW, round(90 + 160 * share)))
        if points:
            arcade.draw_circle_outline(*points[-1], _MARK, (*YELLOW, 190), 2)

    def points(self) -> list[Vec2]:
        """Return where a grenade thrown now would be after each step, empty with nothing to throw."""
        session = self._game.session
        arsenal = esper.component_for_entity(session.player, Arsenal)
        weapon = Weapon.GRENADES
        if not session.playing or arsenal.current is not weapon or arsenal.ammo[weapon] < 1:
            return []
        position = esper.component_for_entity(session.player, Transform).position
        aim = esper.component_for_entity(session.player, Player).aim
        obstacles = _obstacles()
        with self._other_world():
            physics = self._follow(obstacles)
            muzzle = find_muzzle(physics, position, aim, tuning.GRENADE_RADIUS, self._grenade)
            velocity = velocity_of_throw(aim, self._game.level.top_down)
            poses = physics.predict(self._grenade, _STEPS, position=muzzle, velocity=velocity)
        return [Vec2(x, y) for x, y, _ in poses.tolist()]

    # -- the other world ---------------------------------------------------------------------------

    @contextmanager
    def _other_world(self) -> Iterator[None]:
        """Make the other world esper's current one for a moment."""
        home = esper.current_world
        if self._physics is None and _WORLD in esper.list_worlds():
            esper.delete_world(_WORLD)  # of the attempt before
        esper.switch_world(_WORLD)
        try:
            yield
        finally:
            esper.switch_world(home)

    def _follow(self, obstacles: dict[int, tuple[Transform, Collider]]) -> Physics:
        """Let the other world be as the game is; return its physics."""
        physics = self._physics
        if physics is None:
            physics = self._physics = Physics(gravity=self._game.physics.gravity, length_unit=tuning.TILE)
            esper.add_processor(physics)
            nowhere = Vec2(0.0, 0.0)
            self._grenade = esper.create_entity(*body_of_grenade(nowhere, nowhere, self._game.level.top_down))
        for entity in [entity for entity in self._twins if entity not in obstacles]:
            esper.delete_entity(self._twins.pop(entity), immediate=True)
        for entity, (transform, collider) in obstacles.items():
            twin = self._twins.get(entity)
            if twin is None:
                self._twins[entity] = esper.create_entity(copy.copy(transform), copy.copy(collider))
                continue
            place = esper.component_for_entity(twin, Transform)
            if place.pose != transform.pose:
                place.pose = transform.pose
        return physics


def _obstacles() -> dict[int, tuple[Transform, Collider]]:
    """Return all that a grenade can hit, by entity."""
    return {
        entity: (transform, collider)
        for entity, (transform, collider) in esper.get_components(Transform, Collider)
        if collider.layer & MASKS[Layer.SHOT] and not collider.trigger
    }
