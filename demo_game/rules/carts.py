"""Carts, which drive while the character stands on them and brake without it."""

from __future__ import annotations

import esper

from ecsphys import CharacterController, WheelJoint

from .. import tuning
from ..components import Cart
from .rule import Rule


class Carts(Rule):
    """Sets the motors of all carts."""

    def process(self, dt: float) -> None:
        """Drive the cart under the character."""
        controller = esper.component_for_entity(self.session.player, CharacterController)
        for entity, cart in esper.get_component(Cart):
            speed = cart.speed if controller.floor_entity == entity else 0.0
            turn = -speed / (tuning.CART_WHEEL * tuning.TILE)
            for joint in cart.joints:
                wheel = esper.component_for_entity(joint, WheelJoint)
                if wheel.motor_speed != turn:
                    wheel.motor_speed = turn
