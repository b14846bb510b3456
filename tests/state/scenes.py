"""Small worlds, one for each kind of state."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import esper

from ecsphys import (
    Area,
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    ConstantForce,
    DistanceJoint,
    Physics,
    Projectile,
    RayCaster,
    RevoluteJoint,
    RigidBody,
    Transform,
    WheelJoint,
)

Build = Callable[..., Physics]
SCENES: dict[str, Build] = {}


@dataclass
class Health:
    """A component of the game."""

    points: float = 3.0


def scene(build: Build) -> Build:
    """Add a function to `SCENES`."""
    SCENES[build.__name__] = build
    return build


def world(gravity: tuple[float, float] = (0, -900), **options: Any) -> Physics:
    """Make a world with a floor."""
    clock = Physics(gravity, **options)
    esper.add_processor(clock)
    esper.create_entity(Transform(0, -10), Collider(Box(2000, 20)))
    return clock


def box(x: float, y: float, size: float = 20.0, **collider: Any) -> int:
    """Make a box."""
    return esper.create_entity(Transform(x, y), RigidBody(), Collider(Box(size, size), **collider))


@scene
def pile(**options: Any) -> Physics:
    """Boxes that fall on each other."""
    clock = world(**options)
    for k in range(12):
        box(22 * (k % 4) + k, 15 + 30 * (k // 4), restitution=0.2 * (k % 3))
    return clock


@scene
def sleepers(**options: Any) -> Physics:
    """A row of boxes at rest, and a ball that wakes some of them."""
    clock = world(**options)
    for k in range(6):
        box(60 * k, 10)
    ball = RigidBody(velocity=(150, 0))
    esper.create_entity(Transform(-250, 8), ball, Collider(Circle(8)))
    return clock


@scene
def bullets(**options: Any) -> Physics:
    """Fast balls between walls."""
    clock = world((0, 0), **options)
    for x in (-200, 200):
        esper.create_entity(Transform(x, 0), Collider(Box(4, 900)))
    for k in range(5):
        body = RigidBody(velocity=(9000 - 700 * k, 300 * k), continuous="bullet")
        esper.create_entity(Transform(10 * k, 60 * k), body, Collider(Circle(4), restitution=0.9))
    return clock


@scene
def character(**options: Any) -> Physics:
    """A character on a platform that moves, and a crate that it pushes."""
    clock = world(**options)
    lift = RigidBody.kinematic(velocity=(40, 10))
    esper.create_entity(Transform(0, 40), lift, Collider(Box(300, 10)))
    hero = CharacterController()
    body = RigidBody.kinematic()
    esper.create_entity(Transform(-50, 80), body, Collider(Capsule(40, 10)), hero)
    box(30, 70)
    hero.move((60, 0))
    return clock


@scene
def projectiles(**options: Any) -> Physics:
    """Projectiles that ricochet, pierce and end."""
    clock = world((0, -200), **options)
    for k in range(4):
        esper.create_entity(Transform(150 + 60 * k, 100), Collider(Box(10, 200)))
    for k in range(6):
        body = RigidBody(velocity=(700 + 90 * k, 40 * k))
        shot = Projectile(pierce=k % 3, ricochet=k % 2, despawn=k == 5)
        esper.create_entity(Transform(-100, 50 + 12 * k), body, Collider(Circle(2)), shot)
    return clock


@scene
def triggers(**options: Any) -> Physics:
    """Triggers, a platform that is solid from above, an eye that looks for bodies."""
    clock = world(**options)
    esper.create_entity(Transform(0, 60), Collider(Circle(50), trigger=True))
    esper.create_entity(Transform(100, 80), Collider(Box(120, 8), one_way=(0, 1)))
    esper.create_entity(Transform(-200, 20), RayCaster((1, 0.1), 500))
    for k in range(6):
        body = RigidBody(velocity=(60 * k - 150, 400))
        esper.create_entity(Transform(20 * k, 20), body, Collider(Circle(7), restitution=0.6))
    return clock


@scene
def hooks(**options: Any) -> Physics:
    """Filters, contact hooks and ignored pairs."""
    clock = world(**options)
    made = [box(15 * k - 40, 20 + 24 * k) for k in range(7)]
    clock.add_filter(lambda a, b: (a + b) % 5 != 0)

    @clock.add_contact_hook
    def slippery(contact: Any) -> None:
        contact.friction = 0.1

    clock.ignore(made[0], made[2], seconds=0.5)
    clock.ignore(made[3], made[4])
    return clock


@scene
def joints(**options: Any) -> Physics:
    """A chain, a wheel with a motor, a rope that breaks."""
    clock = world(**options)
    before = None
    for k in range(6):
        link = box(12 * k, 300, 8)
        anchor = (12 * k - 6, 300)
        esper.create_entity(RevoluteJoint(before, link, anchor=anchor, break_force=4e6))
        before = link
    cart, wheel = box(-100, 40), esper.create_entity(Transform(-100, 20), RigidBody(), Collider(Circle(10)))
    esper.create_entity(WheelJoint(cart, wheel, hertz=4, motor_speed=-6, max_motor_torque=1e6))
    stone = box(200, 200, 30)
    esper.create_entity(
        DistanceJoint(None, stone, anchor_a=(200, 400), min_length=0, max_length=210, break_force=3e5)
    )
    return clock


@scene
def areas(**options: Any) -> Physics:
    """Wind, water, a planet, and a constant force."""
    clock = world((0, -300), **options)
    esper.create_entity(Transform(0, 60), Collider(Box(300, 120), trigger=True), Area(density=0.5))
    esper.create_entity(
        Transform(250, 100), Collider(Box(150, 300), trigger=True), Area(wind=(90, 40), drag=0.4)
    )
    planet = Area(gravity=400, point=(0, 0), unit_distance=60)
    esper.create_entity(Transform(-300, 150), Collider(Circle(150), trigger=True), planet)
    for k in range(8):
        box(80 * k - 360, 150 + 9 * k, 16 + k, density=0.4)
    pushed = esper.create_entity(
        Transform(-50, 200), RigidBody(), Collider(Circle(9)), ConstantForce((3e3, 0))
    )
    assert pushed
    return clock


@scene
def fields(**options: Any) -> Physics:
    """A field of force, asked for as the integrator needs it."""
    clock = Physics((0, 0), integrator="velocity_verlet", **options)
    esper.add_processor(clock)

    @clock.add_field
    def spring(fields: Any) -> None:
        fields.fx -= 4.0 * fields.mass * fields.x
        fields.fy -= 9.0 * fields.mass * fields.y

    for k in range(6):
        place = Transform(40 * math.cos(k), 60 * math.sin(k))
        esper.create_entity(place, RigidBody(), Collider(Circle(5), restitution=0.7))
    return clock


@scene
def spawner(**options: Any) -> Physics:
    """Handlers that create and delete entities; the game's component decides which."""
    clock = world(**options)
    for k in range(5):
        esper.add_component(box(40 * k - 80, 60 + 25 * k), Health(points=2 + k % 2))

    def hit(event: Any) -> None:
        for entity in event.entities:
            health = esper.try_component(entity, Health)
            if health is None:
                continue
            health.points -= 1
            if health.points <= 0:
                place = esper.component_for_entity(entity, Transform)
                clock.despawn(entity)
                child = esper.create_entity(
                    Transform(place.x, place.y + 90), RigidBody(), Collider(Circle(6))
                )
                esper.add_component(child, Health(points=4))

    esper.set_handler("collision_begin", hit)
    KEPT.append(hit)
    return clock


KEPT: list[Any] = []  # handlers of the scenes
