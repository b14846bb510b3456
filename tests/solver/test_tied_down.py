"""Joints against contacts: what a joint ties to a place inside of a floor comes to rest on the floor, and
what a kinematic body drags into one stays out.
"""

from __future__ import annotations

import itertools
import math
import random
from typing import Any, NamedTuple

import esper
import numpy as np
import pytest

from ecsphys import (
    Box,
    Capsule,
    Circle,
    Collider,
    DistanceJoint,
    HalfPlane,
    Physics,
    PrismaticJoint,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
)
from ecsphys.solver import parallel
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import physics

GRAVITY = 900.0
SLOP = 0.32  # of the default unit of length
RATES = [(20, 1), (20, 4), (30, 2), (60, 1), (60, 4), (60, 8), (120, 4), (240, 1), (240, 4)]
GROUNDS = {
    "floor": [(0.0, 1.0)],
    "slope": [(math.sin(0.4), math.cos(0.4))],
    "corner": [(math.sin(0.8), math.cos(0.8)), (-math.sin(0.5), math.cos(0.5))],
}
# Shapes with their height on the ground and the points, with a radius, that tell how deep they are in it.
SHAPES: list[tuple[Any, float, list[tuple[float, float]], float]] = [
    (Box(28, 12), 6.0, [(x, y) for x in (-14.0, 14.0) for y in (-6.0, 6.0)], 0.0),
    (Circle(8), 8.0, [(0.0, 0.0)], 8.0),
    (Capsule(24, 5), 12.0, [(0.0, -7.0), (0.0, 7.0)], 5.0),
]

_worlds = itertools.count()


class Tied(NamedTuple):
    """A chain on a ground; what drags it, at which velocity; what is known of its bodies."""

    bodies: list[tuple[int, list[tuple[float, float]], float]]
    normals: list[tuple[float, float]]
    dragger: int | None
    velocity: tuple[float, float]

    def height(self) -> float:
        """How high the lowest point of all bodies is above the ground."""
        return min(
            (at[0] * x + at[1] * y) - radius
            for entity, points, radius in self.bodies
            for at in (esper.component_for_entity(entity, Transform).local_to_world(p) for p in points)
            for x, y in self.normals
        )


def new_physics(rate: float, substeps: int, **options: Any) -> Physics:
    """A world of its own in pixels."""
    esper.switch_world(f"tied-{next(_worlds)}")
    return physics((0.0, -GRAVITY), step=1.0 / rate, substeps=substeps, **options)


def tie(a: int | None, b: int, kind: str, at: tuple[float, float], axis: tuple[float, float]) -> None:
    """Join the middle of a body to a place of another one."""
    if kind == "pin":
        esper.create_entity(RevoluteJoint(a, b, anchor_a=at, anchor_b=(0, 0)))
    elif kind == "weld":
        esper.create_entity(WeldJoint(a, b, anchor_a=at, anchor_b=(0, 0)))
    elif kind == "slide":
        esper.create_entity(PrismaticJoint(a, b, anchor_a=at, anchor_b=(0, 0), axis=axis))
    else:
        esper.create_entity(DistanceJoint(a, b, anchor_a=at, anchor_b=(0, 0), length=1.0))


def chain(rng: random.Random, ground: str, kind: str, speed: float) -> Tied:
    """A chain of one to four bodies that lie on a ground, one of which is tied to a place inside of it, or to
    a kinematic body that moves into it at this speed.
    """
    normals, friction = GROUNDS[ground], rng.choice([0.3, 0.6, 1.0])
    for normal in normals:
        esper.create_entity(Transform(0, 0), Collider(HalfPlane(normal), friction=friction))
    count, (nx, ny), bodies = rng.randint(1, 4), normals[0], []
    first = -70.0 - 30.0 * count if ground == "corner" else 0.0
    chosen = [rng.choice(SHAPES) for _ in range(count)]
    height = max(shape[1] for shape in chosen)
    for k, (shape, _, points, radius) in enumerate(chosen):
        x = first + 30.0 * k
        place = Transform(x * ny + height * nx, height * ny - x * nx, math.atan2(-nx, ny))
        body = RigidBody(mass=rng.choice([None, None, 1.0, 1000.0]))
        entity = esper.create_entity(place, body, Collider(shape, friction=friction, group=-1))
        bodies.append((entity, points, radius))
    for (a, *_), (b, *_) in itertools.pairwise(bodies):
        joint = rng.choice([RevoluteJoint, WeldJoint])
        esper.create_entity(joint(a, b, anchor_a=(15, 0), anchor_b=(-15, 0)))
    tied = rng.choice(bodies)[0]
    place = esper.component_for_entity(tied, Transform)
    if speed > 0.0:
        dragger = esper.create_entity(Transform(place.x, place.y), RigidBody.kinematic())
        tie(dragger, tied, kind, (0.0, 0.0), (ny, -nx))
        return Tied(bodies, normals, dragger, (-speed * nx, -speed * ny))
    depth = height + rng.choice([2.0, 5.0, 20.0, 60.0])
    tie(None, tied, kind, (place.x - depth * nx, place.y - depth * ny), (ny, -nx))
    return Tied(bodies, normals, None, (0.0, 0.0))


def energies(made: Physics) -> np.ndarray[Any, Any]:
    """Kinetic and potential energy, as they are and as semi-implicit Euler keeps them, in pixels that all
    bodies are lifted by.
    """
    rows = made.bodies[made.bodies["kind"] == 2]
    mass, lag = rows["mass"], 0.5 * made.step / made.substeps
    kinetic = mass * (rows["vx"] ** 2 + rows["vy"] ** 2) + rows["inertia"] * rows["angular_velocity"] ** 2
    height = np.array([rows["y"], rows["y"] - lag * rows["vy"]])
    return (0.5 * kinetic + GRAVITY * mass * height).sum(axis=1) / (GRAVITY * mass.sum())


def drag(made: Physics, scene: Tied, seconds: float) -> float:
    """Let the kinematic body of a scene move, then stop; return how high all bodies were at least."""
    lowest = math.inf
    if scene.dragger is not None:
        body = esper.component_for_entity(scene.dragger, RigidBody)
        for _ in range(round(seconds / made.step)):
            body.velocity = scene.velocity
            esper.process(made.step)
            lowest = min(lowest, scene.height())
        body.velocity = (0.0, 0.0)
    return lowest


def rest(made: Physics, scene: Tied, seconds: float) -> tuple[float, float, bool]:
    """Let a scene come to rest; return how high all bodies were at least, how much they rose once they had
    had half a second for it, and whether they rest.
    """
    lowest, least, risen, half = math.inf, energies(made), 0.0, round(0.5 / made.step)
    for step in range(round(seconds / made.step)):
        esper.process(made.step)
        lowest = min(lowest, scene.height())
        now = energies(made)
        least = np.minimum(least, now) if step > half else now
        risen = max(risen, float((now - least).min()))
        if not made.bodies["awake"][made.bodies["kind"] == 2].any():
            return lowest, risen, True
    return lowest, risen, False


def seeds(count: int) -> list[tuple[int, str]]:
    """Numbers of random scenes, with the joint of each."""
    return [(seed, ("pin", "weld", "rod", "slide")[seed % 4]) for seed in range(count)]


@pytest.mark.jit
@pytest.mark.parametrize(("seed", "kind"), seeds(32))
def test_what_is_tied_to_a_place_inside_of_the_ground_rests_on_it(seed: int, kind: str) -> None:
    rng = random.Random(seed)
    made = new_physics(*rng.choice(RATES))
    scene = chain(rng, rng.choice(["floor", "corner"] if kind == "slide" else sorted(GROUNDS)), kind, 0.0)
    lowest, risen, rests = rest(made, scene, 20.0)
    assert np.isfinite(made.bodies["x"]).all()
    assert len(made.lost) == 0
    assert lowest > -3.0 * SLOP
    assert risen < 1.5 * SLOP
    assert rests


@pytest.mark.jit
@pytest.mark.parametrize("speed", [30.0, 600.0])
@pytest.mark.parametrize(("seed", "kind"), seeds(16))
def test_what_a_kinematic_body_drags_into_the_ground_stays_out(seed: int, kind: str, speed: float) -> None:
    rng = random.Random(seed)
    made = new_physics(*rng.choice(RATES))
    scene = chain(rng, rng.choice(["floor", "corner"] if kind == "slide" else sorted(GROUNDS)), kind, speed)
    dragged = drag(made, scene, 1.0 if speed < 100.0 else 0.3)
    lowest, risen, rests = rest(made, scene, 20.0)
    assert np.isfinite(made.bodies["x"]).all()
    assert len(made.lost) == 0
    assert min(lowest, dragged) > -3.0 * SLOP
    assert risen < 1.5 * SLOP
    assert rests


@pytest.mark.jit
@pytest.mark.parametrize("joint", [RevoluteJoint, WeldJoint])
@pytest.mark.parametrize(("rate", "substeps"), [(20, 1), (60, 4), (240, 1)])
@pytest.mark.parametrize("speed", [30.0, 150.0, 1500.0])
def test_a_box_follows_a_kinematic_body_as_far_as_the_floor_lets_it(
    joint: Any, rate: int, substeps: int, speed: float
) -> None:
    made = new_physics(rate, substeps)
    esper.create_entity(Transform(0, 0), Collider(HalfPlane((0, 1))))
    place = Transform(0, 60)
    box = esper.create_entity(place, RigidBody(), Collider(Box(40, 40)))
    body = RigidBody.kinematic()
    hand = esper.create_entity(Transform(0, 60), body)
    esper.create_entity(joint(hand, box, anchor=(0, 60)))
    for _ in range(round(150 / speed * rate)):
        body.velocity = (0, -speed)
        esper.process(made.step)
        assert place.y > 20.0 - 1.1 * SLOP
    body.velocity = (0, speed)
    for _ in range(round(200 / speed * rate) + rate):  # back again, and time for the joint to close
        esper.process(made.step)
    body.velocity = (0, 0)
    for _ in range(rate):
        esper.process(made.step)
    at = esper.component_for_entity(hand, Transform).y
    assert at > 100.0
    assert place.y == pytest.approx(at, abs=SLOP)


def test_a_spring_to_a_place_below_presses_the_body_on_the_floor() -> None:
    made = new_physics(60, 4)
    esper.create_entity(Transform(0, 0), Collider(HalfPlane((0, 1))))
    place = Transform(0, 20)
    box = esper.create_entity(place, RigidBody(), Collider(Box(40, 40)))
    esper.create_entity(DistanceJoint(None, box, anchor_a=(0, -30), length=10, hertz=4))
    for _ in range(120):
        esper.process(made.step)
    assert place.y == pytest.approx(20.0, abs=SLOP)
    assert not esper.component_for_entity(box, RigidBody).awake


@pytest.mark.jit
def test_any_number_of_threads_mends_with_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "MIN_CONSTRAINTS", 1)
    found = set()
    for threads in (1, 2, 3):
        made = new_physics(60, 4, threads=threads)
        rng = random.Random(7)
        scenes = [chain(rng, "floor", kind, speed) for kind in ("pin", "rod") for speed in (0.0, 300.0)]
        for _ in range(20):
            for scene in scenes:
                if scene.dragger is not None:
                    esper.component_for_entity(scene.dragger, RigidBody).velocity = scene.velocity
            esper.process(made.step)
        assert max(abs(joint.stretch) for _, joint in esper.get_component(RevoluteJoint)) > SLOP
        found.add(fingerprint(made))
    assert len(found) == 1
