"""Integrators are what they are called: orders of convergence, energy, stacks that stand under all of them.

Closed forms: a projectile with linear damping, a harmonic oscillator (also damped and driven), a Kepler
orbit.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.hooks.fields import Fields
from ecsphys.settings import INTEGRATORS
from tests.acceptance.support import body, disc, ground, physics, rigid, run, transform

ORDERS = {
    "semi_implicit_euler": 1, "explicit_euler": 1, "velocity_verlet": 2, "rk4": 4,
    "midpoint": 2, "trapezoid": 2,
}  # fmt: skip
_numbers = itertools.count()

Error = Callable[[str, int], float]  # of an integrator with so many steps


def world(steps: int, seconds: float, **options: Any) -> Physics:
    """A new world that runs `seconds` in that many steps."""
    esper.switch_world(f"integrator {next(_numbers)}")
    return physics(step=seconds / steps, max_steps=steps, sleeping=False, **options)


def finish(clock: Physics, steps: int) -> None:
    for _ in range(steps):
        clock.step_once()


def projectile(integrator: str, steps: int) -> float:
    """v' = g - c v for a second, in one sub-step a step."""
    g, c = -900.0, 2.0
    clock = world(steps, 1.0, gravity=(0, g), integrator=integrator, substeps=1)
    ball = disc(0, 0, velocity=(300, 500), linear_damping=c)
    finish(clock, steps)
    decay = (1 - math.exp(-c)) / c
    error = transform(ball).position - (300 * decay, g / c + (500 - g / c) * decay)
    return math.hypot(*error) + math.dist(
        rigid(ball).velocity, (300 * math.exp(-c), g / c + (500 - g / c) * math.exp(-c))
    )


def oscillator(integrator: str, steps: int, c: float = 0.0) -> float:
    """A spring of 5 rad/s, for a second, damped by c/s. The field acts in every stage of every sub-step."""
    clock = world(steps, 1.0, integrator=integrator, substeps=2)
    ball = disc(100, 0, linear_damping=c)

    @clock.add_field
    def spring(fields: Fields) -> None:
        fields.fx -= 25 * fields.mass * fields.x

    finish(clock, steps)
    w = math.sqrt(25 - c * c / 4)
    x = 100 * math.exp(-c / 2) * (math.cos(w) + c / (2 * w) * math.sin(w))
    return abs(transform(ball).x - x)


def damped_oscillator(integrator: str, steps: int) -> float:
    return oscillator(integrator, steps, c=1.5)


def driven(integrator: str, steps: int) -> float:
    """A force that depends on time and on velocity: v' = cos(4 t) - 2 v, from rest."""
    clock = world(steps, 1.0, integrator=integrator, substeps=1)
    ball = disc(0, 0)

    @clock.add_field
    def drive(fields: Fields) -> None:
        fields.fx += fields.mass * (100 * math.cos(4 * fields.time) - 2 * fields.vx)

    finish(clock, steps)
    exact = 100 * (2 * math.cos(4) + 4 * math.sin(4) - 2 * math.exp(-2)) / 20
    return abs(rigid(ball).velocity.x - exact)


@pytest.mark.parametrize("integrator", ORDERS)
@pytest.mark.parametrize("error", [projectile, oscillator, damped_oscillator, driven])
def test_half_the_step_makes_the_error_smaller_by_the_order(error: Error, integrator: str) -> None:
    coarse, fine = error(integrator, 32), error(integrator, 64)
    order = math.log2(coarse / fine)
    assert order == pytest.approx(ORDERS[integrator], abs=0.25)


@pytest.mark.parametrize("integrator", ORDERS)
def test_a_field_of_nothing_changes_nothing(integrator: str) -> None:
    """The rules for constant forces and those for fields are the same methods."""
    ends = []
    for field in (False, True):
        clock = world(30, 0.5, gravity=(30, -900), integrator=integrator)
        ball = disc(0, 0, velocity=(300, 500), linear_damping=3, angular_velocity=4, angular_damping=2)
        if field:
            clock.add_field(lambda fields: None)
        finish(clock, 30)
        ends.append((*transform(ball).pose, *rigid(ball).velocity, rigid(ball).angular_velocity))
    assert ends[0] == pytest.approx(ends[1], rel=1e-12)


def spring_energy(integrator: str, seconds: int) -> list[float]:
    """Energy of a spring of 2 rad/s, relative to the start, after each second."""
    clock = world(60 * seconds, seconds, integrator=integrator)
    ball = disc(100, 0)

    @clock.add_field
    def spring(fields: Fields) -> None:
        fields.fx -= 4 * fields.mass * fields.x

    energies = []
    for _ in range(seconds):
        finish(clock, 60)
        energies.append((rigid(ball).velocity.x ** 2 + 4 * transform(ball).x ** 2) / (4 * 100**2))
    return energies


def test_verlet_and_semi_implicit_euler_keep_the_energy_of_a_spring_bounded() -> None:
    for integrator, seconds, bound in (
        ("velocity_verlet", 40, 2e-4),
        ("semi_implicit_euler", 10, 0.01),
        ("rk4", 10, 1e-7),
    ):
        energies = spring_energy(integrator, seconds)
        assert max(abs(energy - 1) for energy in energies) < bound, integrator


def test_explicit_euler_gains_energy_on_a_spring_as_its_name_promises() -> None:
    """By 1 + (h w)² in each sub-step of h seconds."""
    energies = spring_energy("explicit_euler", 10)
    assert energies[-1] == pytest.approx((1 + (2 / 240) ** 2) ** (240 * 10), rel=1e-6)


@pytest.mark.parametrize("integrator", ["midpoint", "trapezoid"])
def test_explicit_rules_of_second_order_gain_energy_on_a_spring_slowly(integrator: str) -> None:
    """By 1 + (h w)⁴ / 4 in each sub-step of h seconds, as all explicit rules of two stages."""
    energies = spring_energy(integrator, 10)
    assert energies[-1] == pytest.approx((1 + (2 / 240) ** 4 / 4) ** (240 * 10), rel=1e-9)


@pytest.mark.parametrize(("integrator", "speed"), [("midpoint", 55.0), ("trapezoid", 80.0)])
def test_midpoint_and_trapezoid_are_the_rules_of_that_name(integrator: str, speed: float) -> None:
    """A step of 1 s with a = 100 t² + 30: a(1/2), or the mean of a(0) and a(1)."""
    clock = world(1, 1.0, integrator=integrator, substeps=1)
    ball = disc(0, 0)

    @clock.add_field
    def drive(fields: Fields) -> None:
        fields.fx += fields.mass * (100.0 * fields.time**2 + 30.0)

    clock.step_once()
    assert rigid(ball).velocity.x == pytest.approx(speed)
    assert transform(ball).x == pytest.approx(15.0)


def test_an_orbit_keeps_its_energy_and_angular_momentum_under_rk4() -> None:
    """Kepler orbit of eccentricity 0.6, ten revolutions."""
    clock = world(200 * 10, 2 * math.pi * 10, integrator="rk4")
    planet = disc(0.4, 0, 0.001, velocity=(0, 2), continuous="off")  # a = 1, mu = 1

    @clock.add_field
    def gravity(fields: Fields) -> None:
        pull = fields.mass / np.hypot(fields.x, fields.y) ** 3
        fields.fx -= pull * fields.x
        fields.fy -= pull * fields.y

    finish(clock, 200 * 10)
    (x, y), (vx, vy) = transform(planet).position, rigid(planet).velocity
    assert (vx**2 + vy**2) / 2 - 1 / math.hypot(x, y) == pytest.approx(-0.5, rel=1e-6)
    assert x * vy - y * vx == pytest.approx(0.8, rel=1e-6)
    assert (x, y) == pytest.approx((0.4, 0), abs=1e-3)


@pytest.mark.parametrize("integrator", ORDERS)
def test_explicit_euler_damps_by_its_own_rule(integrator: str) -> None:
    """One sub-step of h c = 0.5: v' / v by each rule."""
    clock = world(1, 0.25, integrator=integrator, substeps=1)
    ball = disc(0, 0, velocity=(64, 0), linear_damping=2, angular_velocity=64, angular_damping=2)
    clock.step_once()
    z = 0.5
    factor = {
        "semi_implicit_euler": 1 / (1 + z),
        "explicit_euler": 1 - z,
        "velocity_verlet": (1 - z / 2) / (1 + z / 2),
        "rk4": 1 - z + z**2 / 2 - z**3 / 6 + z**4 / 24,
        "midpoint": 1 - z + z**2 / 2,
        "trapezoid": 1 - z + z**2 / 2,
    }[integrator]
    assert rigid(ball).velocity.x == pytest.approx(64 * factor)
    assert rigid(ball).angular_velocity == pytest.approx(64 * factor)


@pytest.mark.parametrize("integrator", ORDERS)
@pytest.mark.parametrize("field", [False, True])
def test_locked_axes_stay_locked(integrator: str, field: bool) -> None:
    clock = world(60, 1.0, gravity=(100, -900), integrator=integrator)
    sideways = disc(0, 0, velocity=(60, 50), lock_y=True, lock_rotation=True, linear_damping=1)
    upright = disc(500, 0, velocity=(60, 50), lock_x=True)
    if field:

        @clock.add_field
        def push(fields: Fields) -> None:
            fields.fx += 50 * fields.mass
            fields.fy += 50 * fields.mass

    finish(clock, 60)
    assert (transform(sideways).y, transform(upright).x) == (0, 500)
    assert rigid(sideways).velocity.y == rigid(upright).velocity.x == 0
    assert transform(sideways).x > 60
    assert transform(upright).y < -300


@pytest.mark.parametrize("integrator", ORDERS)
def test_kinematic_bodies_move_by_their_velocity(integrator: str) -> None:
    clock = world(60, 1.0, gravity=(0, -900), integrator=integrator)
    lift = body(Box(100, 10), kind="kinematic", velocity=(0, 30))
    crate = body(Box(20, 20), 0, 15)
    asked = []
    clock.add_field(lambda fields: asked.append(fields.entity.tolist()))
    finish(clock, 60)
    assert transform(lift).y == pytest.approx(30)
    assert transform(crate).y == pytest.approx(45, abs=0.5)
    assert {tuple(entities) for entities in asked} == {(crate,)}


@pytest.mark.jit
@pytest.mark.parametrize("integrator", ORDERS)
@pytest.mark.parametrize("field", [False, True])
def test_a_stack_stands(integrator: str, field: bool) -> None:
    clock = world(60, 1.0, gravity=(0, 0) if field else (0, -900), integrator=integrator)
    ground()
    boxes = [body(Box(40, 40), 0, 20 + 40 * k) for k in range(5)]
    if field:

        @clock.add_field
        def gravity(fields: Fields) -> None:
            fields.fy -= 900 * fields.mass

    finish(clock, 240)
    for k, box in enumerate(boxes):
        assert transform(box).y == pytest.approx(20 + 40 * k, abs=0.5)
        assert transform(box).x == pytest.approx(0, abs=0.5)
        assert math.hypot(*rigid(box).velocity) < 1


@pytest.mark.parametrize("integrator", ORDERS)
def test_a_ball_that_rests_does_not_hover(integrator: str) -> None:
    clock = world(60, 1.0, gravity=(0, -900), integrator=integrator)
    ground()
    ball = disc(0, 16)
    heights = []
    for _ in range(60):
        clock.step_once()
        heights.append(transform(ball).y)
    assert min(heights) > 15.5
    assert max(heights) < 16.05
    assert max(heights[30:]) - min(heights[30:]) < 1e-6


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_body_near_others_flies_as_alone(integrator: str) -> None:
    """Contacts that do not push leave the motion to the integrator."""
    ends = []
    for neighbour in (False, True):
        clock = world(20, 1 / 3, gravity=(0, -900), integrator=integrator)
        ball = disc(0, 0, velocity=(30, 100), angular_velocity=3)
        if neighbour:
            esper.create_entity(Transform(0, 0), RigidBody(velocity=(30, 100)), Collider(Circle(10, (27, 0))))
        finish(clock, 20)
        ends.append((*transform(ball).pose, *rigid(ball).velocity))
    assert ends[0] == pytest.approx(ends[1], rel=1e-9)


def test_the_integrator_changes_between_steps() -> None:
    clock = physics((0, -900), step=0.1, substeps=1)
    ball = disc(0, 0)
    run(1, 0.1)
    assert transform(ball).y == pytest.approx(-9)
    clock.integrator = "velocity_verlet"
    run(1, 0.1)
    assert transform(ball).y == pytest.approx(-9 - 9 - 4.5)
    clock.integrator = "explicit_euler"
    run(1, 0.1)
    assert transform(ball).y == pytest.approx(-22.5 - 18)


# -- forces that a game applies in every step --------------------------------------------------------


def applied_spring(integrator: str, substeps: int) -> tuple[float, float]:
    """The energy of a spring of 2 rad/s, made of `apply_force`, after 40 s, and the largest on the way."""
    clock = world(2000, 40.0, integrator=integrator, substeps=substeps)
    ball = disc(1, 0, mass=1)

    @clock.before_step
    def spring(dt: float) -> None:
        rigid(ball).apply_force((-4 * transform(ball).x, 0))

    energies = []
    for _ in range(2000):
        clock.step_once()
        energies.append(rigid(ball).velocity.x ** 2 / 2 + 2 * transform(ball).x ** 2)
    return energies[-1], max(energies)


@pytest.mark.parametrize("integrator", ["velocity_verlet", "rk4", "midpoint"])
@pytest.mark.parametrize("substeps", [1, 4])
def test_a_spring_of_applied_forces_keeps_its_energy(integrator: str, substeps: int) -> None:
    last, largest = applied_spring(integrator, substeps)
    assert last == pytest.approx(2, rel=0.002)
    assert largest == pytest.approx(2, rel=0.002)


def test_a_torsion_spring_of_applied_torques_keeps_its_energy() -> None:
    clock = world(2000, 40.0, integrator="velocity_verlet")
    wheel = disc(0, 0, inertia=1, mass=1)
    transform(wheel).angle = 1

    @clock.before_step
    def spring(dt: float) -> None:
        rigid(wheel).apply_torque(-4 * transform(wheel).angle)

    finish(clock, 2000)
    energy = rigid(wheel).angular_velocity ** 2 / 2 + 2 * transform(wheel).angle ** 2
    assert energy == pytest.approx(2, rel=0.002)


@pytest.mark.parametrize("integrator", ORDERS)
def test_a_constant_force_and_single_pushes_give_their_impulse(integrator: str) -> None:
    clock = world(60, 1.0, integrator=integrator)
    steady, pushed = disc(0, 0, mass=2), disc(500, 0, mass=2)
    clock.before_step(lambda dt: rigid(steady).apply_force((120, 0)))
    for k in range(60):
        if k in (5, 20, 40):
            rigid(pushed).apply_force((0, 1200))
        clock.step_once()
    assert rigid(steady).velocity == pytest.approx((60, 0))
    assert rigid(pushed).velocity == pytest.approx((0, 30))


def test_forces_of_a_dead_body_are_not_taken_for_those_of_its_heir() -> None:
    clock = world(60, 1.0, integrator="velocity_verlet")
    first = disc(0, 0, mass=1)
    rigid(first).apply_force((600, 0))
    clock.step_once()
    esper.delete_entity(first, immediate=True)
    second = disc(0, 0, mass=1)
    rigid(second).apply_force((60, 0))
    clock.step_once()
    assert rigid(second).velocity.x == pytest.approx(1)
