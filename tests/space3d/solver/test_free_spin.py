"""Free bodies of any inertia keep their energy and their angular momentum, however fast they turn."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from ecsphys.space3d import Body3D, Box, Collider3D, Physics3D, Transform3D
from ecsphys.space3d.math3d.quaternion import Quaternion, rotation_of
from ecsphys.space3d.math3d.symmetric import Symmetric
from ecsphys.space3d.math3d.vec3 import Vec3
from ecsphys.space3d.solver.rotation import matrix_of, turn_freely, with_identity
from tests.space3d.geometry.scenes import count_of

STEP = 1 / 240
INERTIAS = [(1.0, 1.1, 1.2), (1.0, 2.0, 2.9), (1.0, 266.0, 266.0), (1.0, 1.0, 1.99), (1.0, 10.0, 10.5)]


@pytest.mark.parametrize("inertia", INERTIAS)
@pytest.mark.parametrize("speed", [0.1, 10.0, 50.0, 150.0, 400.0, 2000.0, 1e6])  # up to 4,000 radians a step
def test_energy_and_angular_momentum_stay(inertia, speed):
    rng = np.random.default_rng(int(10 * speed))
    principal, inverse = (
        Symmetric(*inertia, 0.0, 0.0, 0.0),
        Symmetric(*(1 / i for i in inertia), 0.0, 0.0, 0.0),
    )
    for axis in ([1.0, 0.02, 0.02], [0.02, 1.0, 0.02], [0.02, 0.02, 1.0], rng.normal(size=3)):
        spin = speed * np.array(axis) / np.linalg.norm(axis)
        momentum, energy = inertia * spin, spin @ (inertia * spin)
        q, w = Quaternion(1.0, 0.0, 0.0, 0.0), Vec3(*spin.tolist())
        for _ in range(count_of(500, 100)):
            q, w = turn_freely(q, w, principal, inverse, STEP)
            turn = np.array(with_identity(matrix_of(q))).reshape(3, 3)
            own = turn.T @ np.array(w)
            assert own @ (inertia * own) == pytest.approx(energy, rel=1e-10)
            assert turn @ (inertia * own) == pytest.approx(momentum, abs=1e-10 * np.linalg.norm(momentum))


@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("size", [(0.1, 2.0, 0.1), (0.1, 1.5, 2.0), (0.4, 1.0, 2.0)])
def test_a_body_of_any_spin_keeps_its_energy(size, substeps):
    """Where it turned by more than a radian in a sub-step, its energy was anything."""
    physics = Physics3D((0, 0, 0), step=1 / 30, substeps=substeps)
    esper.add_processor(physics)
    inertia = np.array(Box(*size).mass_properties(1.0).inertia)
    for spin in ((60.0, 1.0, 2.0), (1.0, 200.0, 30.0), (300.0, 500.0, 900.0), (2.0, 1.0, 3000.0)):
        place, body = Transform3D(), Body3D(angular_velocity=spin)
        entity = esper.create_entity(place, body, Collider3D(Box(*size)))
        energy, momentum = np.array(spin) @ inertia @ np.array(spin), inertia @ np.array(spin)
        for _ in range(20):
            physics.step_once()
            turn = np.array(rotation_of(*place.orientation)).reshape(3, 3)
            own = turn.T @ np.array(body.angular_velocity)
            assert own @ inertia @ own == pytest.approx(energy, rel=1e-9)
            assert turn @ inertia @ own == pytest.approx(momentum, abs=1e-9 * np.linalg.norm(momentum))
        esper.delete_entity(entity)


def test_a_steady_spin_turns_by_its_angle():
    principal, inverse = Symmetric(1.0, 2.0, 3.0, 0.0, 0.0, 0.0), Symmetric(1.0, 0.5, 1 / 3, 0.0, 0.0, 0.0)
    q, w = Quaternion(1.0, 0.0, 0.0, 0.0), Vec3(0.0, 0.0, 40.0)
    for _ in range(240):
        q, w = turn_freely(q, w, principal, inverse, STEP)
    assert w == pytest.approx((0.0, 0.0, 40.0), abs=1e-9)
    assert 2 * np.arctan2(q.z, q.w) % (2 * np.pi) == pytest.approx(40.0 % (2 * np.pi), abs=1e-9)
