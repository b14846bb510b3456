"""The public face of a world's state."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .ecs.simulation import Simulation
from .events import EventDispatcher
from .hooks import Hooks
from .math2d import check
from .state import Snapshot
from .state.fingerprint import fingerprint_of
from .state.keeper import StateKeeper
from .state.prediction import predict
from .systems.pipeline import Pipeline


class StateFacade:
    """Snapshots of a world. `Physics` is one."""

    simulation: Simulation
    hooks: Hooks
    events: EventDispatcher
    _pipeline: Pipeline
    _state: StateKeeper

    def snapshot(self, *components: type) -> Snapshot:
        """Return all physics state of this world, and copies of all components of the given types.

        Bodies, colliders, joints, areas, controllers, projectiles and casters, contacts with their impulses,
        the collision list, sleep, ignored pairs, settings and clock (but not `paused`, `broad_phase`
        and `threads`). Functions that were added (`on`, `before_step`, filters, hooks, fields) are code
        and no state.

        Components of the game that are not named keep their values; those of deleted entities come back as
        the objects that they were. Named ones are copied by `copy.deepcopy`, in which components of ecsphys
        stay as they are; what several of them share stays shared.

        Changes since the last step are taken in first, as by `settle`. May be called in a handler of an
        event: events that are still to be sent are no part of the state. Raises `RuntimeError` within a step,
        `TypeError` for a component that cannot be copied, and what the next step would raise for mistakes.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics(gravity=(0, -900))
        >>> esper.add_processor(physics)
        >>> place = Transform(0, 100)
        >>> ball = esper.create_entity(place, RigidBody())
        >>> saved = physics.snapshot()
        >>> for _ in range(60):
        ...     esper.process(1 / 60)
        ...
        >>> physics.restore(saved)
        >>> place.y, physics.step_count
        (100.0, 0)
        """
        return self._state.take(components)

    def restore(self, snapshot: Snapshot) -> None:
        """Make the world what it was when a snapshot was taken, to the bit; as often as wanted.

        Entities of its esper world that were made since are deleted, deleted ones come back under their
        number, with the same component objects; the next entity gets the number that it would have got.
        Events that are still to be sent are dropped. In `before_step`, `after_step` or a handler of an event
        the rest of the frame's steps is not run, but in `before_step` the one that has begun.

        Components of a snapshot from bytes are new objects: ask esper for them again.

        Raises `RuntimeError` within a step (in filters, hooks, fields and systems), or while another esper
        world is current, and `TypeError` for anything but a `Snapshot`.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> ball = esper.create_entity(Transform(), RigidBody())
        >>> saved = physics.snapshot()
        >>> esper.delete_entity(ball, immediate=True)
        >>> physics.restore(saved)
        >>> esper.entity_exists(ball)
        True
        """
        self._state.restore(snapshot)

    def predict(self, entity: int, steps: int, **changes: Any) -> npt.NDArray[np.float64]:
        """Return the poses (x, y, angle) of a body after each of the next steps, (steps, 3).

        The world runs on as it would, with its filters, contact hooks and fields of force, and then is what
        it was: to the bit, and without events. Functions of `before_step` and `after_step`, handlers and the
        game's other processors are not called: forces that they apply are missing. What is despawned dies.
        From the step on in which the body dies its poses are NaN.

        `changes`: attributes that its RigidBody and Transform have in the prediction, such as
        `velocity=(300, 400)`, `position=(0, 10)`, `gravity_scale=0`.

        Costs a snapshot, a restore, and what steps of the world cost; about a microsecond a step where the
        body alone is awake, has one shape, and meets static ones only.

        Raises `ValueError` for an entity without a body and for values out of range, `TypeError` for an
        attribute that both components lack, `RuntimeError` within a step.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> place = Transform()
        >>> ball = esper.create_entity(place, RigidBody())
        >>> path = physics.predict(ball, 60, velocity=(300, 0))
        >>> path.shape, path[-1].round(6), place.x
        ((60, 3), array([300.,   0.,   0.]), 0.0)
        """
        entity, steps = check.entity(entity, "entity"), check.count(steps, "steps")
        return predict(self, self._state, entity, steps, changes)

    def fingerprint(self) -> str:
        """Return a hash of the poses, velocities and sleep of all bodies, by entity: 16 digits.

        Equal for worlds with equal bits, on all back ends and for any number of threads. Between steps it
        takes in first what has changed since the last one, as `settle` does.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> ball = esper.create_entity(Transform(), RigidBody(velocity=(300, 0)))
        >>> before, saved = physics.fingerprint(), physics.snapshot()
        >>> esper.process(1 / 60)
        >>> physics.fingerprint() == before
        False
        >>> physics.restore(saved)
        >>> physics.fingerprint() == before
        True
        """
        simulation = self.simulation
        if not simulation.stepping and simulation.is_current():
            simulation.synchronize()
        return fingerprint_of(self.simulation.world)
