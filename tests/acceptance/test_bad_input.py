"""Mistakes stop at the door, with a message that names the argument; the world stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import (
    AABB,
    Box,
    Capsule,
    Circle,
    Collider,
    HalfPlane,
    Physics,
    Polygon,
    RigidBody,
    Segment,
    Transform,
)
from tests.acceptance.support import body, collider, disc, motion, physics, rigid, run, transform

NAN, INF = float("nan"), float("inf")
SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]

# (what is made, words the message must contain)
BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: Circle(0), "radius"),
    (lambda: Circle(-1), "radius"),
    (lambda: Circle(NAN), "radius"),
    (lambda: Circle(INF), "radius"),
    (lambda: Circle("4"), "radius"),
    (lambda: Circle(1, center=(NAN, 0)), "center"),
    (lambda: Circle(1, center=(1, 2, 3)), "center"),
    (lambda: Circle(1, center=7), "center"),
    (lambda: Box(0, 1), "width"),
    (lambda: Box(1, -2), "height"),
    (lambda: Box(1, 1, radius=-1), "radius"),
    (lambda: Box(NAN, 1), "width"),
    (lambda: AABB(1, 0), "height"),
    (lambda: AABB(INF, 1), "width"),
    (lambda: Capsule(0, 1), "height"),
    (lambda: Capsule(4, 0), "radius"),
    (lambda: Capsule(1, 3), "height"),
    (lambda: Capsule.between((0, 0), (NAN, 0), 1), "p2"),
    (lambda: Capsule.between((0, 0), (1, 0), -1), "radius"),
    (lambda: Polygon([(0, 0), (1, 0)]), "points"),
    (lambda: Polygon([(0, 0), (1, 0), (2, 0)]), "points"),
    (lambda: Polygon([(0, 0), (1, 0), (NAN, 1)]), "points"),
    (lambda: Polygon([(0, 0), (2, 0), (0.2, 0.2), (0, 2)]), "decompose"),
    (lambda: Polygon(SQUARE, radius=-0.1), "radius"),
    (lambda: Polygon("abc"), "points"),
    (lambda: Segment((0, 0), (0, 0)), "p"),
    (lambda: Segment((0, 0), (INF, 0)), "p2"),
    (lambda: HalfPlane((0, 0)), "normal"),
    (lambda: HalfPlane((0, NAN)), "normal"),
    (lambda: HalfPlane((0, 1), NAN), "offset"),
    (lambda: Transform(NAN, 0), "x"),
    (lambda: Transform(0, INF), "y"),
    (lambda: Transform(0, 0, NAN), "angle"),
    (lambda: Transform("0", 0), "x"),
    (lambda: RigidBody("ghost"), "kind"),
    (lambda: RigidBody(mass=0), "mass"),
    (lambda: RigidBody(mass=-1), "mass"),
    (lambda: RigidBody(mass=NAN), "mass"),
    (lambda: RigidBody(inertia=-1), "inertia"),
    (lambda: RigidBody(velocity=(NAN, 0)), "velocity"),
    (lambda: RigidBody(velocity=3), "velocity"),
    (lambda: RigidBody(angular_velocity=INF), "angular_velocity"),
    (lambda: RigidBody(gravity_scale=NAN), "gravity_scale"),
    (lambda: RigidBody(linear_damping=-1), "linear_damping"),
    (lambda: RigidBody(angular_damping=NAN), "angular_damping"),
    (lambda: RigidBody(continuous="always"), "continuous"),
    (lambda: Collider(5), "shape"),
    (lambda: Collider([]), "shape"),
    (lambda: Collider([Circle(1), "box"]), "shape"),
    (lambda: Collider(Circle), "shape"),
    (lambda: Collider(Circle(1), offset=(0, NAN)), "offset"),
    (lambda: Collider(Circle(1), angle=INF), "angle"),
    (lambda: Collider(Circle(1), density=0), "density"),
    (lambda: Collider(Circle(1), density=-1), "density"),
    (lambda: Collider(Circle(1), density=NAN), "density"),
    (lambda: Collider(Circle(1), friction=-0.1), "friction"),
    (lambda: Collider(Circle(1), friction=NAN), "friction"),
    (lambda: Collider(Circle(1), restitution=-0.5), "restitution"),
    (lambda: Collider(Circle(1), restitution=INF), "restitution"),
    (lambda: Collider(Circle(1), surface_speed=NAN), "surface_speed"),
    (lambda: Collider(Circle(1), layer=1.5), "layer"),
    (lambda: Collider(Circle(1), mask="all"), "mask"),
    (lambda: Collider(Circle(1), mask=None), "mask"),
    (lambda: Collider(Circle(1), group="red"), "group"),
    (lambda: Physics(gravity=(0, NAN)), "gravity"),
    (lambda: Physics(gravity=-900), "gravity"),
    (lambda: Physics(length_unit=0), "length_unit"),
    (lambda: Physics(length_unit=NAN), "length_unit"),
    (lambda: Physics(step=0), "step"),
    (lambda: Physics(step=-1 / 60), "step"),
    (lambda: Physics(substeps=0), "substeps"),
    (lambda: Physics(substeps=2.5), "substeps"),
    (lambda: Physics(max_steps=0), "max_steps"),
    (lambda: Physics(integrator="rk5"), "integrator"),
    (lambda: Physics(broad_phase="grid"), "broad_phase"),
    (lambda: Physics(end_after=0), "end_after"),
    (lambda: Physics(threads=0), "threads"),
    (lambda: Physics(threads=2.0), "threads"),
]


@pytest.mark.parametrize(("make", "word"), BAD, ids=[f"{i}-{word}" for i, (_, word) in enumerate(BAD)])
def test_constructors_refuse(make: Callable[[], Any], word: str) -> None:
    with pytest.raises((ValueError, TypeError), match=word) as caught:
        make()
    assert len(str(caught.value).split()) >= 4  # what is wanted and what came, not the name alone


def test_an_unknown_word_is_told_the_known_ones() -> None:
    for make, words in (
        (lambda: RigidBody("ghost"), ("dynamic", "kinematic", "static")),
        (lambda: Physics(broad_phase="grid"), ("quadtree", "sweep_and_prune", "brute_force")),
    ):
        with pytest.raises(ValueError) as caught:
            make()
        assert all(word in str(caught.value) for word in words)


SETTERS: list[tuple[Callable[[int], Any], str]] = [
    (lambda e: setattr(transform(e), "position", (1, 2, 3)), "position"),
    (lambda e: setattr(transform(e), "position", 4), "position"),
    (lambda e: setattr(rigid(e), "velocity", "fast"), "velocity"),
    (lambda e: setattr(rigid(e), "mass", -1), "mass"),
    (lambda e: setattr(rigid(e), "kind", "ghost"), "kind"),
    (lambda e: setattr(collider(e), "friction", -1), "friction"),
    (lambda e: setattr(collider(e), "mask", 0.5), "mask"),
    (lambda e: rigid(e).apply_force((NAN, 0)), "f must"),
    (lambda e: rigid(e).apply_impulse((0, INF)), "j must"),
    (lambda e: rigid(e).apply_torque(NAN), "t must"),
    (lambda e: rigid(e).move_to((0, 0, NAN), 1 / 60), "pose"),
]


@pytest.mark.parametrize(
    ("change", "word"), SETTERS, ids=[f"{i}-{word}" for i, (_, word) in enumerate(SETTERS)]
)
def test_setters_and_methods_refuse_and_change_nothing(change: Callable[[int], Any], word: str) -> None:
    physics()
    entity = disc(1, 2, velocity=(60, 0), kind="kinematic" if word == "pose" else "dynamic")
    run(1)
    before = motion(entity)
    with pytest.raises((ValueError, TypeError), match=word):
        change(entity)
    assert motion(entity) == before
    run(1)
    assert transform(entity).position == pytest.approx((3, 2))


@pytest.mark.parametrize(
    "parts",
    [
        lambda: (RigidBody(), Collider(Segment((0, 0), (9, 0)))),
        lambda: (RigidBody(), Collider(HalfPlane((0, 1)))),
        lambda: (RigidBody("kinematic"), Collider(HalfPlane((0, 1)))),
    ],
    ids=["no area", "half-plane dynamic", "half-plane kinematic"],
)
def test_a_body_that_cannot_be_is_refused_and_the_world_goes_on(parts: Callable[[], tuple[Any, ...]]) -> None:
    clock = physics((0, -900))
    witness = disc(300, 300)
    run(2)
    before = motion(witness)
    entity = esper.create_entity(Transform(), *parts())
    with pytest.raises(ValueError, match=str(entity)):
        run(1)
    assert motion(witness) == before
    esper.delete_entity(entity, immediate=True)
    run(1)
    assert motion(witness) != before
    assert clock.bodies["entity"].tolist() == [witness]


FIELDS = {
    "x": lambda e, v: setattr(transform(e), "x", v),
    "y": lambda e, v: setattr(transform(e), "y", v),
    "angle": lambda e, v: setattr(transform(e), "angle", v),
    "velocity": lambda e, v: setattr(rigid(e), "velocity", (v, 0)),
    "angular_velocity": lambda e, v: setattr(rigid(e), "angular_velocity", v),
}


@pytest.mark.parametrize("value", [NAN, INF, -INF])
@pytest.mark.parametrize("field", FIELDS)
def test_a_nan_written_later_is_found_at_the_next_step(field: str, value: float) -> None:
    physics((0, -900))
    others = [disc(40 * i, 200) for i in range(5)]
    entity = disc(0, 500)
    run(3)
    before = [motion(other) for other in others]
    FIELDS[field](entity, value)
    with pytest.raises((ValueError, ArithmeticError)) as caught:
        run(1)
    assert str(entity) in str(caught.value)
    assert field in str(caught.value) or (field == "velocity" and "vx" in str(caught.value))
    assert [motion(other) for other in others] == before
    FIELDS[field](entity, 0.0)
    run(1)
    assert [motion(other) for other in others] != before


@pytest.mark.parametrize("column", ["x", "y", "angle", "vx", "vy", "angular_velocity"])
def test_a_nan_written_through_bulk_access_is_found_as_well(column: str) -> None:
    clock = physics((0, -900))
    others = [disc(40 * i, 200) for i in range(3)]
    entity = disc(0, 500)
    run(3)
    before = [motion(other) for other in others]
    clock.bodies[column][clock.bodies["entity"] == entity] = NAN
    with pytest.raises((ValueError, ArithmeticError)) as caught:
        run(1)
    assert str(entity) in str(caught.value)
    assert [motion(other) for other in others] == before


def test_a_nan_in_a_sleeping_body_is_found_too() -> None:
    physics()
    entity = body(Box(10, 10), 0, 0)
    run(120)
    assert not rigid(entity).awake
    transform(entity).x = NAN
    with pytest.raises((ValueError, ArithmeticError)):
        run(1)
