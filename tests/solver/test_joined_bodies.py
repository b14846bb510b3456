"""Many joints together: momentum, chains under load, nets, threads, sleep."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

from ecsphys import Box, Circle, DistanceJoint, GearJoint, PrismaticJoint, RevoluteJoint, WeldJoint
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import body, rigid, run, speed, transform

from .joint_scenes import GRAVITY, assert_kept, energy, join, link, momentum, net, new_physics, rope, samples


def free_machine() -> list[int]:
    """Bodies in free flight, held together by joints of several types."""
    bodies = [
        link(1.1 * k, 0.3 * (k % 2), Box(1.0, 0.4), velocity=(k, -0.5 * k), angular_velocity=2.0 - k)
        for k in range(7)
    ]
    middle = [(1.1 * k + 0.55, 0.1) for k in range(6)]
    join(RevoluteJoint(bodies[0], bodies[1], anchor=middle[0]))
    join(RevoluteJoint(bodies[1], bodies[2], anchor=middle[1]))
    join(RevoluteJoint(bodies[2], bodies[3], anchor=middle[2], limits=(-0.2, 0.2), hertz=2.0))
    join(WeldJoint(bodies[3], bodies[4], anchor=middle[3], angular_hertz=3.0))
    join(DistanceJoint(bodies[4], bodies[5], hertz=2.0, damping_ratio=0.3))
    join(PrismaticJoint(bodies[5], bodies[6], anchor=middle[5], axis=(1, 1), limits=(-0.3, 0.3)))
    join(GearJoint(bodies[0], bodies[6], ratio=1.0))
    return bodies


@pytest.mark.jit
@pytest.mark.parametrize("rate", [30.0, 60.0])
def test_free_bodies_keep_momentum_and_angular_momentum(rate: float) -> None:
    made = new_physics(rate, gravity=0.0)
    bodies = free_machine()
    samples(made, 0.1, lambda: 0.0)
    before = momentum(bodies)
    samples(made, 1.0, lambda: 0.0)
    assert_kept(before, bodies)


@pytest.mark.jit
@pytest.mark.parametrize("rate", [30.0, 60.0, 120.0])
def test_a_rope_of_a_hundred_links_bears_a_thousand(rate: float) -> None:
    made = new_physics(rate)
    bodies, joints = rope(100, 1000.0)
    lowest = -0.5 * 100 + 0.25
    furthest = samples(made, 2.0, lambda: abs(transform(bodies[-1]).y - lowest))
    assert furthest.max() < 0.01 * 50.0
    assert max(speed(entity) for entity in bodies) < 1e-3
    weight = sum(rigid(entity).mass for entity in bodies) * GRAVITY
    assert joints[0].force.y == pytest.approx(weight, rel=1e-3)


@pytest.mark.jit
def test_a_heavy_rope_swings_without_stretching() -> None:
    made = new_physics()
    bodies, joints = rope(40, 100.0, angle=1.0)
    before = energy(bodies)
    worst = samples(made, 4.0, lambda: max(joint.stretch for joint in joints))
    assert worst.max() < 0.002
    depth = 100.0 * rigid(bodies[0]).mass * GRAVITY * 20.0
    assert energy(bodies) - before < 0.001 * depth


@pytest.mark.jit
def test_a_bridge_bears_a_hundred_times_its_weight() -> None:
    made = new_physics()
    planks = [link(k + 0.5, 0.0, Box(1.0, 0.2)) for k in range(30)]
    joints = [join(RevoluteJoint(None, planks[0], anchor=(0, 0)))]
    joints += [join(RevoluteJoint(planks[k], planks[k + 1], anchor=(k + 1, 0))) for k in range(29)]
    joints.append(join(RevoluteJoint(planks[-1], None, anchor=(30, 0))))
    made.settle()  # which gives planks their mass
    load = link(15.0, -1.0, Circle(0.5), mass=100.0 * 30.0 * rigid(planks[0]).mass)
    joints.append(join(DistanceJoint(planks[15], load, anchor_a=(-0.5, 0.0))))
    samples(made, 3.0, lambda: 0.0)
    assert not made.lost
    assert max(joint.stretch for joint in joints) < 0.01
    assert 0.0 < -transform(planks[15]).y < math.sqrt(15.15**2 - 15.0**2)  # 1 % longer


@pytest.mark.jit
@pytest.mark.parametrize("rate", [30.0, 60.0, 120.0])
def test_a_chain_hangs_in_a_catenary(rate: float) -> None:
    made = new_physics(rate)
    count, span = 40, 14.0
    half = math.asin(span / (0.5 * count))  # links begin as a zigzag of the right width
    links, joints = [], []
    for k in range(count):
        slope = -half if k < count // 2 else half
        dx, dy = 0.5 * math.cos(slope), 0.5 * math.sin(slope)
        x = (k + 0.5) * dx
        depth = (min(k + 0.5, count - k - 0.5)) * abs(dy)
        links.append(link(x, -depth, Box(0.5, 0.05), angle=slope, linear_damping=1.0, angular_damping=1.0))
    width = count * 0.5 * math.cos(half)
    for k in range(count + 1):
        slope = abs(0.5 * math.sin(half))
        anchor = (k * width / count, -min(k, count - k) * slope)
        a, b = (links[k - 1] if k else None), (links[k] if k < count else None)
        joints.append(join(RevoluteJoint(a, b, anchor=anchor)))
    samples(made, 20.0, lambda: 0.0)
    parameter = catenary_parameter(width, 0.5 * count)
    sag = parameter * (math.cosh(0.5 * width / parameter) - 1.0)
    middle = links[count // 2]
    assert -transform(middle).y == pytest.approx(sag, rel=0.01)


def catenary_parameter(width: float, length: float) -> float:
    """Return a of y = a cosh(x / a) for a chain of that length between points `width` apart."""
    low, high = 1e-2 * width, 1e3 * width
    for _ in range(200):
        a = 0.5 * (low + high)
        low, high = (a, high) if 2.0 * a * math.sinh(0.5 * width / a) > length else (low, a)
    return low


def test_what_is_joined_sleeps_and_wakes_as_one() -> None:
    new_physics()
    bodies = [body(Circle(0.25), 2.0 * k, 0.0, mask=0) for k in range(4)]
    for k in range(4):
        join(RevoluteJoint(bodies[k - 1] if k else None, bodies[k], anchor=(2.0 * k, 0.0)))
        join(WeldJoint(None, bodies[k], anchor=(2.0 * k, 0.0)))
    run(60)
    assert not any(rigid(entity).awake for entity in bodies)
    rigid(bodies[2]).wake()
    run(1)
    assert all(rigid(entity).awake for entity in bodies)


@pytest.mark.jit
def test_threads_give_the_same_bits() -> None:
    def bits(threads: int) -> str:
        made = new_physics(threads=threads)
        net(40)
        rope(60, 50.0, angle=0.7)
        for k in range(20):
            arm = link(2.0 * k, 20.0)
            join(RevoluteJoint(None, arm, anchor=(2.0 * k + 1, 20.0), motor_speed=3.0, max_motor_torque=9.0))
        samples(made, 0.5, lambda: 0.0)
        return fingerprint(made)

    one = bits(1)
    assert bits(2) == one
    assert bits(3) == one


@pytest.mark.jit
def test_a_net_holds() -> None:
    made = new_physics()
    bodies = net(20)
    samples(made, 8.0, lambda: 0.0)
    gaps = np.array([joint.stretch for _, joint in esper.get_component(RevoluteJoint)])
    assert gaps.max() < 0.02
    assert min(transform(entity).y for entity in bodies) > -20.0
