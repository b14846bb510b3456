"""Integrators: energies on a spring against the methods as matrices, orbits of a planet against Kepler."""

import math

import numpy as np
import pytest

from ecsphys import Vec2
from ecsphys.lab import open_exhibit
from ecsphys.lab.exhibits.integrators import CENTER, PULL, STIFFNESS

NAMES = (
    "explicit Euler", "semi-implicit Euler", "velocity Verlet", "Runge-Kutta 4", "midpoint", "trapezoid",
)  # fmt: skip


def matrices(h: float) -> list[np.ndarray]:
    """Return what one step of each method makes of (x, v) on a spring, x' = v, v' = -k x."""
    k = STIFFNESS
    field = np.array([[0.0, 1.0], [-k, 0.0]])
    one = np.eye(2)
    z = h * field
    return [
        one + z,
        np.array([[1.0 - h * h * k, h], [-h * k, 1.0]]),
        np.array([[1.0 - h * h * k / 2, h], [-h * k * (1.0 - h * h * k / 4), 1.0 - h * h * k / 2]]),
        one + z + z @ z / 2 + z @ z @ z / 6 + z @ z @ z @ z / 24,
        one + z + z @ z / 2,
        one + z + z @ z / 2,
    ]


def energy(state: np.ndarray) -> float:
    return float(0.5 * STIFFNESS * (state[0] ** 2).sum() + 0.5 * (state[1] ** 2).sum())


@pytest.mark.parametrize(("dt", "frames"), [(20.0, 120), (50.0, 90)])
def test_energy_on_a_spring_is_that_of_the_method(dt: float, frames: int) -> None:
    start, tip = np.array([150.0, 40.0]), np.array([170.0, 160.0])
    numbers = open_exhibit("integrators", scene="spring", dt=dt, start=start, tip=tip).play(frames).numbers()
    steps = numbers["steps"]
    assert steps == pytest.approx(frames / 60 / (dt / 1000), abs=1.01)
    before = np.array([start - CENTER, 2.0 * (tip - start)])  # rows: place, velocity; columns: axes
    for name, matrix in zip(NAMES, matrices(dt / 1000), strict=True):
        after = np.linalg.matrix_power(matrix, int(steps)) @ before
        expected = 100.0 * (energy(after) / energy(before) - 1.0)
        assert numbers[f"energy, {name}, %"] == pytest.approx(expected, rel=1e-6, abs=1e-9)


def test_explicit_euler_gains_in_every_step_of_a_spring() -> None:
    """The factor is 1 + k dt² a step, whatever the state."""
    numbers = open_exhibit("integrators", scene="spring", dt=20).play(60).numbers()
    gain = 100.0 * ((1.0 + STIFFNESS * 0.02**2) ** numbers["steps"] - 1.0)
    assert numbers["energy, explicit Euler, %"] == pytest.approx(gain)


def test_methods_of_higher_order_keep_a_planet_on_its_circle() -> None:
    """On a circle the speed is sqrt(G M / r): the error shrinks with the order of the method."""
    r = 170.0
    speed = math.sqrt(PULL / r)
    runner = open_exhibit("integrators", dt=15, start=(r, CENTER.y), tip=(r, CENTER.y + 0.5 * speed))
    steps = runner.play(120).numbers()["steps"]
    angle = speed / r * 0.015 * steps
    expected = CENTER + Vec2(r, 0.0).rotated(angle)
    euler, symplectic, verlet, runge_kutta, midpoint, trapezoid = (
        track.place.distance(expected) for track in runner.exhibit.tracks
    )
    assert runge_kutta < 1e-3 < verlet < 0.5 < symplectic < 8.0 < euler
    assert 1e-3 < midpoint < 1.0 and 1e-3 < trapezoid < 1.0 and midpoint != trapezoid


def test_the_true_orbit_passes_the_start_and_obeys_kepler() -> None:
    orbit = np.array(open_exhibit("integrators").exhibit.orbit())
    radii = np.hypot(*(orbit - CENTER).T)
    energy_at_start = 0.5 * 210.0**2 - PULL / 170.0
    assert radii.max() + radii.min() == pytest.approx(-PULL / energy_at_start, rel=1e-3)
    assert np.hypot(*(orbit - (170.0, 95.0)).T).min() < 2.0
    spring = np.array(open_exhibit("integrators", scene="spring").exhibit.orbit())
    assert np.hypot(*(spring - (170.0, 95.0)).T).min() < 1e-9
    assert np.abs(spring[:, 1] - CENTER.y).max() == pytest.approx(210.0 / math.sqrt(STIFFNESS), rel=1e-3)


def test_dragging_the_velocity_starts_anew() -> None:
    runner = open_exhibit("integrators").play(20)
    assert runner.press((170.0, 200.0))
    runner.drag((170.0, 145.0))
    assert runner.steps == 0
    assert runner.exhibit.velocity == pytest.approx((0.0, 100.0))


def test_what_flies_off_is_given_up() -> None:
    runner = open_exhibit("integrators", scene="spring", dt=60, start=(350, 95)).play(240)
    assert runner.exhibit.tracks[0].is_lost
    assert not any(track.is_lost for track in runner.exhibit.tracks[1:])
    assert runner.display().items
