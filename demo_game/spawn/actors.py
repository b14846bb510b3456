"""Spawn the character and its enemies."""

from __future__ import annotations

import math
from collections.abc import Callable

import esper

from ecsphys import Capsule, CharacterController, Collider, RigidBody, Transform

from .. import tuning
from ..components import Arsenal, Drone, Health, Player, Walker, Weapon
from ..layers import Layer
from ..levels import Thing
from .context import SpawnContext, collision_filter

_FIRST_SHOTS = 10.0  # of each weapon the character starts with, except the pistol


def player(thing: Thing, context: SpawnContext) -> int:
    """Spawn the character."""
    weapons = [Weapon(name) for name in thing.values["weapons"].replace(" ", "").split(",")]
    ammo = {
        weapon: math.inf if weapon is Weapon.PISTOL else _FIRST_SHOTS
        for weapon in Weapon
        if weapon in weapons
    }
    height = 2.0 * tuning.BODY_RADIUS + 1.0 if context.top_down else tuning.BODY_HEIGHT
    return esper.create_entity(
        Transform(*thing.center),
        RigidBody.kinematic(),
        Collider(Capsule(height, tuning.BODY_RADIUS), **collision_filter(Layer.PLAYER)),
        _floating() if context.top_down else _grounded(),
        Player(height=height),
        Health.full(tuning.PLAYER_HEALTH),
        Arsenal(ammo, weapons[0]),
    )


def _grounded() -> CharacterController:
    """Return the controller for side view."""
    return CharacterController(
        max_slope=tuning.STEEPEST,
        snap=tuning.SNAP,
        constant_speed=True,
        acceleration=tuning.GROUND_ACCELERATION,
        friction=tuning.GROUND_ACCELERATION,
        air_acceleration=tuning.AIR_ACCELERATION,
        air_friction=tuning.AIR_ACCELERATION,
        terminal_speed=tuning.FALL_SPEED,
        coyote_time=tuning.COYOTE_TIME,
        jump_buffer=tuning.JUMP_BUFFER,
        jump_cut=tuning.JUMP_CUT,
        corner_correction=tuning.CORNER_CORRECTION,
        ledge_forgiveness=tuning.LEDGE_FORGIVENESS,
        wall_slide=tuning.WALL_SLIDE,
        wall_jump=tuning.WALL_JUMP,
        wall_jump_lock=tuning.WALL_JUMP_LOCK,
        strength=tuning.STRENGTH,
    )


def _floating() -> CharacterController:
    """Return the controller for top-down view: no inertia, and a short slide after a push."""
    return CharacterController("floating", friction=tuning.GROUND_ACCELERATION, strength=tuning.STRENGTH)


def _drone(thing: Thing, context: SpawnContext) -> int:
    """Spawn a drone, a lying capsule, at a random point of the first leg of its path."""
    path = context.path(thing) or (thing.center,)
    position = path[0].lerp(path[1], context.random.random()) if len(path) > 1 else path[0]
    half, radius = tuning.DRONE_HALF, tuning.DRONE_RADIUS
    return esper.create_entity(
        Transform(*position),
        RigidBody(gravity_scale=0, lock_rotation=True, linear_damping=0.5, can_sleep=False),
        Collider(
            Capsule.between((-half, 0), (half, 0), radius),
            friction=0,
            restitution=0.5,
            **collision_filter(Layer.ENEMY),
        ),
        Drone((2 * (half + radius), 2 * radius), path=path, leg=context.random.randrange(len(path))),
        Health.full(tuning.DRONE_HEALTH),
    )


def _walker(thing: Thing, context: SpawnContext) -> int:
    """Spawn a walker."""
    height, radius = tuning.WALKER_HEIGHT, tuning.WALKER_RADIUS
    if context.top_down:
        height = 2.0 * radius + 1.0
    return esper.create_entity(
        Transform(*thing.center),
        RigidBody.kinematic(),
        Collider(Capsule(height, radius), **collision_filter(Layer.ENEMY)),
        CharacterController(
            "floating" if context.top_down else "grounded",
            acceleration=tuning.DRONE_ACCELERATION,
            friction=2.0 * tuning.DRONE_ACCELERATION,
            max_slope=tuning.STEEPEST,
            snap=tuning.SNAP,
            strength=tuning.STRENGTH,
        ),
        Walker((2 * radius, height), facing=1 if thing.values["facing"] == "right" else -1),
        Health.full(tuning.WALKER_HEALTH),
    )


ACTORS: dict[str, Callable[[Thing, SpawnContext], int]] = {"drone": _drone, "walker": _walker}
