"""What will be: a world runs on and is put back."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from ..arrays import FREE, Reals2
from ..ecs.simulation import Simulation
from ..events import EventDispatcher
from ..hooks import Hooks
from ..interrupts import UNINTERRUPTED
from ..systems.pipeline import Pipeline
from .keeper import StateKeeper


class Stepped(Protocol):
    """The side of `Physics` that a prediction uses."""

    simulation: Simulation
    hooks: Hooks
    events: EventDispatcher
    _pipeline: Pipeline


def predict(
    physics: Stepped, keeper: StateKeeper, entity: int, steps: int, changes: dict[str, Any]
) -> Reals2:
    """See `Physics.predict`."""
    simulation, events = physics.simulation, physics.events
    poses = np.empty((steps, 3))
    with UNINTERRUPTED:
        before, tests = keeper.take(()), simulation.world.tests.copy()
        despawned, wanted = events.pause()
        try:
            _change(simulation, entity, changes)
            _run(physics, entity, poses)
        finally:
            simulation.stepping = False
            keeper.give_back(before)
            simulation.world.tests[:] = tests
            events.go_on(despawned, wanted)
    return poses


def _run(physics: Stepped, entity: int, poses: Reals2) -> None:
    """Run a step for each row of `poses` and write the pose of a body."""
    world, registry = physics.simulation.world, physics.simulation.registry
    poses.fill(np.nan)
    done, known = 0, registry.current_components(entity)
    physics.events.delete_despawned()
    while done < len(poses) and registry.current_components(entity) is known:
        _step(physics)
        row = world.row_of(entity)
        if row == FREE or registry.current_components(entity) is not known:
            break
        body = world.bodies.rows[row]
        poses[done] = body["x"], body["y"], body["angle"]
        done += 1
        done += _run_on(physics, row, poses[done:])


def _run_on(physics: Stepped, row: int, poses: Reals2) -> int:
    """Run further steps by one call, where that is possible, and write poses; return how many."""
    simulation, pipeline = physics.simulation, physics._pipeline
    if len(poses) == 0 or not pipeline.can_run_ahead():
        return 0
    clock, dt = simulation.clock, simulation.context.dt
    simulation.stepping = True
    steps = pipeline.whole.run(False, row, poses)
    simulation.stepping = False
    for _ in range(steps - 1):  # as often as steps do, for the same bits
        clock.time += dt
    clock.step_count += steps - 1
    simulation.end_step()
    return steps


def _change(simulation: Simulation, entity: int, changes: dict[str, Any]) -> None:
    """Assign attributes of the components of a body. Raises `ValueError` for an entity without one."""
    transform, rigid, _ = simulation.world.parts_of(entity)
    if transform is None:
        raise ValueError(f"predict needs an entity with a body, got {entity}")
    for name, value in changes.items():
        owners = [part for part in (rigid, transform) if part is not None and hasattr(type(part), name)]
        if not owners or name[0] == "_" or callable(getattr(type(owners[0]), name)):
            raise TypeError(f"predict got {name!r}, which is no attribute of its RigidBody or Transform")
        setattr(owners[0], name, value)


def _step(physics: Stepped) -> None:
    """Run one step without anything that a game hears of."""
    simulation, hooks = physics.simulation, physics.hooks
    dt = simulation.clock.step
    simulation.stepping = True
    simulation.take_in_components(dt)
    hooks.begin_step()
    physics._pipeline.begin_step()
    simulation.take_in_values()
    simulation.watch(hooks.has_code(), physics._pipeline.has_code_of_the_game)
    physics._pipeline.run(dt, with_the_game=False)
    simulation.stepping = False
    simulation.end_step()
    world = simulation.world
    world.events.count = 0
    world.shots.clear()
    simulation.registry.clear_changes()
    simulation.losses.reports.clear()
    physics.events.delete_despawned()
