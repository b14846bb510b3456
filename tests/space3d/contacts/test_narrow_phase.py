"""The narrow phase: matched impulses, recycled manifolds, surfaces, what is left to sweeps."""

from __future__ import annotations

import numpy as np
import pytest

from ecsphys.space3d.contacts.manifold_rows import approach_speed
from ecsphys.world.detection_counts import EXACT
from tests.space3d.solver.world import OFF, STATIC, TinyWorld


def box_on_floor(**surface):
    """Return a world with a box at rest on a floor."""
    world = TinyWorld(sleeping=False)
    world.add(("plane", (0.0, 1.0, 0.0)), kind=STATIC, **surface)
    world.add(("box", 1, 1, 1), (0, 0.5, 0), mass=2.0)
    return world


def test_points_keep_their_ids_and_impulses():
    world = box_on_floor()
    world.step(30)
    (before,) = world.contacts.manifolds.copy()
    world.step()
    (m,) = world.contacts.manifolds
    names = [f"id{i}" for i in range(4)]
    assert len({int(m[name]) for name in names}) == 4
    assert [m[name] for name in names] == [before[name] for name in names]
    total = sum(float(m[f"jn{i}"]) for i in range(4))
    assert total == pytest.approx(2.0 * 10.0 / 240, rel=1e-6)
    assert m["impulse"] == pytest.approx(2.0 * 10.0 / 60, rel=1e-6)
    assert np.ptp([m[f"jn{i}"] for i in range(4)]) < 1e-6 * total  # a load is shared evenly


def test_a_contact_at_rest_is_not_computed_again():
    world = box_on_floor()
    world.step(60)
    tests = int(world.tests[EXACT])
    world.step(30)
    assert world.tests[EXACT] == tests


def test_a_recycled_manifold_follows_small_motions():
    world = box_on_floor()
    world.step(60)
    turn = 4e-5
    world.bodies.qz[1], world.bodies.y[1] = turn / 2, 0.5 - 3e-5
    world.update_boxes()
    tests = int(world.tests[EXACT])
    world.detect()
    assert world.tests[EXACT] == tests
    (m,) = world.contacts.manifolds
    for i in range(4):
        wanted = -3e-5 + turn * m[f"x{i}"]
        assert m[f"separation{i}"] == pytest.approx(wanted, abs=1e-8)


def test_surfaces_are_mixed():
    world = TinyWorld()
    world.add(("plane", (0.0, 1.0, 0.0)), kind=STATIC, friction=0.25, restitution=0.7)
    world.add(("box", 1, 1, 1), (0, 0.5, 0), friction=1.0, restitution=0.2)
    world.step()
    (m,) = world.contacts.manifolds
    assert (m["friction"], m["restitution"]) == (0.5, 0.7)


def test_contacts_end_where_fat_boxes_part():
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
    world.add(("sphere", 0.5))
    world.add(("sphere", 0.5), (1.0, 0, 0), vx=2.0)
    world.step()
    assert len(world.contacts.rows) == 1
    world.step(10)
    assert len(world.contacts.rows) == 0


def test_the_speed_of_an_approach_is_that_of_the_surfaces():
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
    world.add(("sphere", 0.5), vx=1.0, center_x=0.0)
    world.add(("box", 1, 1, 1), (1.01, 0, 0), vx=-1.0, wz=1.0)
    world.update_boxes()
    world.find_pairs()
    world.detect()
    (contact,), (m,) = world.contacts.rows.view(np.recarray), world.contacts.manifolds.view(np.recarray)
    assert (contact.count, m.nx) == (1, pytest.approx(1.0))
    assert approach_speed(world.bodies, 0, 1, m) == pytest.approx(2.0, abs=1e-9)


@pytest.mark.parametrize(("fields", "count"), [({}, 0), ({"continuous": OFF}, 1), ({"vy": -5.0}, 1)])
def test_what_approaches_fast_is_left_to_its_sweep(fields, count):
    world = TinyWorld(gravity=(0, 0, 0))
    world.add(("box", 4, 1, 4), kind=STATIC)
    world.add(("sphere", 0.2), (0, 0.71, 0), **{"vy": -50.0, **fields})
    world.update_boxes()
    world.find_pairs()
    world.detect()
    assert world.contacts.rows["count"].tolist() == [count]
