"""A small world with one of each kind; `python -m tests.acceptance.variety 40` prints what it comes to."""

from __future__ import annotations

import sys

import esper

import ecsphys
from ecsphys import (
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    Fields,
    HalfPlane,
    Physics,
    Polygon,
    Projectile,
    RayCaster,
    RigidBody,
    Segment,
    Transform,
)
from ecsphys.world.checks import fingerprint


def play(steps: int) -> str:
    """Run the world and say what it came to, queries included."""
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    esper.create_entity(Transform(0, 0), Collider(HalfPlane((0.05, 1))))
    esper.create_entity(Transform(0, 120, 0.3), Collider(Segment((-90, 0), (90, 0)), one_way=(0, 1)))
    esper.create_entity(Transform(60, 40), Collider(Circle(50), trigger=True))
    for x in (-150, 190):
        esper.create_entity(Transform(x, 100), Collider(Box(10, 300)))
    bodies = (Circle(12), Box(24, 16), Capsule(30, 8), Polygon([(-14, -9), (15, -7), (2, 16)], radius=1))
    for i in range(12):
        place = Transform(-100 + 21 * i, 170 + 9 * (i % 4), 0.4 * i)
        esper.create_entity(place, RigidBody(), Collider(bodies[i % 4], restitution=0.1 * (i % 5)))
    bullet = RigidBody(velocity=(9000, -2000), gravity_scale=0, continuous="bullet")
    esper.create_entity(Transform(-120, 200), bullet, Collider(Circle(3), restitution=0.9))
    arrow = RigidBody(velocity=(-2400, 300))
    esper.create_entity(Transform(150, 150), arrow, Collider(Circle(2)), Projectile(ricochet=3, pierce=1))
    hero = CharacterController(step_height=8)
    esper.create_entity(Transform(-60, 60), RigidBody.kinematic(), Collider(Capsule(40, 10)), hero)
    eye = RayCaster((1, -0.2), 300)
    esper.create_entity(Transform(-140, 90), eye)
    hero.move((120, 0))
    seen = 0.0
    for step in range(steps):
        if step == 10:
            hero.jump(300)
        esper.process(1 / 60)
        seen += sum(hit.fraction for hit in eye.hits)
    found = physics.raycast((-140, 10), (180, 60))
    return f"{fingerprint(physics)} {seen.hex()} {found and found.fraction.hex()} {fly(steps // 2)}"


def attraction(fields: Fields) -> None:
    """A field that depends on place, on velocity and on time."""
    fields.fx -= 30 * fields.mass * fields.x + fields.vy
    fields.fy -= 30 * fields.mass * fields.y * (1 + fields.time)


def fly(steps: int) -> str:
    """Run damped bodies in a field and in a pile under each integrator; return the bits."""
    bits, home = [], esper.current_world
    for integrator in ("semi_implicit_euler", "explicit_euler", "velocity_verlet", "rk4"):
        esper.switch_world(f"{home} {integrator}")
        physics = Physics(gravity=(3, -900), integrator=integrator)
        esper.add_processor(physics)
        physics.add_field(attraction, Transform)
        esper.create_entity(Transform(0, -40), Collider(Box(400, 80)))
        for i in range(8):
            rigid = RigidBody(linear_damping=0.3 * (i % 3), angular_velocity=i, angular_damping=0.2 * (i % 2))
            esper.create_entity(Transform(9 * i, 30 * i, 0.4 * i), rigid, Collider(Box(24, 16)))
        for _ in range(steps):
            esper.process(1 / 60)
        bits.append(fingerprint(physics))
    esper.switch_world(home)
    return " ".join(bits)


if __name__ == "__main__":
    print(ecsphys.backend, play(int(sys.argv[1])))
