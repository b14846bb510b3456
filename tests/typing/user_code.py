"""Code of a game as type checkers see it; never run. A line with `# error` must be refused, no other one."""

from __future__ import annotations

from typing import Any, Literal, assert_type

import numpy as np
import numpy.typing as npt

from ecsphys import (
    COLLISION_BEGIN,
    JOINT_BREAK,
    PROJECTILE_HIT,
    TRIGGER_ENTER,
    BroadPhaseSystem,
    CharacterController,
    Circle,
    Collider,
    Collision,
    CollisionEvent,
    DistanceJoint,
    JointEvent,
    Listener,
    MouseJoint,
    Nearest,
    Physics,
    Projectile,
    ProjectileEvent,
    RayCaster,
    RayHits,
    RevoluteJoint,
    RigidBody,
    SleepSystem,
    Transform,
    TriggerEvent,
    Vec2,
    WorldHit,
    backend,
    off,
    on,
    presets,
)


class Bullet:
    """A component."""


class Enemy:
    """Another component."""


def components(t: Transform, b: RigidBody, c: Collider, h: CharacterController, p: Projectile) -> None:
    assert_type(t.x, float)
    assert_type(t.angle, float)
    assert_type(t.position, Vec2)
    assert_type(b.gravity_scale, float)
    assert_type(b.velocity, Vec2)
    assert_type(c.friction, float)
    assert_type(c.trigger, bool)
    assert_type(c.one_way, Vec2 | None)
    assert_type(h.on_floor, bool)
    assert_type(h.floor_normal, Vec2)
    assert_type(p.pierce, int)
    h.on_floor = True  # error
    c.offset = (1, 2)
    t.position = (1, 2)
    b.velocity = (3.5, 4)
    t.x = "far"  # error
    c.friction = None  # error
    RigidBody("dynamic", continuous="bullet")
    RigidBody("dynamc")  # error
    RigidBody(continuous="always")  # error
    Collider(Circle(1), fricton=0.5)  # error


def joints(physics: Physics) -> None:
    hinge = RevoluteJoint(1, None, anchor=(0, 0), limits=(-1, 1), motor_speed=3, break_force=100)
    assert_type(hinge.a, int | None)
    assert_type(hinge.limits, tuple[float, float] | None)
    assert_type(hinge.anchor_a, Vec2 | None)
    assert_type(hinge.force, Vec2)
    assert_type(hinge.angle, float)
    assert_type(physics.joints_of(1), list[int])
    assert_type(physics.explain(1), str)
    hinge.anchor_b = (3, 4)
    hinge.broken = False
    hinge.angle = 0.5  # error
    hinge.limits = 0.5  # error
    RevoluteJoint(1, 2, anker=(0, 0))  # error
    RevoluteJoint("car", 2)  # error
    DistanceJoint(1, 2, length=None, max_length=9).length = None
    MouseJoint(1, (2, 3)).target = (4, 5)


def settings() -> Physics:
    Physics(gravity=(0, -900), broad_phase="sweep_and_prune", integrator="velocity_verlet")
    Physics(broad_phase="octree")  # error
    Physics(integrator="euler")  # error
    Physics(threads="two")  # error
    physics = Physics()
    physics.step = 0.1
    physics.threads = 2  # error
    physics.insert(SleepSystem(), before=BroadPhaseSystem)
    physics.insert(SleepSystem(), before=BroadPhaseSystem, after=SleepSystem)  # error
    physics.insert(SleepSystem())  # error
    return physics


def queries(physics: Physics, points: npt.NDArray[np.float64]) -> None:
    assert_type(physics.raycast((0, 0), (1, 0), mask=3, ignore=[1, 2]), WorldHit | None)
    assert_type(physics.raycast_all((0, 0), (1, 0), kind="static"), list[WorldHit])
    assert_type(physics.raycast_many(points, points).entity, npt.NDArray[np.int64])
    assert_type(physics.raycast_many(points, [(0, 0)]), RayHits)
    assert_type(physics.overlap(Circle(1), (0, 0, 0), kind=("static", "dynamic")), list[int])
    assert_type(physics.nearest((0, 0), 9, where=lambda entity: entity > 1), Nearest | None)
    assert_type(physics.collisions.between(1, 2), Collision | None)
    assert_type(physics.lost, tuple[int, ...])
    physics.raycast((0, 0), (1, 0), layer=1)  # error
    physics.raycast((0, 0), (1, 0), kind="solid")  # error
    physics.raycast((0, 0), (1, 0), mask="all")  # error
    physics.overlap("ball", (0, 0, 0))  # error


def events(physics: Physics) -> None:
    @on(COLLISION_BEGIN)
    def touched(event: CollisionEvent) -> None:
        assert_type(event.point, Vec2)
        assert_type(event.speed, float)
        assert_type(event.entity_a, int)

    @on(COLLISION_BEGIN, Bullet, Enemy)
    def hit(
        event: CollisionEvent, bullet_entity: int, bullet: Bullet, enemy_entity: int, enemy: Enemy
    ) -> None:
        pass

    @on(TRIGGER_ENTER, Bullet)
    def entered(event: TriggerEvent, entity: int, bullet: Bullet, other: int) -> None:
        assert_type(event.visitor, int)

    @on(PROJECTILE_HIT)
    def shot(event: ProjectileEvent) -> None:
        assert_type(event.distance, float)

    @on(JOINT_BREAK)
    def snapped(event: JointEvent) -> None:
        assert_type(event.joint, int)
        assert_type(event.value, float)
        assert_type(event.reason, Literal["force", "torque", "removed"])

    @on(COLLISION_BEGIN, Bullet, Enemy)  # error
    def swapped(event: CollisionEvent, enemy_entity: int, enemy: Enemy, entity: int, bullet: Bullet) -> None:
        pass

    @on(TRIGGER_ENTER)  # error
    def wrong_event(event: CollisionEvent) -> None:
        pass

    on("collision_start")  # error
    off(hit)
    physics.wants("trigger_exit")
    physics.wants("collision_start")  # error
    physics.stream("collision_start")  # error
    Listener(on_collision_begin=lambda me, other, event: print(event.normal))
    Listener(on_trigger_enter=lambda me, other, event: print(event.normal))  # error


def hooks(physics: Physics) -> None:
    def may_meet(a: int, b: int) -> bool:
        return a != b

    assert_type(physics.add_filter(may_meet, Bullet, Enemy)(1, 2), bool)
    physics.ignore(1, 2, seconds=0.5)
    physics.ignore(1, "ball")  # error


def ready_made() -> None:
    doll, car = presets.ragdoll((0, 0), facing=-1), presets.car((0, 0))
    assert_type(doll.head, int)
    assert_type(car.wheels, tuple[int, int])
    assert_type(presets.rope((0, 0), (9, 0), b=doll.head).entities, tuple[int, ...])
    presets.ragdoll((0, 0), facing=2)  # error
    presets.bridge((0, 0))  # error


def casters(caster: RayCaster) -> None:
    assert_type(caster.direction, Vec2)
    assert_type(caster.hit, WorldHit | None)
    caster.direction = (0, 1)
    caster.length = "long"  # error
    RayCaster((1, 0), 5, kind="solid")  # error


def unknown(anything: Any) -> str:
    physics = Physics(gravity=anything)
    physics.raycat((0, 0), (1, 0))  # error
    return backend
