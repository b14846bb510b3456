"""Animate sprites: textures, tints and offsets that follow the state of their entities."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeVar

import arcade
import esper

from ecsphys import RigidBody, Transform
from ecsphys.arcade import SpriteSync

from ..components import (
    Barrel,
    Checkpoint,
    Conveyor,
    Door,
    Drone,
    Enemy,
    Furnace,
    Lava,
    Lifetime,
    Pickup,
    Plate,
    Shard,
    Shot,
    Walker,
)  # fmt: skip
from .art import actors, places, things
from .hero import walk_cycle
from .sprites import BACK, FRONT, MIDDLE

Component = TypeVar("Component")
_ZOMBIE = ":resources:images/animated_characters/zombie/zombie"
_ANGRY, _CALM, _STUNNED = (255, 170, 150), (255, 255, 255), (150, 160, 200)


def animate(layers: list[SpriteSync], seconds: float, top_down: bool) -> None:
    """Update the sprites of all entities whose appearance depends on their state."""
    _states(layers[BACK], seconds, top_down)
    _things(layers[MIDDLE], seconds)
    _enemies(layers[MIDDLE], top_down)
    for sprite, _, entity in _each(layers[FRONT], Shard):
        life = esper.try_component(entity, Lifetime)
        sprite.alpha = round(255 * min(1.0, life.seconds / (0.5 * life.full))) if life else 255
    for _, _, entity in _each(layers[FRONT], Shot):
        body = esper.component_for_entity(entity, RigidBody)
        layers[FRONT].place(entity, angle=body.velocity.angle)


def _each(layer: SpriteSync, kind: type[Component]) -> Iterator[tuple[arcade.Sprite, Component, int]]:
    """Yield sprite, component and entity of every component of a type that has a sprite in a layer."""
    components: list[tuple[int, Component]] = esper.get_component(kind)
    for entity, component in components:
        if entity in layer:
            yield layer.sprite(entity), component, entity


def _show(sprite: arcade.Sprite, texture: arcade.Texture) -> None:
    """Set a texture, only if it differs: assignment is slow."""
    if sprite.texture is not texture:
        sprite.texture = texture


def _states(layer: SpriteSync, seconds: float, top_down: bool) -> None:
    """Show the state of plates, furnaces and checkpoints, and the waves of lava."""
    wave = int(2.0 * seconds) % 2
    for sprite, lava, _ in _each(layer, Lava):
        _show(sprite, places.lava(*lava.size, wave, top_down))
    for sprite, plate, _ in _each(layer, Plate):
        _show(sprite, places.plate(*plate.size, plate.down, top_down))
    for sprite, furnace, _ in _each(layer, Furnace):
        _show(sprite, places.furnace(*furnace.size, furnace.lit, top_down))
    for sprite, point, _ in _each(layer, Checkpoint):
        _show(sprite, places.checkpoint(84, point.size[1], point.reached))


def _things(layer: SpriteSync, seconds: float) -> None:
    """Show the state of doors, belts and barrels; let pickups float up and down."""
    for sprite, door, _ in _each(layer, Door):
        _show(sprite, places.door(*door.size, door.open))
    for sprite, belt, _ in _each(layer, Conveyor):
        phase = int(abs(belt.speed) * seconds / 8.0) % 4
        _show(sprite, places.conveyor(*belt.size, phase, belt.speed > 0.0))
    for sprite, barrel, _ in _each(layer, Barrel):
        _show(sprite, things.barrel(*barrel.size, barrel.fuse is not None))
    for _, _, entity in _each(layer, Pickup):
        layer.place(entity, offset=(0.0, 5.0 * math.sin(3.0 * seconds + entity)))


def _enemies(layer: SpriteSync, top_down: bool) -> None:
    """Show direction, gait and mood of drones and walkers."""
    for sprite, drone, _ in _each(layer, Drone):
        _show(sprite, actors.drone(*drone.size, drone.chasing))
        sprite.scale_x = float(drone.facing)
        sprite.color = _STUNNED if drone.stunned > 0.0 else _CALM
    for sprite, walker, entity in _each(layer, Walker):
        velocity = esper.component_for_entity(entity, RigidBody).velocity
        if top_down:
            _show(sprite, actors.from_above(58, 58, "angry" if walker.chasing else "walker"))
            if velocity.length > 10.0:
                layer.place(entity, angle=velocity.angle)
        else:
            walk = walk_cycle(_ZOMBIE)
            x = esper.component_for_entity(entity, Transform).x
            _show(sprite, walk.texture(walker.facing, True, x, velocity))
            layer.place(entity, offset=(0.0, 10.0))
        sprite.color = _tint(walker)


def _tint(enemy: Enemy) -> tuple[int, int, int]:
    """Return the tint of an enemy."""
    if enemy.stunned > 0.0:
        return _STUNNED
    return _ANGRY if enemy.chasing else _CALM
