"""Springs without damping keep their energy: they do not gain any."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import DistanceJoint, Physics, RigidBody, Transform

RADIUS = 60.0


def _disc(x: float, y: float) -> int:
    return esper.create_entity(Transform(x, y), RigidBody(mass=1.0, inertia=60.0))


def _top_energy(discs: list[int], kicked: int, seconds: float) -> float:
    """Kick a disc; return the largest kinetic energy of all, relative to that of the kick."""
    physics = esper.get_processor(Physics)
    assert physics is not None
    physics.settle()
    bodies = [esper.component_for_entity(disc, RigidBody) for disc in discs]
    esper.component_for_entity(kicked, RigidBody).velocity = (100.0, 33.0)
    start, top = 0.5 * (100.0**2 + 33.0**2), 0.0
    for _ in range(round(60 * seconds)):
        esper.process(1 / 60)
        energy = 0.0
        for body in bodies:
            vx, vy = body.velocity
            energy += 0.5 * (vx * vx + vy * vy) + 0.5 * 60.0 * body.angular_velocity**2
        top = max(top, energy)
    return top / start


@pytest.mark.parametrize(("spokes", "rods"), [(3, False), (4, True)])
def test_wheel_of_undamped_springs_gains_nothing(spokes: int, rods: bool) -> None:
    esper.add_processor(Physics(gravity=(0.0, 0.0)))
    hub = _disc(0.0, 0.0)
    angles = [2.0 * math.pi * k / spokes for k in range(spokes)]
    rim = [_disc(RADIUS * math.cos(angle), RADIUS * math.sin(angle)) for angle in angles]
    for disc in rim:
        esper.create_entity(DistanceJoint(hub, disc, hertz=6.0))
    for k in range(spokes if rods else 0):
        esper.create_entity(DistanceJoint(rim[k], rim[(k + 1) % spokes]))
    # Counted where the springs have turned to, what they did was wrong: 1.2 to 1.4 times, growing.
    assert 0.9 < _top_energy([hub, *rim], hub, 30.0) < 1.01


def test_stiff_springs_on_a_rod_gain_nothing() -> None:
    esper.add_processor(Physics(gravity=(0.0, 0.0)))
    one, two, top = _disc(0.0, 0.0), _disc(RADIUS, 0.0), _disc(0.5 * RADIUS, 50.0)
    esper.create_entity(DistanceJoint(one, two))
    for end in (one, two):
        esper.create_entity(DistanceJoint(end, top, hertz=20.0))
    # What they owe as they turn back may not be forgotten: 41 times its energy in half a minute.
    assert _top_energy([one, two, top], top, 30.0) < 1.01
