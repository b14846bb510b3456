"""Large worlds are solved group by group of islands, with the bits of one single group."""

from __future__ import annotations

from typing import Any

import esper
import pytest

from ecsphys import Box, Collider, Physics, RigidBody, Transform
from ecsphys.solver.records import GROUP_SIZE
from ecsphys.solver.workspace import Workspace, ensure_workspace
from ecsphys.systems import integration
from ecsphys.systems.integration import IntegrationSystem
from ecsphys.world.checks import fingerprint

STEPS = 25


def piles(threads: int, count: int = 14, rows: int = 15) -> Physics:
    """Pyramids on one ground; three of them on a platform that moves, and a beam from one to the next."""
    esper.switch_world(f"piles-{len(esper.list_worlds())}")
    physics = Physics(gravity=(0, -10), length_unit=1.0, threads=threads)
    esper.add_processor(physics)
    width = rows + 2.0
    esper.create_entity(Transform(0, -1.5), Collider(Box(4 * count * width, 2)))
    lift = RigidBody.kinematic(velocity=(0.5, 0.0))
    esper.create_entity(Transform(width, -0.25), lift, Collider(Box(3 * width, 0.5)))
    for pile in range(count):
        for row in range(rows):
            for k in range(rows - row):
                x, y = pile * width + k + 0.5 * row - 0.5 * rows, 0.5 + row
                y -= 0.5 if pile > 2 else 0.0
                esper.create_entity(Transform(x, y), RigidBody(), Collider(Box(1, 1)))
    top = rows - 0.25
    beam = Collider(Box(width + 1, 0.5), density=0.5)
    esper.create_entity(Transform(6.5 * width, top), RigidBody(), beam)
    for _ in range(STEPS):
        esper.process(physics.step)
    return physics


def ends(physics: Physics) -> list[int]:
    """Return the ends of the groups since the last call; an empty list where there was one group."""
    (system,) = [system for system in physics.systems if isinstance(system, IntegrationSystem)]
    found = [int(end) for end in system.work.ends if end > 0]
    system.work.ends[:] = 0
    return found if len(found) > 1 else []


@pytest.mark.jit
def test_groups_give_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    grouped = piles(1)
    found, bits = ends(grouped), fingerprint(grouped)
    assert len(found) > 2 and found[0] <= GROUP_SIZE
    for threads in (2, 3):
        shared = piles(threads)
        assert ends(shared) == found
        assert bits == fingerprint(shared)

    def without_groups(*sizes: Any) -> Workspace:
        work = ensure_workspace(*sizes)
        work.pause[0] = 1000  # steps; the room is looked at when it is too small only
        return work

    monkeypatch.setattr(integration, "ensure_workspace", without_groups)
    for threads in (1, 2):
        together = piles(threads)
        assert ends(together) == []
        assert bits == fingerprint(together)


@pytest.mark.jit
def test_one_large_pile_is_not_searched_in_each_step() -> None:
    physics = piles(1, 1, 45)
    assert ends(physics) == []


@pytest.mark.jit
def test_sleeping_islands_are_in_no_group() -> None:
    """Islands of a few constraints that fell asleep after a step in groups once corrupted memory."""
    physics = piles(1)
    boxes = [
        esper.create_entity(Transform(-30 - 2 * k, 0), RigidBody(), Collider(Box(1, 1))) for k in range(60)
    ]
    for _ in range(10):
        esper.process(physics.step)
    before = ends(physics)[-1]
    for box in boxes:
        esper.component_for_entity(box, RigidBody).sleep()
    for _ in range(10):
        esper.process(physics.step)
    assert not any(esper.component_for_entity(box, RigidBody).awake for box in boxes)
    after = ends(physics)
    assert len(after) > 2
    assert after[-1] == before - len(boxes)
