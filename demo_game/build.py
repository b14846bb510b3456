"""Turns a level into entities of the current esper world."""

from __future__ import annotations

from random import Random

import esper

from ecsphys import Box, Capsule, CharacterController, Circle, Collider, Polygon, RigidBody, Transform, Vec2

from . import tuning
from .layers import MEETS, Layer
from .levels import Level
from .levels.level import Point, Rectangle
from .old_components import Crate, Door, Drone, Exit, Gem, Health, Player, Solid, Weapons
from .tuning import TILE


def build(level: Level, seed: int) -> int:
    """Create everything in the level; returns the player. The seed picks places of gems and drones."""
    random = Random(seed)
    for block in level.blocks:
        _block(block, "block")
    for ledge in level.ledges:
        _block(ledge, "ledge")
    for outline in level.slopes:
        _slope(outline)
    for place in level.crates:
        _crate(place)
    for places in level.gems:
        _gem(random.choice(places))
    for patrol in level.patrols:
        _drone(patrol.path, random)
    _door(level.door)
    _exit(level.exit)
    return _player(level.spawn)


def _pixels(point: Point) -> Vec2:
    return Vec2(point[0] * TILE, point[1] * TILE)


def _middle(rectangle: Rectangle) -> tuple[Vec2, tuple[float, float]]:
    """Centre and size, in pixels."""
    left, bottom, width, height = rectangle
    return _pixels((left + width / 2, bottom + height / 2)), (width * TILE, height * TILE)


def _block(rectangle: Rectangle, kind: str) -> None:
    (x, y), (width, height) = _middle(rectangle)
    corners = tuple(
        Vec2(x + sx * width / 2, y + sy * height / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    esper.create_entity(
        Transform(x, y),
        Collider(Box(width, height), layer=Layer.WALL, mask=MEETS[Layer.WALL], friction=0.8),
        Solid(corners, kind),
    )


def _slope(outline: tuple[Point, ...]) -> None:
    corners = tuple(_pixels(point) for point in outline)
    start = corners[0]
    esper.create_entity(
        Transform(*start),
        Collider(
            Polygon([corner - start for corner in corners]),
            layer=Layer.WALL,
            mask=MEETS[Layer.WALL],
            friction=0.8,
        ),
        Solid(corners, "slope"),
    )


def _crate(place: Point) -> None:
    size = TILE
    esper.create_entity(
        Transform(*_pixels(place)),
        RigidBody(),
        Collider(Box(size, size), layer=Layer.CRATE, mask=MEETS[Layer.CRATE], density=0.35, friction=0.6),
        Crate(size),
    )


def _gem(place: Point) -> None:
    esper.create_entity(
        Transform(*_pixels(place)),
        Collider(Circle(24), trigger=True, layer=Layer.GEM, mask=MEETS[Layer.GEM]),
        Gem(),
    )


def _drone(path: tuple[Point, ...], random: Random) -> None:
    """Somewhere on the first leg of its path."""
    points = tuple(_pixels(point) for point in path)
    place = points[0].lerp(points[1], random.random())
    esper.create_entity(
        Transform(*place),
        RigidBody(gravity_scale=0, lock_rotation=True, linear_damping=0.5, can_sleep=False),
        Collider(
            Circle(tuning.DRONE_RADIUS),
            layer=Layer.DRONE,
            mask=MEETS[Layer.DRONE],
            friction=0,
            restitution=0.5,
        ),
        Drone(points, leg=random.randrange(len(points))),
        Health(tuning.DRONE_HEALTH),
    )


def _door(rectangle: Rectangle) -> None:
    (x, y), size = _middle(rectangle)
    esper.create_entity(
        Transform(x, y),
        RigidBody.kinematic(),
        Collider(Box(*size), layer=Layer.WALL, mask=MEETS[Layer.WALL]),
        Door(size, open_y=y + size[1] - TILE / 8),
    )


def _exit(rectangle: Rectangle) -> None:
    (x, y), size = _middle(rectangle)
    esper.create_entity(
        Transform(x, y),
        Collider(Box(*size), trigger=True, layer=Layer.EXIT, mask=MEETS[Layer.EXIT]),
        Exit(size),
    )


def _player(place: Point) -> int:
    entity: int = esper.create_entity(
        Transform(*_pixels(place)),
        RigidBody.kinematic(),
        Collider(
            Capsule(tuning.BODY_HEIGHT, tuning.BODY_RADIUS),
            layer=Layer.PLAYER,
            mask=MEETS[Layer.PLAYER],
        ),
        CharacterController(
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
        ),
        Player(),
        Health(tuning.PLAYER_HEALTH),
        Weapons(),
    )
    return entity
