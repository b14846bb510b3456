"""Contacts that roll in space: their place and normal move within a step, with the surfaces."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys.space3d import Body3D, Box, Capsule, Collider3D, Physics3D, Quaternion, Sphere, Transform3D

RADIUS, HALF_PLANK = 1.0, 0.1
PLANK = Box(4.0, 2 * HALF_PLANK, 1.0)
ROD = Capsule(4.0, HALF_PLANK)


def about_x(angle):
    return Quaternion(math.cos(angle / 2), math.sin(angle / 2), 0.0, 0.0)


def about_z(angle):
    return Quaternion(math.cos(angle / 2), 0.0, 0.0, math.sin(angle / 2))


def world(step=1 / 60, **options):
    made = Physics3D(gravity=(0.0, -9.8, 0.0), sleeping=False, step=step, **options)
    esper.add_processor(made)
    return made


def tilt(entity):
    """Return by how much a body's x axis is out of level, in radians."""
    return math.asin(esper.component_for_entity(entity, Transform3D).orientation.rotate((1.0, 0.0, 0.0)).y)


def amplitudes(barrel, shape, own, angle, step):
    """Return how far what rocks on a barrel turns in five stretches of six seconds."""
    made = world(step)
    esper.create_entity(Transform3D(orientation=about_x(math.pi / 2)), Collider3D(barrel, friction=1.0))
    c, s = math.cos(angle), math.sin(angle)
    up, along = RADIUS + HALF_PLANK, RADIUS * angle  # it has rolled there from the top
    plank = esper.create_entity(
        Transform3D(-up * s + along * c, up * c + along * s, orientation=about_z(angle) * own),
        Body3D(),
        Collider3D(shape, friction=1.0),
    )
    turned = esper.component_for_entity(plank, Transform3D).orientation
    found = []
    for _ in range(5):
        most = 0.0
        for _ in range(round(6 / step)):
            made.step_once()
            now = esper.component_for_entity(plank, Transform3D).orientation * turned.inverse
            most = max(most, abs(2 * math.asin(now.z) + angle))
        found.append(most)
    return found


@pytest.mark.jit
@pytest.mark.parametrize("angle", [0.002, 0.02, 0.1])
@pytest.mark.parametrize("barrel", [Sphere(RADIUS), Capsule(6.0, RADIUS)], ids=["sphere", "capsule"])
def test_a_plank_rocks_no_wider_in_half_a_minute(barrel, angle):
    level = Quaternion(1.0, 0.0, 0.0, 0.0)
    assert amplitudes(barrel, PLANK, level, angle, 1 / 60) == pytest.approx([angle] * 5, rel=0.01)


@pytest.mark.jit
@pytest.mark.parametrize("step", [1 / 30, 1 / 60, 1 / 120])
@pytest.mark.parametrize("barrel", [Sphere(RADIUS), Capsule(6.0, RADIUS)], ids=["sphere", "capsule"])
def test_a_rod_across_a_barrel_rocks_no_wider(barrel, step):
    """A capsule on its side: the place runs along its axis."""
    found = amplitudes(barrel, ROD, about_z(math.pi / 2), 0.1, step)
    assert found == pytest.approx([0.1] * 5, rel=0.01)


@pytest.mark.jit
def test_a_ball_rolls_down_a_ball_as_far_as_it_holds():
    """From rest near the top: v² = 10 / 7 g (R + r) (1 - cos) while it rolls, whatever the step."""
    made = world()
    esper.create_entity(Transform3D(), Collider3D(Sphere(RADIUS), friction=10.0))
    start, r = 0.1, 0.5
    whole = RADIUS + r
    ball = esper.create_entity(
        Transform3D(whole * math.sin(start), whole * math.cos(start)),
        Body3D(),
        Collider3D(Sphere(r), friction=10.0),
    )
    place, motion = (esper.component_for_entity(ball, kind) for kind in (Transform3D, Body3D))
    for _ in range(600):
        made.step_once()
        angle = math.atan2(place.x, place.y)
        if angle > 0.6:
            break
    assert angle > 0.6
    wanted = math.sqrt(10 / 7 * 9.8 * whole * (math.cos(start) - math.cos(angle)))
    assert math.hypot(*motion.velocity) == pytest.approx(wanted, rel=0.01)
    assert motion.velocity.x * math.sin(angle) + motion.velocity.y * math.cos(angle) == pytest.approx(
        0, abs=0.02
    )
    assert -motion.angular_velocity.z * r == pytest.approx(wanted, rel=0.01)


def energy_of(entity, mass, inertia, gravity):
    place, motion = (esper.component_for_entity(entity, kind) for kind in (Transform3D, Body3D))
    own = place.orientation.inverse.rotate(motion.angular_velocity)
    moving = mass * sum(v * v for v in motion.velocity) + sum(
        i * w * w for i, w in zip(inertia, own, strict=True)
    )
    return 0.5 * moving + mass * gravity * place.y


@pytest.mark.jit
@pytest.mark.parametrize(("rate", "substeps"), [(30, 4), (60, 4), (60, 1), (240, 1)])
@pytest.mark.parametrize("friction", [0.0, 1.0])
def test_a_plank_that_falls_over_on_its_edge_falls_all_the_way_and_gains_nothing(rate, substeps, friction):
    """It moves further than it is thick in a step: a sweep, which does not turn, must not hold it."""
    made = world(1 / rate, substeps=substeps)
    esper.create_entity(Transform3D(0.0, -0.5), Collider3D(Box(20, 1, 20), friction=friction))
    length, height, width, leaning = 0.86, 0.053, 0.25, 1.2
    top = 0.5 * (length * math.sin(leaning) + height * math.cos(leaning))
    inertia = tuple((a * a + b * b) / 12 for a, b in ((height, width), (length, width), (length, height)))
    plank = esper.create_entity(
        Transform3D(0.0, top, orientation=about_z(leaning)),
        Body3D(mass=1.0, inertia=inertia),
        Collider3D(Box(length, height, width), friction=friction),
    )
    place = esper.component_for_entity(plank, Transform3D)
    least = 9.8 * top
    noise = 0.005 * least
    before = top
    for _ in range(rate):
        made.step_once()
        energy = energy_of(plank, 1.0, inertia, 9.8)
        assert energy < least + noise
        least = min(least, energy)
        if 0.15 < place.y < 0.35:
            assert place.y < before, "it stands still in the air"
        before = place.y
    assert place.y == pytest.approx(0.5 * height, abs=0.005)


@pytest.mark.jit
def test_a_box_that_lands_on_an_edge_turns_over_it():
    """Two corners are stopped: J / m = v - J (arm² / I) along the normal, and the edge's speed is zero."""
    made = world(substeps=1)
    esper.create_entity(Transform3D(0.0, -0.5), Collider3D(Box(20, 1, 20), friction=0.0, restitution=0.0))
    length, height, leaning, fall = 2.0, 0.5, 0.3, 4.0
    mass, moment = 3.0, 3.0 * (length**2 + height**2) / 12
    low = 0.5 * (length * math.sin(leaning) + height * math.cos(leaning))
    arm = 0.5 * (length * math.cos(leaning) - height * math.sin(leaning))
    box = esper.create_entity(
        Transform3D(0.0, low + 0.01, orientation=about_z(leaning)),
        Body3D(
            mass=mass,
            inertia=(3.0 * (height**2 + 1) / 12, 3.0 * (length**2 + 1) / 12, moment),
            velocity=(0.0, -fall, 0.0),
            gravity_scale=0.0,
        ),
        Collider3D(Box(length, height, 1.0), friction=0.0, restitution=0.0),
    )
    made.step_once()
    made.step_once()
    motion = esper.component_for_entity(box, Body3D)
    push = fall / (1 / mass + arm * arm / moment)
    assert motion.velocity.y == pytest.approx(push / mass - fall, rel=0.02)
    assert motion.angular_velocity.z == pytest.approx(-push * arm / moment, rel=0.02)
    assert motion.angular_velocity.x == pytest.approx(0.0, abs=1e-6)


@pytest.mark.jit
@pytest.mark.parametrize("substeps", [1, 2, 4])
def test_an_elastic_box_that_spins_in_a_room_gains_nothing(substeps):
    """At what a sweep meets, its spin is that of its angular momentum, at the orientation of then."""
    made = world(substeps=substeps, restitution_threshold=0.0)
    made.gravity = (0.0, 0.0, 0.0)
    for axis in range(3):
        for side in (-1, 1):
            sides = [1.4 if k != axis else 0.4 for k in range(3)]
            at = [0.5 * side if k == axis else 0.0 for k in range(3)]
            esper.create_entity(Transform3D(*at), Collider3D(Box(*sides), friction=0.0, restitution=1.0))
    size = (0.11, 0.075, 0.05)
    inertia = tuple(
        (a * a + b * b) / 12 for a, b in ((size[1], size[2]), (size[0], size[2]), (size[0], size[1]))
    )
    box = esper.create_entity(
        Transform3D(0.05, 0.02, -0.03, orientation=Quaternion(0.6, 0.0, 0.48, 0.64)),
        Body3D(mass=1.0, inertia=inertia, velocity=(2.0, 1.3, -0.7), angular_velocity=(40.0, 5.0, 25.0)),
        Collider3D(Box(*size), friction=0.0, restitution=1.0),
    )
    start = least = energy_of(box, 1.0, inertia, 0.0)
    for _ in range(240):
        made.step_once()
        energy = energy_of(box, 1.0, inertia, 0.0)
        assert energy < least + 0.01 * start
        least = min(least, energy)
    assert least > 0.7 * start
