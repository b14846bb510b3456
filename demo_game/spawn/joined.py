"""Spawn bodies with joints: boards, wrecking balls, carts, ropes; and pools."""

from __future__ import annotations

import math
from collections.abc import Callable

import esper

from ecsphys import (
    Area,
    Box,
    Circle,
    Collider,
    RevoluteJoint,
    RigidBody,
    Transform,
    Vec2,
    WheelJoint,
    presets,
)

from .. import tuning
from ..components import Ball, Board, Cart, Link, Pool, Wheel
from ..layers import MASKS, Layer
from ..levels import Thing
from .context import SpawnContext, collision_filter

_HINGES = {
    "middle": (0.0, 0.0), "left": (-0.5, 0.0), "right": (0.5, 0.0), "top": (0.0, 0.5), "bottom": (0.0, -0.5),
}  # fmt: skip
_INSET = 0.5  # of a board's thickness: how far a hinge is from its end
_TYRE_FRICTION = 1.2


def _board(thing: Thing, context: SpawnContext) -> int:
    """Spawn a board and its hinge, whose limits alone hold it: it passes walls."""
    width, height = thing.size
    entity = esper.create_entity(
        Transform(*thing.center, thing.angle),
        RigidBody(angular_damping=tuning.BOARD_DAMPING),
        Collider(
            Box(width, height),
            density=tuning.BOARD_DENSITY,
            friction=0.9,
            layer=Layer.THING,
            mask=MASKS[Layer.THING] & ~Layer.WALL,
        ),
        Board(thing.size),
    )
    inset = _INSET * min(width, height)
    x, y = _HINGES[thing.values["hinge"]]
    hinge = Vec2(x * (width - 2.0 * inset), y * (height - 2.0 * inset))
    limits = math.radians(thing.values["lowest"]), math.radians(thing.values["highest"])
    anchor = thing.center + hinge.rotated(thing.angle)
    esper.create_entity(RevoluteJoint(None, entity, anchor=anchor, limits=limits))
    return entity


def _ball(thing: Thing, context: SpawnContext) -> int:
    """Spawn a wrecking ball."""
    size = thing.values["size"]
    return esper.create_entity(
        Transform(*thing.center),
        RigidBody(angular_damping=tuning.BOARD_DAMPING),
        Collider(
            Circle(size / 2.0), density=tuning.BALL_DENSITY, friction=0.4, **collision_filter(Layer.THING)
        ),
        Ball(size),
    )


def _cart(thing: Thing, context: SpawnContext) -> int:
    """Spawn a board on two wheels with suspension and brakes."""
    width, height = thing.size
    radius = tuning.CART_WHEEL * tuning.TILE
    chassis = esper.create_entity(
        Transform(*thing.center),
        RigidBody(),
        Collider(
            Box(width, height), density=tuning.CART_DENSITY, friction=0.9, **collision_filter(Layer.THING)
        ),
    )
    tyre = Circle(radius)
    torque = tuning.CART_ACCELERATION * radius * tuning.CART_DENSITY * (width * height + 2.0 * tyre.area)
    joints = []
    for x in (-0.5 * width + radius, 0.5 * width - radius):
        hub = thing.center + Vec2(x, -0.5 * height - 0.4 * radius)
        wheel = esper.create_entity(
            Transform(*hub),
            RigidBody(),
            Collider(
                tyre,
                density=tuning.CART_DENSITY,
                friction=_TYRE_FRICTION,
                layer=Layer.THING,
                mask=MASKS[Layer.THING] & ~Layer.PLAYER,
            ),
            Wheel(2.0 * radius),
        )
        suspension = WheelJoint(
            chassis,
            wheel,
            anchor=hub,
            hertz=tuning.CART_HERTZ,
            damping_ratio=tuning.CART_DAMPING_RATIO,
            limits=(-0.3 * radius, 0.3 * radius),
            max_motor_torque=torque,
        )
        joints.append(esper.create_entity(suspension))
    esper.add_component(chassis, Cart(thing.size, thing.values["speed"], tuple(joints)))
    return chassis


def _rope(thing: Thing, context: SpawnContext) -> int:
    """Spawn a rope from where it hangs to what it holds; return its first link."""
    held = thing.values["holds"]
    made = presets.rope(
        thing.points[0],
        thing.points[-1],
        b=context.entities[held] if held else None,
        link_length=tuning.SWING_LINK if thing.values["grip"] else tuning.ROPE_LINK,
        thickness=tuning.ROPE_THICKNESS,
        density=tuning.ROPE_DENSITY,
        damping=tuning.ROPE_DAMPING,
    )
    length = thing.points[0].distance(thing.points[-1]) / len(made.links)
    for link, joint in zip(made.links, made.joints, strict=False):  # one joint more if it holds something
        collider = esper.component_for_entity(link, Collider)
        collider.layer, collider.mask = Layer.ROPE, MASKS[Layer.ROPE]
        size = length + tuning.ROPE_THICKNESS, tuning.ROPE_THICKNESS
        esper.add_component(link, Link(size, joint, thing.values["grip"]))
    return made.links[0]


def _pool(thing: Thing, context: SpawnContext) -> int:
    """Spawn a pool: an area with the density of its water."""
    return esper.create_entity(
        Transform(*thing.center),
        Collider(Box(*thing.size), trigger=True, **collision_filter(Layer.PLACE)),
        Area(density=tuning.WATER_DENSITY, linear_damping=tuning.SWIM_DAMPING, angular_damping=1.0),
        Pool(thing.size),
    )


JOINED: dict[str, Callable[[Thing, SpawnContext], int]] = {
    "board": _board,
    "ball": _ball,
    "cart": _cart,
    "rope": _rope,
    "pool": _pool,
}
