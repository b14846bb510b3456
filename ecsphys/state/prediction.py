"""What will be: a world runs on and is put back."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..arrays import FREE
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
) -> npt.NDArray[np.float64]:
    """See `Physics.predict`."""
    simulation, events = physics.simulation, physics.events
    poses = np.full((steps, 3), np.nan)
    with UNINTERRUPTED:
        before = keeper.take(())
        despawned, wanted = events.pause()
        try:
            _change(simulation, entity, changes)
            for k in range(steps):
                _step(physics)
                row = simulation.world.row_of(entity)
                if row == FREE:
                    break
                body = simulation.world.bodies.rows[row]
                poses[k] = body["x"], body["y"], body["angle"]
        finally:
            simulation.stepping = False
            keeper.give_back(before)
            events.go_on(despawned, wanted)
    return poses


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
