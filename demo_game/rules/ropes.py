"""Ropes: shots cut them, and the character swings on those that have a grip."""

from __future__ import annotations

import esper

from ecsphys import CharacterController, Circle, RevoluteJoint, RigidBody, Transform, Vec2

from .. import signals, tuning
from ..components import Double, Link, Player, find_component
from ..controls import Action
from ..layers import Layer
from . import doubles
from .rule import Rule


def cut(link: Link, point: Vec2) -> None:
    """Break the joint that holds a link."""
    joint = find_component(link.joint, RevoluteJoint)
    if joint is not None and not joint.broken:
        joint.broken = True
        signals.send(signals.ROPE_CUT, point)


class Ropes(Rule):
    """Lets the character grab a rope in the air, swing with the keys, and jump or drop off."""

    def process(self, dt: float) -> None:
        """Grab a rope, or swing on the one in hand."""
        memory = self.memory
        memory.rope_pause = max(0.0, memory.rope_pause - dt)
        player = esper.component_for_entity(self.session.player, Player)
        if player.double is None:
            if memory.rope_pause == 0.0 and not player.crouching and esper.get_component(Link):
                self._grab()
        elif esper.component_for_entity(player.double, Double).joint is not None:
            self._swing(player, dt)

    def _grab(self) -> None:
        """Grab the rope within reach of the hands, in the air."""
        character = self.session.player
        if not self.session.playing or esper.component_for_entity(character, CharacterController).on_floor:
            return
        position = esper.component_for_entity(character, Transform).position
        hands = position + Vec2(0.0, tuning.HANDS)
        found = self.physics.overlap(Circle(tuning.REACH), hands, mask=Layer.ROPE, where=_has_grip)
        if found:
            places = {link: esper.component_for_entity(link, Transform).position for link in found}
            link = min(found, key=lambda link: (places[link].distance(hands), link))
            doubles.begin(self.run, link)
            signals.send(signals.GRABBED, places[link])

    def _swing(self, player: Player, dt: float) -> None:
        """Swing with the keys; jump off, drop, or hang on."""
        inputs = self.controls.current
        assert player.double is not None
        velocity = esper.component_for_entity(player.double, RigidBody).velocity
        if inputs.presses(Action.UP):
            self._let_go(velocity + Vec2(0.0, tuning.ROPE_JUMP))
        elif inputs.presses(Action.DOWN) or not self.session.playing:
            self._let_go(velocity)
        elif doubles.follow(self.run, dt):
            side = inputs.direction.x
            if side:
                player.facing = 1 if side > 0 else -1
            doubles.push(player, Vec2(side * tuning.SWING_ACCELERATION, 0.0))
        else:
            self.memory.rope_pause = tuning.GRAB_PAUSE

    def _let_go(self, velocity: Vec2) -> None:
        """Let go of the rope."""
        doubles.end(self.run, velocity)
        self.memory.rope_pause = tuning.GRAB_PAUSE


def _has_grip(entity: int) -> bool:
    """Whether an entity is a link on which the character can hang."""
    link = find_component(entity, Link)
    return link is not None and link.grip
