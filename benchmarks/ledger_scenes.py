"""The scenes of the ledger: for each thing that a world may do without, one that does without it.

`heap` is the plainest pile: no restitution, joints, areas, hooks, listeners. `heap + …` are the same heap
with one of these where it has nothing to do: the difference is what all others pay for it.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable
from typing import Any, NamedTuple

import esper
import numpy as np

from ecsphys import (
    AABB,
    Area,
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    Listener,
    Physics,
    Projectile,
    RayCaster,
    RevoluteJoint,
    RigidBody,
    Transform,
)
from ecsphys.space3d import Body3D, Collider3D, Physics3D, Sphere, Transform3D
from ecsphys.space3d import Box as Cuboid

from .areas import KINDS, drift
from .counts import solved_points
from .engines.ecsphys_ import Ecsphys
from .extreme_scenes import big_static
from .measure import make_frame
from .scene import STATIC, Item, Scene
from .scenes import SCENES, churn, stack_boxes
from .space3d import fill_characters, fill_mixed

_worlds = itertools.count()


class Played(NamedTuple):
    """A scene that has been built: what a frame does, and how many contact points it solves."""

    frame: Callable[[], object]
    count_points: Callable[[], float]


class LedgerScene(NamedTuple):
    """What is counted: some frames after others that warm up."""

    make: Callable[[], Played]
    warm_up: int
    frames: int
    about: str


# -- scenes of the plane -----------------------------------------------------------------------------------


def play(scene: Scene) -> Played:
    """Build a scene of the benchmarks."""
    Ecsphys.prepare()
    engine = Ecsphys(scene)
    return Played(make_frame(engine, scene), lambda: float(solved_points(engine.physics.world)))


def of(name: str, **changes: Any) -> Callable[[], Played]:
    """Return what builds a scene of `python -m benchmarks`, with other values of some fields."""
    return lambda: play(dataclasses.replace(SCENES[name](), **changes))


def free() -> Played:
    """Circles that never meet: what a body costs."""
    items = [
        Item("circle", (0.5,), (k % 40 * 4.0, k // 40 * 4.0), velocity=(3.0, 1.0), restitution=0.0)
        for k in range(1000)
    ]
    return play(Scene("free", items, 0, gravity=(0.0, 0.0)))


def tumble_without_restitution() -> Played:
    """Return `tumble-2k` with restitution 0."""
    scene = SCENES["tumble-2k"]()
    scene.items[:] = [item._replace(restitution=0.0) for item in scene.items]
    return play(scene)


def tiles() -> Played:
    """Balls that roll and hop on ten thousand flush tiles."""
    rng = np.random.default_rng(22)
    items = [
        Item("box", (1.0, 1.0), (column - 99.5, -row - 0.5), kind=STATIC)
        for row in range(50)
        for column in range(200)
    ]
    items += [
        Item("circle", (0.45,), (x, y), velocity=(speed, 0.0))
        for x, y, speed in rng.uniform((-90.0, 0.6, -8.0), (90.0, 3.0, 8.0), (60, 3)).tolist()
    ]
    return play(Scene("tiles", items, 0))


def walkers() -> Played:
    """Characters that walk over tiles and steps, each with a ray ahead."""
    physics = new_world()
    for k in range(200):
        esper.create_entity(Transform(32.0 * k, -16.0 + 8.0 * (k % 7 == 0)), Collider(AABB(32, 32)))
    for k in range(40):
        hero = CharacterController()
        hero.move((80.0 if k % 2 else -80.0, 0.0))
        place = Transform(300.0 + 140.0 * k, 40.0)
        body = RigidBody.kinematic(), Collider(Capsule(40, 10), layer=2, mask=1)
        esper.create_entity(place, *body, hero, RayCaster((1, 0), 60))
    return played(physics)


def shots() -> Played:
    """Projectiles that fly between walls and ricochet."""
    physics = new_world()
    for k in range(20):
        esper.create_entity(Transform(100.0 * k, 0.0), Collider(Box(10, 4000)))
    for k in range(300):
        velocity = (400.0 + k, 20.0 - 0.1 * k)
        shot = Projectile(ricochet=1000)
        esper.create_entity(
            Transform(50.0 + 100.0 * (k % 19), 6.0 * k - 900.0),
            RigidBody(velocity=velocity, gravity_scale=0.0),
            Collider(Circle(2), layer=2, mask=1),
            shot,
        )
    return played(physics)


# -- the heap, and what has nothing to do beside it --------------------------------------------------------


def new_world() -> Physics:
    """Return a `Physics` in pixels, whose world never sleeps."""
    esper.switch_world(f"ledger {next(_worlds)}")
    physics = Physics(gravity=(0.0, -900.0), sleeping=False)
    esper.add_processor(physics)
    return physics


def played(physics: Physics) -> Played:
    """Return what steps a world by `esper.process`, as games do."""
    return Played(lambda: esper.process(physics.step), lambda: float(solved_points(physics.world)))


def heap(beside: Callable[[Physics], object] = lambda physics: None) -> Callable[[], Played]:
    """Return what builds a pyramid of 210 boxes, with something far away from it."""

    def make() -> Played:
        physics = new_world()
        esper.create_entity(Transform(0.0, -50.0), Collider(Box(4000, 100)))
        box = Box(32, 32)
        for item in stack_boxes(20):
            x, y = item.position
            esper.create_entity(Transform(32.0 * x, 32.0 * y), RigidBody(), Collider(box))
        made = played(physics)
        kept = beside(physics)  # esper holds handlers weakly

        def frame(kept: object = kept) -> None:
            made.frame()

        return Played(frame, made.count_points)

    return make


FAR = 1500.0


def hang_pendulum(physics: Physics) -> None:
    """A joint."""
    bob = esper.create_entity(Transform(FAR, 500.0), RigidBody(), Collider(Circle(8)))
    esper.create_entity(RevoluteJoint(None, bob, anchor=(FAR, 600.0)))


def put_area(physics: Physics) -> None:
    """An area that nobody visits."""
    zone = Collider(Box(100, 100), trigger=True)
    esper.create_entity(Transform(FAR, 900.0), zone, Area(gravity=(0.0, 10.0), wind=(1.0, 0.0), drag=1.0))


def drifting(kind: str | None) -> Callable[[], Played]:
    """Return what builds 1,000 bodies in triggers, or in areas of a kind."""
    return lambda: played(drift(KINDS[kind] if kind else None, bodies=1000))


class Loud:
    """Marks what a hook is about."""


def add_hook(physics: Physics) -> object:
    """A hook for the contacts of entities with a component that only one has, which touches nothing."""

    def hush(contact: Any) -> None:
        contact.friction = 0.0

    physics.add_contact_hook(hush, Loud)
    esper.create_entity(Transform(FAR, 2000.0), RigidBody(), Collider(Circle(8)), Loud())
    return hush


def listen(physics: Physics) -> None:
    """A listener on a body that meets nothing."""
    heard = Listener(on_collision_begin=print, on_collision_stay=print)
    esper.create_entity(Transform(FAR, 2000.0), RigidBody(gravity_scale=0.0), Collider(Circle(8)), heard)


def bounce_ball(physics: Physics) -> None:
    """A ball with restitution that hops on the floor."""
    esper.create_entity(Transform(FAR, 40.0), RigidBody(), Collider(Circle(8), restitution=0.9))


def press_weight(physics: Physics) -> None:
    """A heavy box on a light one."""
    esper.create_entity(Transform(FAR, 8.0), RigidBody(), Collider(Box(16, 16)))
    esper.create_entity(Transform(FAR, 24.0), RigidBody(), Collider(Box(16, 16), density=100.0))


# -- space -------------------------------------------------------------------------------------------------


def of_space(fill: Callable[[], None]) -> Callable[[], Played]:
    """Return what builds a world in space, in metres."""

    def make() -> Played:
        esper.switch_world(f"ledger {next(_worlds)}")
        physics = Physics3D(gravity=(0, -9.81, 0))
        esper.add_processor(physics)
        fill()

        def count_points() -> float:
            return float(sum(len(collision.points) for collision in physics.collisions))

        return Played(lambda: esper.process(physics.step), count_points)

    return make


def fill_free() -> None:
    """Spheres that never meet."""
    for k in range(500):
        place = Transform3D(4.0 * (k % 10), 4.0 * (k // 10 % 10), 4.0 * (k // 100))
        body = Body3D(velocity=(1.0, 2.0, 3.0), can_sleep=False)
        esper.create_entity(place, body, Collider3D(Sphere(0.5)))


def fill_stacks() -> None:
    """Stacks of boxes on a floor."""
    esper.create_entity(Transform3D(0, -0.5, 0), Collider3D(Cuboid(100, 1, 100)))
    box = Cuboid(1, 1, 1)
    for x, y, z in np.ndindex(6, 6, 6):
        place = Transform3D(1.5 * x + 0.02 * (y % 2), 0.5 + y, 1.5 * z)
        esper.create_entity(place, Body3D(can_sleep=False), Collider3D(box))


LEDGER_SCENES: dict[str, LedgerScene] = {
    "free": LedgerScene(free, 5, 20, "1,000 circles that never meet"),
    "tiny": LedgerScene(of("tiny"), 20, 100, "a capsule, nine crates, twenty tiles"),
    "idle": LedgerScene(of("idle-10k"), 90, 100, "10,000 boxes asleep"),
    "gas": LedgerScene(of("gas-1k"), 20, 20, "1,000 elastic circles, begins delivered"),
    "gas, silent": LedgerScene(of("gas-1k", frame="step"), 20, 20, "the same without a listener"),
    "pyramid": LedgerScene(of("pyramid-40"), 10, 10, "820 boxes"),
    "tumble": LedgerScene(of("tumble-2k"), 150, 10, "2,000 mixed shapes, restitution 0.1"),
    "tumble, dull": LedgerScene(tumble_without_restitution, 150, 10, "the same with restitution 0"),
    "sizes": LedgerScene(of("sizes"), 200, 5, "3,000 shapes of sizes 1 : 40 in a pile"),
    "blast": LedgerScene(of("blast"), 60, 5, "3,000 boxes blown apart inside thin walls"),
    "stirred": LedgerScene(of("stirred"), 100, 5, "2,500 shapes stirred by a cross"),
    "tiles": LedgerScene(tiles, 20, 20, "60 balls on 10,000 static tiles"),
    "big static": LedgerScene(lambda: play(big_static(200, 50, 60)), 20, 20, "a tenth of `big-static`"),
    "bullets": LedgerScene(of("bullets"), 2, 10, "1,000 bullets between thin walls"),
    "churn": LedgerScene(lambda: play(churn(1000, 40, 10)), 20, 10, "40 of 1,000 circles replaced a frame"),
    "pickups": LedgerScene(of("pickups"), 10, 20, "500 capsules over 5,000 sensors"),
    "rays": LedgerScene(of("rays"), 1, 2, "10,000 rays among 5,000 shapes"),
    "ragdolls": LedgerScene(of("ragdolls"), 60, 10, "100 figures of eleven capsules"),
    "bridges": LedgerScene(of("bridges"), 30, 10, "ten bridges of 40 planks"),
    "net": LedgerScene(of("joint-grid-30"), 20, 10, "900 pinned circles"),
    "walkers": LedgerScene(walkers, 20, 20, "40 characters with rays on tiles"),
    "shots": LedgerScene(shots, 20, 20, "300 projectiles that ricochet"),
    "heap": LedgerScene(heap(), 20, 20, "210 boxes, no joint, area, hook, listener, restitution"),
    "heap + joint": LedgerScene(heap(hang_pendulum), 20, 20, "and a pendulum far away"),
    "heap + area": LedgerScene(heap(put_area), 20, 20, "and an area that nobody visits"),
    "heap + hook": LedgerScene(heap(add_hook), 20, 20, "and a hook about a body that meets nothing"),
    "heap + listener": LedgerScene(heap(listen), 20, 20, "and a listener on such a body"),
    "heap + ball": LedgerScene(heap(bounce_ball), 20, 20, "and a ball that hops far away"),
    "heap + weight": LedgerScene(heap(press_weight), 20, 20, "and a heavy box on a light one far away"),
    "drift": LedgerScene(drifting(None), 5, 10, "1,000 circles and boxes in 20 overlapping triggers"),
    "drift, points": LedgerScene(drifting("point gravity"), 5, 10, "the same where points attract"),
    "drift, wind": LedgerScene(drifting("wind"), 5, 10, "the same in wind"),
    "drift, liquid": LedgerScene(drifting("liquid"), 5, 10, "the same in liquids"),
    "space, free": LedgerScene(of_space(fill_free), 5, 20, "500 spheres that never meet"),
    "space, stacks": LedgerScene(of_space(fill_stacks), 20, 5, "216 boxes in stacks"),
    "space, pile": LedgerScene(of_space(fill_mixed), 60, 3, "1,000 mixed shapes in a pile"),
    # Tables grow up to frame 36; of an array that grows, chance decides whether it must be zeroed.
    "space, walkers": LedgerScene(of_space(fill_characters), 40, 5, "100 characters on a mesh"),
}
