"""What areas and fields do is reckoned with as gravity is: by prediction, by what falls, and by sweeps."""

from __future__ import annotations

from typing import Any

import esper
import pytest

from ecsphys import AABB, Area, Box, Circle, Collider, ConstantForce, Physics, Shape, Transform
from ecsphys.hooks.contacts import ContactView
from ecsphys.hooks.fields import Fields
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import body, physics, rigid, run, transform
from tests.fuzz.runner import own_world

GRAVITY = 900.0
KINDS = ("gravity", "field", "area", "point", "force")
FAR = 1e6  # away from a point, gravity is as good as uniform


def world(kind: str, **options: Any) -> Physics:
    """Return a world with a floor up to y = 0, in which all that moves falls by one of four kinds."""
    clock = physics((0, -GRAVITY if kind == "gravity" else 0), **options)
    esper.create_entity(Transform(0, -5), Collider(Box(4000, 10), restitution=1.0, friction=0.6))
    if kind == "field":
        clock.add_field(pull_down)
    everywhere = Collider(AABB(8000, 8000), trigger=True)
    if kind == "area":
        esper.create_entity(Transform(0, 0), everywhere, Area(gravity=(0, -GRAVITY)))
    if kind == "point":
        place = Area(gravity=GRAVITY, point=(0, -FAR), unit_distance=FAR)
        esper.create_entity(Transform(0, 0), everywhere, place)
    return clock


def falling(clock: Physics, kind: str, *args: Any, **options: Any) -> int:
    """Return a body that falls in such a world, if need be by a force of its own."""
    entity = body(*args, **options)
    if kind == "force":
        clock.settle()  # which gives it its mass
        esper.add_component(entity, ConstantForce((0, -GRAVITY * rigid(entity).mass)))
    return entity


def pull_down(fields: Fields) -> None:
    """The gravity of the world, as a field."""
    fields.fy -= GRAVITY * fields.mass


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("integrator", ["semi_implicit_euler", "velocity_verlet", "rk4"])
@pytest.mark.parametrize("radius", [1.0, 4.0])
def test_an_elastic_ball_that_a_sweep_meets_keeps_its_height(
    kind: str, substeps: int, integrator: str, radius: float
) -> None:
    """In a field or an area, or under a constant force, it gained 3 to 10 % a bounce."""
    clock = world(kind, substeps=substeps, integrator=integrator)
    ball = falling(clock, kind, Circle(radius), 0, 600, restitution=1.0, friction=0.0)
    highest, was_falling = [0.0], False
    for _ in range(1200):
        run(1)
        is_falling = rigid(ball).velocity.y < 0
        if was_falling and not is_falling:
            highest.append(0.0)
        highest[-1] = max(highest[-1], transform(ball).y)
        was_falling = is_falling
    assert len(highest) > 7
    assert highest[1:-1] == pytest.approx([600] * (len(highest) - 2), rel=1e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_swept_ball_under_a_spring_keeps_its_energy(kind: str) -> None:
    """What the force gains within a step makes no difference that adds up."""
    clock = world(kind)

    @clock.add_field
    def spring(fields: Fields) -> None:
        fields.fy -= 3.0 * (fields.y + 100) * fields.mass

    ball = falling(clock, kind, Circle(2), 0, 600, restitution=1.0, friction=0.0)
    tops = [0.0]
    for _ in range(600):
        before = rigid(ball).velocity.y
        run(1)
        if before < 0 < rigid(ball).velocity.y:
            tops.append(0.0)
        tops[-1] = max(tops[-1], transform(ball).y)
    assert len(tops) > 6
    assert max(tops[1:]) < 600 * 1.01
    assert min(tops[1:-1]) > 600 * 0.97


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [Box(20, 20), Circle(10)])
def test_what_falls_is_first_seen_outside_of_the_floor(kind: str, shape: Shape) -> None:
    clock = world(kind, sleeping=False)
    half = shape.bounds((0, 0, 0)).upper.y
    entities = [
        falling(clock, kind, shape, 90.0 * k - 1350, 60 + 13.7 * k + half, friction=0.6) for k in range(30)
    ]
    for entity in entities:
        esper.component_for_entity(entity, Collider).restitution = 0.0
    floor = esper.get_component(Collider)[0][1]
    floor.restitution = 0.0
    gaps: dict[int, float] = {}

    @clock.add_contact_hook
    def look(contact: ContactView) -> None:
        falling = max(contact.entity_a, contact.entity_b)
        gaps.setdefault(falling, transform(falling).y - half)

    run(90)
    assert len(gaps) == len(entities)
    assert min(gaps.values()) >= 0
    assert all(abs(transform(entity).y - half) < 0.2 for entity in entities)


def test_a_field_is_asked_once_for_the_beginning_of_a_step() -> None:
    """Also where it is asked before contacts are found; once more if a hook changes what it is asked for."""
    clock = physics(substeps=4)
    esper.create_entity(Transform(0, -5), Collider(Box(400, 10)))
    turned = body(Box(20, 20), 0, 12, 0.3, offset=(3, 4), velocity=(1, -2), lock_x=True)
    asked: list[float] = []

    @clock.add_field
    def pull(fields: Fields) -> None:
        asked.append(fields.time)
        fields.fy -= GRAVITY * fields.mass

    run(1)
    assert len(asked) == 4
    run(19)
    assert len(asked) == 80

    @clock.add_contact_hook
    def push(contact: ContactView) -> None:
        rigid(turned).velocity = (0, 30)

    asked.clear()
    run(1)
    assert len(asked) == 5
    assert asked[0] == asked[1]


@pytest.mark.parametrize("kind", KINDS)
def test_a_restored_world_goes_on_to_the_bit(kind: str) -> None:
    clock = world(kind)
    for k in range(12):
        shape = Circle(3) if k % 3 else Box(14, 9)
        falling(clock, kind, shape, 31.0 * k - 180, 150 + 40 * k, restitution=1.0 if k % 2 else 0.0)
    run(40)
    then = clock.snapshot()
    run(60)
    expected = fingerprint(clock)
    clock.restore(then)
    run(60)
    assert fingerprint(clock) == expected


@pytest.mark.parametrize("kind", ["field", "area", "force"])
def test_heavy_on_light_stands_as_under_gravity(kind: str) -> None:
    """Contacts under what presses on light bodies are solved in finer steps, whatever presses."""
    heights = []
    for one in ("gravity", kind):
        with own_world(one):
            clock = world(one, substeps=2)
            for row, mass in enumerate((1.0, 1.0, 200.0)):
                entity = falling(clock, one, Box(20, 20), 0, 10 + 20.0 * row, mass=mass, friction=0.6)
            run(60)
            heights.append(transform(entity).y)
    assert heights[1] == pytest.approx(heights[0], abs=0.02)


def test_what_an_area_did_is_forgotten_with_it() -> None:
    """Also where another one takes its place after a while, and nobody is in it."""
    clock = world("area")
    ball = body(Circle(8.0), 0, 600)
    run(3)
    (area,) = (entity for entity, _ in esper.get_component(Area))
    esper.delete_entity(area, immediate=True)
    run(3)
    esper.create_entity(Transform(9000, 0), Collider(Circle(5.0), trigger=True), Area(gravity=(0, -1)))
    run(1)
    store = clock.world.influence_store
    assert len(store.effects) > 0
    assert not store.is_foreseen
    assert not store.is_acting
    assert (store.effects["foreseen_y"] == 0.0).all()
    assert rigid(ball).velocity.y < 0
