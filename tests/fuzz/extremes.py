"""Extreme numbers in every attribute, setting, argument and array, at any moment.

Either the door refuses them, `ValueError` or `TypeError`, and nothing has changed; or the next step does,
with entity and field, and goes on when the game has mended the value; or all stays finite. Bodies far away
keep the bits of a twin world without the number.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import esper

import ecsphys
from ecsphys import (
    AABB,
    COLLISION_BEGIN,
    COLLISION_STAY,
    JOINT_BREAK,
    Area,
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    CollisionListSystem,
    ConstantForce,
    ContinuousSystem,
    DistanceJoint,
    IntegrationSystem,
    MotorJoint,
    NarrowPhaseSystem,
    Physics,
    Projectile,
    RayCaster,
    RevoluteJoint,
    RigidBody,
    ShapeCaster,
    SleepSystem,
    Transform,
)
from tests.fuzz.joints import JOINTS

STEP = 1 / 60
NUMBERS: tuple[Any, ...] = (
    0.0, -0.0, 5e-324, -1e-310, 1e-19, 1e12, -1e13, 1e17, -1e18, 2e18, 1e99, 1e150, -1e150, 1e300, 1.7e308,
    -1.7e308, math.inf, -math.inf, math.nan, 2**31, 2**63, -(2**63) - 1, 10**400, -(10**5000),
)  # fmt: skip
COMPONENTS = (
    Transform, RigidBody, Collider, CharacterController, Projectile, RayCaster, ShapeCaster, ConstantForce,
    Area,
)  # fmt: skip
RESULTS = "force_x", "force_y", "torque", "stretch", "value", "speed"
SETTINGS = (
    "gravity", "length_unit", "step", "substeps", "max_steps", "end_after", "restitution_threshold",
    "hit_speed", "time_scale",
)  # fmt: skip
COLUMNS = (
    "x", "y", "angle", "vx", "vy", "angular_velocity", "force_x", "force_y", "torque", "gravity_scale",
    "linear_damping", "angular_damping",
)  # fmt: skip
STAGES = (NarrowPhaseSystem, IntegrationSystem, ContinuousSystem, CollisionListSystem, SleepSystem)
MOMENTS = ("loose", "between", "before_step", "after_step", "handler", "hook", "system")
WARMTH = 6  # steps before the write


class Write(NamedTuple):
    """A write of an extreme: where it goes, and what mends it."""

    name: str  # a word of which the error must tell
    entity: int  # 0: no body's
    make: Callable[[], object]
    mend: Callable[[], object]


class System(esper.Processor):
    """A system of the game among those of a step."""

    def __init__(self, function: Callable[[], object]):
        self.function = function

    def process(self, dt: float = 0.0) -> None:
        self.function()


class Game:
    """A stack, a character, a projectile, casters, and bodies far away."""

    def __init__(self, seed: int):
        rng = random.Random(seed)
        self.clock = Physics((0.0, -500.0), integrator=rng.choice(("semi_implicit_euler", "rk4")))
        self.write: Write | None = None
        self.when = rng.choice(MOMENTS)
        self.error: Exception | None = None  # that the write itself raised
        self.made = False
        self.clock.insert(System(lambda: self.at("system")), before=rng.choice(STAGES))
        self.clock.add_contact_hook(lambda contact: self.at("hook"))
        self.clock.before_step(lambda dt: self.at("before_step"))
        self.clock.after_step(lambda dt: self.at("after_step"))
        self.handler = ecsphys.on(COLLISION_STAY)(lambda event: self.at("handler"))
        self.streams = [self.clock.stream(name) for name in (COLLISION_BEGIN, COLLISION_STAY, JOINT_BREAK)]
        esper.add_processor(self.clock)
        esper.create_entity(Transform(0, -50), Collider(Box(2000, 100)))
        self.near = [self.body(0.0, 10.0 + 20.0 * k) for k in range(3)]
        walker = CharacterController()
        walker.move((60.0, 0.0))
        shape = Collider(Capsule(40, 10))
        self.near.append(esper.create_entity(Transform(-100, 22), RigidBody.kinematic(), shape, walker))
        flying = RigidBody(velocity=(900.0, 0.0))
        shot = Projectile(ricochet=3)
        self.near.append(esper.create_entity(Transform(-300, 100), flying, Collider(Circle(3)), shot))
        casters = RayCaster((1, 0), 200), ShapeCaster(Circle(4), (0, -90))
        self.near.append(self.body(200.0, 10.0, *casters, ConstantForce((1, 2), 3)))
        self.area = esper.create_entity(
            Transform(0, 50),
            Collider(Box(120, 120), trigger=True),
            Area(gravity=(0, -9), wind=(3, 0), density=1),
        )
        self.joined = [self.body(x, 500.0) for x in (200.0, 250.0)]
        self.near += self.joined
        self.joint = rng.choice(JOINTS)(*self.joined)
        self.joint_entity = esper.create_entity(self.joint)
        self.far = [self.body(50000.0 + 20.5 * k, 0.0) for k in range(2)]
        self.far.append(self.body(60000.0, 0.0))

    def body(self, x: float, y: float, *others: Any) -> int:
        return esper.create_entity(Transform(x, y), RigidBody(), Collider(Box(20, 20)), *others)

    def at(self, moment: str) -> None:
        """Write, if this is the moment."""
        if self.write is None or self.made or moment != self.when or self.clock.step_count < WARMTH:
            return
        self.made = True
        try:
            self.write.make()
        except (ValueError, TypeError, RuntimeError) as error:
            self.error = error

    def bits(self, entities: list[int]) -> list[tuple[str, ...]]:
        """Return the motion of bodies, to the last bit."""
        found = []
        for entity in entities:
            pose = esper.component_for_entity(entity, Transform)
            moving = esper.component_for_entity(entity, RigidBody)
            numbers = (*pose.pose, *moving.velocity, moving.angular_velocity)
            found.append(tuple(number.hex() for number in numbers))
        return found

    def check_finite(self, excepted: int) -> None:
        """Check that bodies, but one to which an extreme waits to be seen, and events are finite."""
        bodies = self.clock.bodies
        for name in COLUMNS[:9]:
            for entity, number in zip(bodies["entity"].tolist(), bodies[name].tolist(), strict=True):
                assert entity == excepted or math.isfinite(number), (entity, name, number)
        for name in RESULTS:
            for number in self.clock.joints[name].tolist():
                assert math.isfinite(number), (self.joint, name, number)
        for stream in self.streams:
            rows = stream.take()
            for name in rows.dtype.names:
                for number in rows[name].tolist():
                    assert math.isfinite(number), (stream.name, name, number)


def like(sample: Any, number: Any, rng: random.Random) -> Any:
    """Return an extreme in the form of a present value."""
    if isinstance(sample, tuple):
        return rng.choice(((number, 0.0), (0.0, number), (number, number)))
    return number


def attribute_write(game: Game, rng: random.Random) -> Write | None:
    """Write an attribute of a component, or None if it takes no numbers."""
    entity, kind = rng.choice(game.near), rng.choice(COMPONENTS)
    entity = game.area if kind is Area else entity
    component = esper.try_component(entity, kind)
    name = rng.choice(writable(kind))
    if component is None:
        return None
    present = getattr(component, name)
    if kind is Area and name in ("point", "gravity"):
        present = present or (0.0, -9.0)
    if isinstance(present, (bool, str)) or name in (
        "shape",
        "shapes",
        "ignore",
        "on_hit",
        "kind",
        "mask",
        "layer",
    ):
        return None
    value = like(present if name != "one_way" else (0.0, 1.0), rng.choice(NUMBERS), rng)
    field = {"position": "", "degrees": "angle", "velocity": "v", "pose": ""}.get(name, name)
    make, mend = (lambda: setattr(component, name, value)), (lambda: setattr(component, name, present))
    return Write(field, entity, make, mend)


def writable(kind: type) -> list[str]:
    """Return the names of the fields of a component that can be assigned."""
    names = [name for name in dir(kind) if isinstance(getattr(kind, name), property)]
    return [name for name in names if getattr(kind, name).fset is not None]


def joint_write(game: Game, rng: random.Random) -> Write | None:
    """Write a field of a joint: refused at once, with its name, or by the next step, with its entity."""
    joint, name, number = game.joint, rng.choice(writable(type(game.joint))), rng.choice(NUMBERS)
    present = getattr(joint, name)
    pairs = "limits", "anchor", "anchor_a", "anchor_b", "offset"
    value = like((0, 0) if name in pairs else present, number, rng)
    mended = present if name != "anchor" else None

    def make() -> None:
        before = repr(getattr(joint, name))
        try:
            setattr(joint, name, value)
        except (ValueError, TypeError) as error:
            assert name in str(error) and repr(getattr(joint, name)) == before, (name, value, error)
            raise

    entity = game.joint_entity if name in ("a", "b") else 0
    return Write(name if entity else "", entity, make, lambda: setattr(joint, name, mended))


def force_write(game: Game, rng: random.Random) -> Write:
    """Make an explosion, a field or a new joint, force or area of extremes."""
    clock, number = game.clock, rng.choice(NUMBERS)
    a, b = like((0, 0), number, rng), rng.choice(NUMBERS)
    entity = game.near[0]
    make = rng.choice(
        (
            lambda: clock.explode(a, 90, 5),
            lambda: clock.explode((0, 0), number, 5, falloff=2, cover=True),
            lambda: clock.explode((0, 0), 90, number),
            lambda: clock.explode((0, 0), 90, 5, falloff=number, mask=1),
            lambda: esper.add_component(entity, ConstantForce(a, b)),
            lambda: esper.add_component(game.area, Area(gravity=a, wind=a, drag=b)),
            lambda: esper.add_component(game.area, Area(gravity=number, point=(0, 0), unit_distance=b)),
            lambda: esper.create_entity(RevoluteJoint(*game.joined, anchor=a, limits=(-1, b))),
            lambda: esper.create_entity(DistanceJoint(*game.joined, length=number, hertz=b)),
            lambda: esper.create_entity(MotorJoint(*game.joined, offset=a, max_force=b)),
        )
    )
    return Write("", 0, make, lambda: None)


def method_write(game: Game, rng: random.Random) -> Write:
    """Call a method of a RigidBody or a Transform with extremes."""
    entity, number = rng.choice(game.near[:3]), rng.choice(NUMBERS)
    rigid, pose = esper.component_for_entity(entity, RigidBody), esper.component_for_entity(entity, Transform)
    vector, place = like((0, 0), number, rng), rng.choice((None, like((0, 0), rng.choice(NUMBERS), rng)))
    make = rng.choice(
        (
            lambda: rigid.apply_force(vector, place),
            lambda: rigid.apply_impulse(vector, place),
            lambda: rigid.apply_torque(number),
            lambda: rigid.apply_angular_impulse(number),
            lambda: rigid.velocity_at(vector),
            lambda: pose.local_to_world(vector),
            lambda: pose.world_to_local(vector),
            lambda: Collider(Circle(number), density=rng.choice(NUMBERS)),
            lambda: Collider(Box(number, 5.0, rng.choice(NUMBERS))).shape.mass_properties(),
            lambda: Collider(AABB(3.0, number), offset=vector, friction=number),
            lambda: RigidBody(velocity=vector, mass=number),
            lambda: Transform(*vector, number),
        )
    )

    def mend() -> None:
        rigid.velocity, rigid.angular_velocity = (0.0, 0.0), 0.0

    return Write("", entity, make, mend)


def bulk_write(game: Game, rng: random.Random) -> Write:
    """Write a column of `Physics.bodies`."""
    entity, column = rng.choice(game.near), rng.choice(COLUMNS)
    number = rng.choice([number for number in NUMBERS if isinstance(number, float)])
    pose, rigid = esper.component_for_entity(entity, Transform), esper.component_for_entity(entity, RigidBody)
    before = {"gravity_scale": 1.0}.get(column, 0.0)

    def put(value: float) -> None:
        bodies = game.clock.bodies
        bodies[column][bodies["entity"] == entity] = value

    def mend() -> None:
        put(before)
        pose.position, rigid.velocity = (0.0, 300.0), (0.0, 0.0)

    return Write(column, entity, lambda: put(number), mend)


def setting_write(game: Game, rng: random.Random) -> Write:
    """Assign a setting of `Physics`, or let time pass."""
    name = rng.choice((*SETTINGS, "process", "ignore"))
    clock, number = game.clock, rng.choice(NUMBERS)
    if name == "process":
        return Write("dt", 0, lambda: clock.process(-abs(number)), lambda: None)
    if name == "ignore":
        return Write("", 0, lambda: clock.ignore(game.near[0], game.near[4], number), lambda: None)
    present = getattr(clock, name)
    value = like(present, number, rng)
    if name in ("substeps", "max_steps") and isinstance(value, int) and 64 < value < 2**31:
        value = 2.0**40  # would take hours
    return Write(name, 0, lambda: setattr(clock, name, value), lambda: setattr(clock, name, present))


def query_write(game: Game, rng: random.Random) -> Write:
    """Ask a query with extremes."""
    clock, number = game.clock, rng.choice(NUMBERS)
    a, b = like((0, 0), number, rng), like((0, 0), rng.choice(NUMBERS), rng)
    make = rng.choice(
        (
            lambda: clock.raycast(a, b),
            lambda: clock.raycast_all(a, b),
            lambda: clock.raycast_many([a, (0, 0)], [b, (9, 9)]),
            lambda: clock.shape_cast(Circle(5), (*a, number), b),
            lambda: clock.shape_cast_all(Box(9, 9), a, b),
            lambda: clock.overlap(Box(9, 9), (*a, number)),
            lambda: clock.overlap_point(a),
            lambda: clock.overlap_box(a, b),
            lambda: clock.nearest(a, number),
            lambda: clock.explain(number, 1),
            lambda: clock.despawn(number),
            lambda: clock.raycast((0, 0), (9, 9), mask=number, ignore=number),
        )
    )
    return Write("", 0, make, lambda: None)


WRITES = (
    *[attribute_write] * 2, *[joint_write] * 2, force_write, method_write, bulk_write, setting_write,
    query_write,
)  # fmt: skip


def run(seed: int) -> None:
    """Write one extreme in one world; compare it with its twin."""
    rng = random.Random(seed)
    game = Game(seed)
    write = rng.choice(WRITES)
    made = write(game, rng)
    if made is None:
        return
    game.write, is_setting = made, write is setting_write
    steps, before = 0, []
    for frame in range(2 * WARMTH):
        if frame == (0 if game.when == "loose" else WARMTH) and game.when in ("loose", "between"):
            game.made = True
            try:
                made.make()
            except (ValueError, TypeError) as error:
                game.error = error
        before, was_made = game.bits(game.far), game.made
        try:
            esper.process(STEP)
            steps += 1
        except ValueError as error:
            message = str(error)
            assert game.made, message
            if made.entity:
                assert f"entity {made.entity}" in message and made.name in message, message
            assert game.bits(game.far) == before, "a refused step has moved something"
            made.mend()
            esper.process(STEP)
            steps += 1
        game.check_finite(made.entity if game.made and not was_made else 0)
        assert is_setting or set(game.clock.lost) <= set(game.near), game.clock.lost
    if game.error is None and is_setting:
        made.mend()
        esper.process(STEP)
        return
    compare(seed, game, steps)


def compare(seed: int, game: Game, steps: int) -> None:
    """Compare bodies with those of a twin world without the write; all of them, if it was refused."""
    was_refused = game.error is not None
    mine = game.bits(game.far), game.bits(game.near) if was_refused else []
    esper.switch_world(f"twin of {seed}")
    twin = Game(seed)
    while twin.clock.step_count < game.clock.step_count:
        twin.clock.step_once()
    theirs = twin.bits(twin.far), twin.bits(twin.near) if was_refused else []
    assert mine == theirs, (mine, theirs, game.error)
