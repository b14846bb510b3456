"""The settings that the plane and space share, as properties: what each means, and what assigning it does."""

from __future__ import annotations

from typing import Any

import esper

from .limits import LENGTH_UNIT, SUBSTEPS
from .math2d import check
from .settings import Settings
from .settings_checks import step_seconds, threshold


class BaseSettings(esper.Processor):
    """Settings. They take effect with the next step; within one they cannot be assigned."""

    simulation: Any

    @property
    def _settings(self) -> Settings:
        settings: Settings = self.simulation.settings
        return settings

    def _change(self, **changes: Any) -> None:
        self.simulation.change_settings(**changes)

    # -- forces and pushing ------------------------------------------------------------------------

    @property
    def response(self) -> bool:
        """Whether bodies push each other; false: touches are detected and reported, and nothing is pushed.

        Assigning another value makes all contacts anew and wakes everything.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> physics = Physics(response=False)  # a game that moves everything itself
        >>> esper.add_processor(physics)
        >>> places = Transform(0, 0), Transform(10, 0)
        >>> for place in places:
        ...     entity = esper.create_entity(place, RigidBody(), Collider(Circle(16)))
        ...
        >>> esper.process(1 / 60)
        >>> len(list(physics.collisions)), [place.x for place in places]
        (1, [0.0, 10.0])
        """
        return self._settings.response

    @response.setter
    def response(self, value: bool) -> None:
        changed = bool(value) != self.response
        self._change(response=bool(value))
        if changed:
            self.simulation.renew_contacts()

    @property
    def restitution_threshold(self) -> float | None:
        """Approach speed in units per second below which nothing bounces, >= 0.

        `None`, the default, is one `length_unit` per second: a stack comes to rest instead of trembling. 0
        lets every touch bounce, so that a ball never sticks to a wall. The `restitution` of two colliders is
        the larger one of theirs.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> physics.restitution_threshold = 0  # a ball of breakout: it bounces however slow it comes
        >>> physics.restitution_threshold
        0.0
        """
        return self._settings.restitution_threshold

    @restitution_threshold.setter
    def restitution_threshold(self, value: float | None) -> None:
        self._change(restitution_threshold=threshold(value))

    @property
    def sleeping(self) -> bool:
        """Whether bodies at rest fall asleep, which costs no time then. Assigning false wakes everything.

        A body falls asleep with all that it touches when each has moved for 0.5 seconds at less than 0.05
        `length_unit` per second, at its fastest point, and none speeds up; what trembles about one place, by
        no more than 0.05 `length_unit`, does so after two seconds. It wakes when something awake touches it,
        or when a component of it or gravity is assigned. What drifts freely and undamped stays awake.

        >>> import esper
        >>> from ecsphys import Box, Collider, Physics, RigidBody, Transform
        >>> physics = Physics(gravity=(0, -900))
        >>> esper.add_processor(physics)
        >>> floor = esper.create_entity(Transform(0, -10), Collider(Box(400, 20)))
        >>> body = RigidBody()
        >>> crate = esper.create_entity(Transform(0, 10), body, Collider(Box(20, 20)))
        >>> for _ in range(60):
        ...     esper.process(1 / 60)
        ...
        >>> body.awake
        False
        >>> physics.sleeping = False
        >>> esper.process(1 / 60)
        >>> body.awake
        True
        """
        return self._settings.sleeping

    @sleeping.setter
    def sleeping(self, value: bool) -> None:
        self._change(sleeping=bool(value))
        if not value:
            self.simulation.wake_all()

    # -- time --------------------------------------------------------------------------------------

    @property
    def step(self) -> float:
        """The fixed step in seconds, at most 1.

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> physics.step = 1 / 120
        >>> esper.process(1 / 60)
        >>> physics.step_count
        2
        """
        seconds: float = self.simulation.settings.step  # without `_settings`: games read it every frame
        return seconds

    @step.setter
    def step(self, value: float) -> None:
        self._change(step=step_seconds(value))
        self.simulation.clock.step = self.step

    @property
    def substeps(self) -> int:
        """Number of sub-steps into which the solver cuts a step: more are stiffer, and cost as much more.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> physics.substeps = 8  # for a tall stack or a long chain
        >>> physics.substeps
        8
        """
        return self._settings.substeps

    @substeps.setter
    def substeps(self, value: int) -> None:
        self._change(substeps=check.count(value, "substeps", SUBSTEPS))

    @property
    def max_steps(self) -> int:
        """Most steps that one call of `process` runs; further ones are dropped (`dropped_steps`).

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> physics.max_steps = 3
        >>> esper.process(0.1)
        >>> physics.step_count, physics.dropped_steps
        (3, 3)
        """
        return self._settings.max_steps

    @max_steps.setter
    def max_steps(self, value: int) -> None:
        self._change(max_steps=check.count(value, "max_steps"))
        self.simulation.clock.max_steps = self.max_steps

    # -- collisions --------------------------------------------------------------------------------

    @property
    def length_unit(self) -> float:
        """Number of the game's length units that make one typical object: 64 px, or 1 m.

        Every tolerance scales with it: overlap that is left alone, sleeping speed, `hit_speed` and
        `restitution_threshold` unless these are assigned. Assigning it wakes everything.

        >>> from ecsphys import Physics
        >>> physics = Physics(gravity=(0, -9.81), length_unit=1)  # metres
        >>> physics.hit_speed
        1.0
        >>> physics.length_unit = 2
        >>> physics.hit_speed
        2.0
        """
        return self._settings.length_unit

    @length_unit.setter
    def length_unit(self, value: float) -> None:
        self._change(length_unit=check.positive(value, "length_unit", *LENGTH_UNIT))
        self.simulation.wake_all()

    @property
    def end_after(self) -> int:
        """Number of steps in a row that a pair must be apart before its end is reported.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> physics.end_after = 3  # a touch that is lost for one or two steps goes on
        >>> physics.end_after
        3
        """
        return self._settings.end_after

    @end_after.setter
    def end_after(self, value: int) -> None:
        self._change(end_after=check.count(value, "end_after"))
