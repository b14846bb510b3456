"""Joints that contradict each other settle at a compromise, and rest there."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from ecsphys import Circle, Collider, DistanceJoint, RigidBody, Transform
from tests.acceptance.support import physics

CORNERS = [(0.0, 0.0), (60.0, 0.0), (30.0, 50.0)]
LENGTHS = [20.0, 40.0, 160.0]  # break the triangle inequality


@pytest.mark.jit
@pytest.mark.parametrize("heavy", [1.0, 10.0, 1000.0])
@pytest.mark.parametrize(("rate", "substeps"), [(20.0, 1), (60.0, 4)])
def test_rods_too_long_for_their_triangle_come_to_rest(heavy: float, rate: float, substeps: int) -> None:
    made = physics((0.0, 0.0), step=1.0 / rate, substeps=substeps)
    masses = [1.0, 1.0, heavy]
    discs = [
        esper.create_entity(Transform(*at), RigidBody(mass=mass), Collider(Circle(6), group=-1))
        for at, mass in zip(CORNERS, masses, strict=True)
    ]
    for k, length in enumerate(LENGTHS):
        esper.create_entity(DistanceJoint(discs[k], discs[(k + 1) % 3], length=length))
    made.settle()

    def center() -> np.ndarray:  # type: ignore[type-arg]
        rows = made.bodies
        return np.array([np.dot(rows["mass"], rows["x"]), np.dot(rows["mass"], rows["y"])]) / sum(masses)

    start = center()
    for _ in range(round(3 * rate)):
        esper.process(made.step)
    assert not made.bodies["awake"].any()
    assert np.abs(center() - start).max() < 1e-6
    gaps = [abs(joint.stretch) for _, joint in esper.get_component(DistanceJoint)]
    assert max(gaps) < 60.0  # of 100 px that are missing, shared by all
