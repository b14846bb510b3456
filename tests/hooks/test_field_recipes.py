"""What fields of force are for: planets, magnets, a spring to the mouse; beside areas, too."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

from ecsphys import Area, Circle, Collider, Transform
from ecsphys.hooks.fields import Fields
from tests.acceptance.support import disc, physics, rigid, transform

BOUNDED = {"semi_implicit_euler": 2e-2, "velocity_verlet": 2e-4, "rk4": 1e-8}


@pytest.mark.parametrize("integrator", BOUNDED)
def test_planets_keep_their_orbits(integrator: str) -> None:
    """Circular orbits of three radii: energy, and the angle that Kepler's third law gives."""
    clock = physics(integrator=integrator, step=1 / 60)
    radii = [100.0, 150.0, 250.0]
    planets = [disc(r, 0, 1, velocity=(0, math.sqrt(1e6 / r))) for r in radii]

    @clock.add_field
    def sun(fields: Fields) -> None:
        pull = 1e6 * fields.mass / np.hypot(fields.x, fields.y) ** 3
        fields.fx -= pull * fields.x
        fields.fy -= pull * fields.y

    for _ in range(30):
        clock.step_once()
    for planet, r in zip(planets, radii, strict=True):
        place, velocity = transform(planet).position, rigid(planet).velocity
        energy = 0.5 * velocity.length_squared - 1e6 / place.length
        assert energy == pytest.approx(-0.5e6 / r, rel=BOUNDED[integrator])
        turned = math.remainder(place.angle - 0.5 * math.sqrt(1e6 / r**3), math.tau)
        assert turned == pytest.approx(0, abs=BOUNDED[integrator])


@pytest.mark.parametrize("integrator", BOUNDED)
def test_magnets_pull_each_other_and_keep_their_momentum(integrator: str) -> None:
    clock = physics(integrator=integrator)
    magnets = [disc(100 * math.cos(k), 80 * math.sin(2 * k), 3) for k in range(5)]
    poles = np.array([1.0, -1.0, 1.0, -1.0, 0.5])

    @clock.add_field
    def attract(fields: Fields) -> None:
        dx, dy = fields.x - fields.x[:, None], fields.y - fields.y[:, None]
        push = -1e6 * np.outer(poles, poles) / (dx * dx + dy * dy + 100.0) ** 1.5
        fields.fx += (push * dx).sum(axis=1)
        fields.fy += (push * dy).sum(axis=1)

    for _ in range(40):
        clock.step_once()
    momentum = np.sum([rigid(magnet).mass * np.array(rigid(magnet).velocity) for magnet in magnets], axis=0)
    speeds = sum(rigid(magnet).velocity.length for magnet in magnets)
    assert speeds > 10
    assert np.abs(momentum).max() < 1e-9 * speeds * rigid(magnets[0]).mass


@pytest.mark.parametrize("integrator", BOUNDED)
def test_a_critically_damped_spring_to_the_mouse(integrator: str) -> None:
    clock = physics(integrator=integrator)
    held, mouse, rate = disc(0, 0, 10), (200.0, -100.0), 10.0

    @clock.add_field
    def spring(fields: Fields) -> None:
        for name, place, velocity, aim in (("fx", "x", "vx", mouse[0]), ("fy", "y", "vy", mouse[1])):
            way = aim - getattr(fields, place)
            force = fields.mass * (rate**2 * way - 2 * rate * getattr(fields, velocity))
            setattr(fields, name, getattr(fields, name) + force)

    for _ in range(18):
        clock.step_once()
    left = (1 + 3.0) * math.exp(-3.0)  # after 0.3 s
    expected = [aim * (1 - left) for aim in mouse]
    assert transform(held).position == pytest.approx(expected, rel=BOUNDED[integrator])


@pytest.mark.parametrize("integrator", BOUNDED)
def test_a_field_and_an_area_act_on_the_same_body(integrator: str) -> None:
    """A star as an area, and a field that takes away exactly its pull."""
    clock = physics(integrator=integrator)
    esper.create_entity(
        Transform(), Collider(Circle(2000), trigger=True), Area(gravity=100, point=(0, 0), unit_distance=100)
    )
    comet = disc(300, 0, 5, velocity=(0, 60))

    @clock.add_field
    def against(fields: Fields) -> None:
        push = 1e6 * fields.mass / np.hypot(fields.x, fields.y) ** 3
        fields.fx += push * fields.x
        fields.fy += push * fields.y

    for _ in range(30):
        clock.step_once()
    assert transform(comet).position == pytest.approx((300, 30), abs=1e-3)
