"""Fields of force: functions of a game that give the force at places, asked when an integrator needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import FREE, Flags, Ints
from ..ecs.registry import change_token
from ..ecs.simulation import Simulation
from ..math2d.elementary import cos_sin_of_many, lengths_of_many
from ..world.bodies import DYNAMIC, LOCK_X, LOCK_Y
from .scope import TypeMatcher, Types

Reals = npt.NDArray[np.float64]


class Fields:
    """Bodies in a field at one moment, as arrays (n,), ascending by row; `fx` and `fy` are to be filled.

    Read-only: `entity`; `x`, `y`, the centre of mass, and `vx`, `vy`, its velocity, as an integrator tries
    them; `mass`; and the number `time`, seconds of simulated time. `fx`, `fy`: the force, zero at first; add
    to them, or assign a number or an array.

    >>> import esper
    >>> from ecsphys import Physics, RigidBody, Transform
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> @physics.add_field
    ... def wind(fields):
    ...     fields.fx += 60 * fields.mass  # the same acceleration for all
    ...
    >>> bodies = [RigidBody(mass=mass) for mass in (1, 5)]
    >>> leaves = [esper.create_entity(Transform(), body) for body in bodies]
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> [round(body.velocity.x, 6) for body in bodies]
    [60.0, 60.0]
    """

    __slots__ = ("entity", "fx", "fy", "mass", "time", "vx", "vy", "x", "y")

    def __init__(self, entity: Ints, motion: tuple[Reals, Reals, Reals, Reals], mass: Reals, time: float):
        self.entity: Ints = entity
        self.x: Reals = motion[0]
        self.y: Reals = motion[1]
        self.vx: Reals = motion[2]
        self.vy: Reals = motion[3]
        self.mass: Reals = mass
        self.time: float = time
        for values in (entity, *motion, mass):
            values.flags.writeable = False
        self.fx: Any = np.zeros(len(mass))
        self.fy: Any = np.zeros(len(mass))


class Field(NamedTuple):
    """A function added with `add_field`, and the component types of the bodies that it acts on."""

    function: Callable[[Fields], object]
    types: Types


class Members(NamedTuple):
    """Rows of bodies, ascending, and of each field the places in them where it acts."""

    rows: Ints
    places: list[Ints]


NO_MEMBERS = Members(np.zeros(0, np.int64), [])

Moving = tuple[Reals, Reals, Reals, Reals]  # x, y, vx and vy of centres of mass


class Answer(NamedTuple):
    """The forces that fields gave, and what they were asked for."""

    fields: tuple[Field, ...]
    rows: Ints
    motion: Moving
    time: float
    forces: tuple[Reals, Reals]


class ForceFields:
    """The fields of one `Physics`. They act on dynamic bodies with all components of their types."""

    def __init__(self, simulation: Simulation, matcher: TypeMatcher):
        self._simulation = simulation
        self._world = simulation.world
        self._matcher = matcher
        self.fields: tuple[Field, ...] = ()
        self._token: object = None  # what `_flags` were computed for
        self._structure = -1
        self._flags: list[Flags] = []  # of each field, by row of bodies: whether it acts on that
        self._asleep: tuple[Ints, Reals, Reals] = _NO_FORCES  # entities, and the force when they fell asleep
        self._answer: Answer | None = None  # for the beginning of the step

    def add(self, function: Callable[[Fields], object], types: tuple[Any, ...]) -> None:
        """See `Physics.add_field`."""
        if not callable(function) or not all(isinstance(kind, type) for kind in types):
            raise TypeError(f"add_field takes a function and component types, got {(function, *types)!r}")
        self._replace((*self.fields, Field(function, types)))

    def remove(self, function: Callable[..., object]) -> bool:
        """Remove a function; return whether it was there."""
        remaining = tuple(field for field in self.fields if field.function != function)
        if len(remaining) == len(self.fields):
            return False
        self._replace(remaining)
        return True

    def clear(self) -> None:
        """Remove all functions."""
        self._replace(())

    def forget_caches(self) -> None:
        """Find the bodies in the fields anew."""
        self._token = None

    def _replace(self, fields: tuple[Field, ...]) -> None:
        self.fields = fields
        self._token = None
        self._asleep = _NO_FORCES
        self._simulation.wake_all()

    # -- which bodies ------------------------------------------------------------------------------

    def members(self, awake: int) -> Members:
        """Return the dynamic bodies in fields that are awake (1) or asleep (0)."""
        self._update_flags()
        bodies = self._world.bodies.rows[: self._world.bodies.count].view(np.ndarray)
        state = bodies["awake"] == awake
        flags = [acts & state for acts in self._flags]
        anywhere = np.logical_or.reduce(flags)
        rows = np.flatnonzero(anywhere)
        return Members(rows, [np.flatnonzero(acts[rows]) for acts in flags])

    def _update_flags(self) -> None:
        token, structure = change_token(), self._world.structure_version
        if token is self._token and structure == self._structure:
            return
        self._token, self._structure = token, structure
        count = self._world.bodies.count
        bodies = self._world.bodies.rows[:count].view(np.ndarray)
        dynamic = (bodies["kind"] == DYNAMIC) & (bodies["entity"] > FREE)
        self._flags = [
            np.logical_and.reduce([dynamic, *(self._matcher.flags_of(kind)[:count] for kind in field.types)])
            for field in self.fields
        ]

    # -- forces ------------------------------------------------------------------------------------

    def foresee(self, members: Members, time: float) -> tuple[Reals, Reals]:
        """Ask for the force on bodies as they are at the beginning of a step, before contacts are found.

        The solver begins with these forces, unless what it asks for is something else by then.
        """
        rows = self._world.bodies.rows.view(np.ndarray)[members.rows]
        motion = *_centers(rows), *_velocities(rows)
        self._answer = None
        forces = self.forces(members, motion, time)
        self._answer = Answer(self.fields, members.rows, motion, time, forces)
        return forces

    def first_forces(self, members: Members, motion: Moving, time: float) -> tuple[Reals, Reals]:
        """Return the forces at the beginning of the solver: those foreseen, if nothing has changed."""
        answer, self._answer = self._answer, None
        if answer is not None and answer.fields is self.fields and answer.time == time:
            asked = zip((answer.rows, *answer.motion), (members.rows, *motion), strict=True)
            if all(np.array_equal(known, wanted) for known, wanted in asked):
                return answer.forces
        return self.forces(members, motion, time)

    def forces(self, members: Members, motion: Moving, time: float) -> tuple[Reals, Reals]:
        """Ask all fields for the force on bodies at places and velocities; return the sums, (n,) each.

        Raises `ValueError` that names the function for NaN, infinity, arrays of another shape, and a write
        to what it is given.
        """
        bodies = self._world.bodies.rows.view(np.ndarray)
        fx, fy = np.zeros(len(members.rows)), np.zeros(len(members.rows))
        for field, places in zip(self.fields, members.places, strict=True):
            if not len(places):
                continue
            rows = members.rows[places]
            x, y, vx, vy = (values[places] for values in motion)
            fields = Fields(bodies["entity"][rows], (x, y, vx, vy), bodies["mass"][rows], time)
            _ask(field, fields)
            fx[places] += _checked(field, "fx", fields.fx, fields.entity)
            fy[places] += _checked(field, "fy", fields.fy, fields.entity)
        return fx, fy

    # -- sleep -------------------------------------------------------------------------------------

    def wake_changed(self) -> None:
        """Ask for the forces on sleeping bodies; wake those on which it is not what they fell asleep under.

        A change counts if it alone would give a body the sleeping speed within the time to fall asleep.
        """
        members, bodies = self.members(awake=0), self._world.bodies
        rows, context = bodies.rows.view(np.ndarray)[members.rows], self._simulation.context
        if not len(rows):
            self._asleep = _NO_FORCES
            return
        still = np.zeros(len(rows))
        fx, fy = self.forces(members, (*_centers(rows), still, still), self._simulation.clock.time)
        entities = rows["entity"].copy()
        known_fx, known_fy = self._known_forces(entities, fx, fy)
        change = lengths_of_many(fx - known_fx, fy - known_fy) * rows["inverse_mass"]
        woken = change * context.sleep_time > context.sleep_speed
        bodies.wake_requests += members.rows[woken].tolist()
        self._asleep = entities, known_fx, known_fy

    def _known_forces(self, entities: Ints, fx: Reals, fy: Reals) -> tuple[Reals, Reals]:
        """Return the forces under which entities fell asleep; for those that just did, `fx` and `fy`."""
        known, known_fx, known_fy = self._asleep
        if np.array_equal(known, entities):
            return known_fx, known_fy
        order = np.argsort(known, kind="stable")
        at = np.searchsorted(known, entities, sorter=order)
        at = order[np.minimum(at, len(order) - 1)] if len(order) else np.zeros(len(entities), np.int64)
        same = known[at] == entities if len(order) else np.zeros(len(entities), bool)
        fx, fy = fx.copy(), fy.copy()
        fx[same], fy[same] = known_fx[at[same]], known_fy[at[same]]
        return fx, fy


_NO_FORCES = np.zeros(0, np.int64), np.zeros(0), np.zeros(0)


def _centers(rows: Any) -> tuple[Reals, Reals]:
    """Return the centres of mass of bodies."""
    c, s = cos_sin_of_many(rows["angle"])
    x, y = rows["center_x"], rows["center_y"]
    return rows["x"] + (c * x - s * y), rows["y"] + (s * x + c * y)


def _velocities(rows: Any) -> tuple[Reals, Reals]:
    """Return the velocities with which the solver begins."""
    carried = rows["skin"] > 0.0
    vx = np.where(carried, rows["carried_vx"], np.where(rows["locks"] & LOCK_X, 0.0, rows["vx"]))
    vy = np.where(carried, rows["carried_vy"], np.where(rows["locks"] & LOCK_Y, 0.0, rows["vy"]))
    return vx, vy


def _ask(field: Field, fields: Fields) -> None:
    """Call the function of a field; name it in numpy's error for a write to a read-only array."""
    try:
        field.function(fields)
    except ValueError as error:
        if "read-only" not in str(error):
            raise
        raise ValueError(f"the field {field.function!r} must write fx and fy only: {error}") from error


def _checked(field: Field, name: str, force: Any, entities: Ints) -> Reals:
    """Return what a field gave as forces (n,); raise `ValueError` that names its function."""
    try:
        values = np.broadcast_to(np.asarray(force, np.float64), len(entities))
    except (TypeError, ValueError):
        raise ValueError(
            f"the field {field.function!r} must set {name} to {len(entities)} numbers, got {force!r}"
        ) from None
    if not np.isfinite(values).all():
        at = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ValueError(
            f"the field {field.function!r} must give finite forces, got {name} = {float(values[at])!r} "
            f"for entity {int(entities[at])}"
        )
    return values
