"""Carts, which drive while the character stands on them and brake a moment after it left."""

from __future__ import annotations

import esper

from ecsphys import CharacterController, WheelJoint

from .. import tuning
from ..components import Cart
from .rule import Rule


class Carts(Rule):
    """Sets the motors of all carts."""

    def process(self, dt: float) -> None:
        """Drive the cart under the character, and one that it has just left, as by a jump."""
        floor = esper.component_for_entity(self.session.player, CharacterController).floor_entity
        for entity, cart in esper.get_component(Cart):
            cart.drives = tuning.CART_PATIENCE if floor == entity else max(0.0, cart.drives - dt)
            turn = -cart.speed / (tuning.CART_WHEEL * tuning.TILE) if cart.drives > 0.0 else 0.0
            for joint in cart.joints:
                wheel = esper.component_for_entity(joint, WheelJoint)
                if wheel.motor_speed != turn:
                    wheel.motor_speed = turn
