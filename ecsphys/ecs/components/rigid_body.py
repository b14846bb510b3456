"""The motion of an entity."""

from __future__ import annotations

from struct import Struct
from typing import Never, Unpack

from ...arrays import packing
from ...keywords import refuse_keywords
from ...limits import FORCE, INERTIA, LARGEST, MASS
from ...math2d.check import finite, finite_pair, not_negative, number, pair, point, positive
from ...math2d.elementary import cos_sin
from ...math2d.pose import PoseLike, as_pose, is_position
from ...math2d.vec2 import Pair, Vec2, new_tuple
from ...world.bodies import (
    BODY,
    BODY_FIELDS,
    BODY_FLAGS,
    KINEMATIC,
    LOCK_ROTATION,
    LOCK_X,
    LOCK_Y,
    MOTION,
    STATIC,
    BodyKind,
    ContinuousMode,
)
from ..binding import StagingBuffer
from ..fields import Field, names_entity, real
from .base_body import CONTINUOUS_OF, KIND_OF, BaseBody
from .body_options import (
    NO_OVERRIDES,
    BodyOptions,
    MassOverrides,
    lock,
    number_of,
    require_speed,
    warn_of_static,
)

_X, _Y, _ANGLE, _VX, _VY, _W = (
    BODY_FIELDS[name] for name in ("x", "y", "angle", "vx", "vy", "angular_velocity")
)
_FORCE_X, _FORCE_Y, _TORQUE = (BODY_FIELDS[name] for name in ("force_x", "force_y", "torque"))
_INERTIA = BODY_FIELDS["inertia"]
_INVERSE_MASS, _INVERSE_INERTIA = BODY_FIELDS["inverse_mass"], BODY_FIELDS["inverse_inertia"]
_CENTER_X, _CENTER_Y = BODY_FIELDS["center_x"], BODY_FIELDS["center_y"]
_KIND = BODY_FLAGS["kind"]
_SQUARE = LARGEST * LARGEST
_TARGET_TIME = BODY_FIELDS["target_time"]


class RigidBody(BaseBody, record=BODY, span=MOTION):
    """A body that moves: `"dynamic"` under forces and contacts, `"kinematic"` only by its velocity.

    `mass=None` and `inertia=None` follow from the colliders' density × area. `lock_rotation`,
    `lock_x` and `lock_y` take a freedom away. `velocity` is the centre of mass's, in units per
    second, `angular_velocity` in radians per second; dampings are in 1/s:
    v' = -damping v, so that velocity falls by exp(-damping t), as exactly as the integrator of `Physics`
    can. The unit of mass is the game's own; a force is mass · length / s², an impulse mass · length / s,
    a torque force · length, an inertia mass · length².

    `continuous="auto"` sweeps the body when it moves far in a step: it passes through nothing static,
    `"bullet"` nor through anything that moves, and bounces where it hits; a kinematic one stops there for
    this step. `"off"` lets it jump from place to place.

    With `can_sleep` a body falls asleep, and costs a step nothing, when no point of it and of what it touches
    has been faster than `length_unit` / 20 per second for half a second without speeding up; its velocity
    becomes 0 then. A body that touches nothing and is not damped drifts on, however slow. A body wakes when
    something awake touches it, when its velocity, pose or kind is set, and when a force or an impulse acts.

    Raises `ValueError` for numbers out of range (`ecsphys.limits`) and unknown strings, `TypeError` for what
    is no number.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> body = RigidBody(velocity=(300, 0))
    >>> ball = esper.create_entity(Transform(0, 500), body, Collider(Circle(16)))
    >>> esper.process(1 / 60)
    >>> body.velocity  # 900 / 60
    Vec2(x=300.0, y=-15.0)
    """

    __slots__ = ()

    def __init__(
        self,
        kind: BodyKind = "dynamic",
        *,
        mass: float | None = None,
        inertia: float | None = None,
        velocity: Pair = (0.0, 0.0),
        angular_velocity: float = 0.0,
        gravity_scale: float = 1.0,
        linear_damping: float = 0.0,
        angular_damping: float = 0.0,
        lock_rotation: bool = False,
        lock_x: bool = False,
        lock_y: bool = False,
        continuous: ContinuousMode = "auto",
        can_sleep: bool = True,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        self._overrides = NO_OVERRIDES
        if mass is not None or inertia is not None:
            mass = mass if mass is None else positive(mass, "mass", *MASS)
            inertia = inertia if inertia is None else positive(inertia, "inertia", *INERTIA)
            self._overrides = MassOverrides(mass, inertia)
        try:
            kind_number, sweep = KIND_OF[kind], CONTINUOUS_OF[continuous]
        except (KeyError, TypeError):
            kind_number, sweep = (
                number_of(kind, KIND_OF, "kind"),
                number_of(continuous, CONTINUOUS_OF, "continuous"),
            )
        try:
            vx, vy = velocity
        except (TypeError, ValueError):
            vx, vy = pair(velocity, "velocity")  # raises
        # The usual case in one expression: a call for each took a third of the constructor's time.
        if not (
            type(vx) is type(vy) is type(angular_velocity) is type(gravity_scale) is float
            and type(linear_damping) is type(angular_damping) is float
            and vx * vx + vy * vy + angular_velocity * angular_velocity <= _SQUARE
            and -LARGEST <= gravity_scale <= LARGEST
            and 0.0 <= linear_damping <= LARGEST
            and 0.0 <= angular_damping <= LARGEST
        ):
            vx, vy = finite_pair((vx, vy), "velocity")
            angular_velocity = finite(angular_velocity, "angular_velocity")
            gravity_scale = finite(gravity_scale, "gravity_scale")
            linear_damping = not_negative(linear_damping, "linear_damping")
            angular_damping = not_negative(angular_damping, "angular_damping")
        if kind_number == STATIC and (vx or vy or angular_velocity):
            warn_of_static("velocity")
        locks = 0
        if lock_rotation or lock_x or lock_y:
            locks = LOCK_ROTATION * bool(lock_rotation) + LOCK_X * bool(lock_x) + LOCK_Y * bool(lock_y)
        rows = _Staging.latest
        at = next(rows.offsets, None)
        if at is None:
            rows, at = _Staging.place()
        _pack_motion(
            rows.bytes, 8 * at + _FIRST_BYTE,
            vx, vy, angular_velocity, kind_number != STATIC, kind_number, locks, sweep,
            1 if can_sleep else 0, 0, 0, 0, 0.0, 0.0, 0.0, gravity_scale, linear_damping, angular_damping,
            0.0, mass or 0.0, inertia or 0.0,
        )  # fmt: skip
        self._rows, self._at = rows, at

    @classmethod
    def kinematic(cls, **options: Unpack[BodyOptions]) -> RigidBody:
        """A body moved by its velocity or by `move_to`; it pushes and is never pushed.

        >>> from ecsphys import RigidBody
        >>> RigidBody.kinematic(velocity=(50, 0)).kind
        'kinematic'
        """
        return cls("kinematic", **options)

    @classmethod
    def static(cls, **options: Unpack[BodyOptions]) -> RigidBody:
        """A body that never moves by itself, like an entity without a RigidBody.

        >>> from ecsphys import RigidBody
        >>> RigidBody.static().kind
        'static'
        """
        return cls("static", **options)

    @property
    def angular_velocity(self) -> float:
        """Radians per second, counter-clockwise."""
        return self._rows.reals[self._at + _W]

    @angular_velocity.setter
    def angular_velocity(self, value: float) -> None:
        w = number(value, "angular_velocity")
        if w != 0.0 and self._rows.bytes[8 * self._at + _KIND] == STATIC:
            warn_of_static("angular_velocity")
        self._rows.reals[self._at + _W] = w
        self._rows.reals[self._at + _TARGET_TIME] = 0.0
        self._rows.request_wake(self._at)

    gravity_scale: Field[float, float] = real(
        "gravity_scale", finite, "Factor on the world's gravity.", notify="request_wake"
    )
    linear_damping: Field[float, float] = real(
        "linear_damping", not_negative, "The c of v' = -c v, 1/s.", notify="request_wake"
    )
    angular_damping: Field[float, float] = real(
        "angular_damping", not_negative, "The c of w' = -c w, 1/s.", notify="request_wake"
    )

    @property
    def velocity(self) -> Vec2:
        """Velocity of the centre of mass, units per second."""
        reals, at = self._rows.reals, self._at
        return new_tuple(Vec2, (reals[at + _VX], reals[at + _VY]))

    @velocity.setter
    def velocity(self, value: Pair) -> None:
        vx, vy = pair(value, "velocity")
        reals, at = self._rows.reals, self._at
        if self._rows.bytes[8 * at + _KIND] == STATIC and (vx != 0.0 or vy != 0.0):
            warn_of_static("velocity")
        reals[at + _VX] = vx
        reals[at + _VY] = vy
        reals[at + _TARGET_TIME] = 0.0
        self._rows.request_wake(at)

    @property
    def inertia(self) -> float:
        """Inertia about the centre of mass; infinite when nothing turns the body."""
        return self._rows.reals[self._at + _INERTIA]

    @inertia.setter
    @names_entity
    def inertia(self, value: float | None) -> None:
        inertia = None if value is None else positive(value, "inertia", *INERTIA)
        self._own_overrides().inertia = inertia
        if inertia is not None:
            self._rows.reals[self._at + _INERTIA] = inertia
        self._rows.mark_changed(self._at)

    lock_rotation: Field[bool, bool] = lock(LOCK_ROTATION, "Whether the body cannot turn.")
    lock_x: Field[bool, bool] = lock(LOCK_X, "Whether the body cannot move along x.")
    lock_y: Field[bool, bool] = lock(LOCK_Y, "Whether the body cannot move along y.")

    @names_entity
    def apply_force(self, f: Pair, point: Pair | None = None) -> None:
        """Push during the next step, at a world point or at the centre of mass.

        Forces add up until then; each step clears them. So a lasting force is applied in every step, by a
        function of `Physics.before_step`: a frame runs none, one or several steps.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> esper.add_processor(Physics())
        >>> body = RigidBody(mass=2)
        >>> rocket = esper.create_entity(Transform(), body)
        >>> body.apply_force((0, 1200))
        >>> esper.process(1 / 60)
        >>> body.velocity.y  # force / mass * step
        10.0
        """
        fx, fy = _vector(f, "f", FORCE)
        at = None if point is None else _vector(point, "point")
        if not self._acts("apply_force", (fx, fy), at):
            return
        rx, ry = self._arm(at)
        self._add(_FORCE_X, fx)
        self._add(_FORCE_Y, fy)
        self._add(_TORQUE, rx * fy - ry * fx)
        self._rows.request_wake(self._at)

    @names_entity
    def apply_torque(self, t: float) -> None:
        """Turn during the next step, counter-clockwise.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> esper.add_processor(Physics())
        >>> body = RigidBody(mass=2, inertia=10)
        >>> wheel = esper.create_entity(Transform(), body)
        >>> body.apply_torque(1200)
        >>> esper.process(1 / 60)
        >>> round(body.angular_velocity, 9)  # torque / inertia * step
        2.0
        """
        t = finite(t, "t", FORCE)
        if not self._acts("apply_torque", t):
            return
        self._add(_TORQUE, t)
        self._rows.request_wake(self._at)

    @names_entity
    def apply_impulse(self, j: Pair, point: Pair | None = None) -> None:
        """Change the velocity at once by j / mass, at a world point or at the centre of mass.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> body = RigidBody(mass=2)
        >>> ball = esper.create_entity(Transform(), body)
        >>> esper.process(1 / 60)
        >>> body.apply_impulse((600, 0))
        >>> body.velocity
        Vec2(x=300.0, y=0.0)
        """
        jx, jy = _vector(j, "j", FORCE)
        at = None if point is None else _vector(point, "point")
        if not self._acts("apply_impulse", (jx, jy), at):
            return
        rx, ry = self._arm(at)
        inverse_mass = self._rows.reals[self._at + _INVERSE_MASS]
        spin = (rx * jy - ry * jx) * self._rows.reals[self._at + _INVERSE_INERTIA]
        self._gain("j", jx * inverse_mass, jy * inverse_mass, spin)

    @names_entity
    def apply_angular_impulse(self, l: float) -> None:
        """Change the spin at once by l / inertia."""
        l = finite(l, "l", FORCE)
        if not self._acts("apply_angular_impulse", l):
            return
        self._gain("l", 0.0, 0.0, l * self._rows.reals[self._at + _INVERSE_INERTIA])

    @names_entity
    def velocity_at(self, point: Pair) -> Vec2:
        """Velocity of the body's material at a world point.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> esper.add_processor(Physics())
        >>> body = RigidBody(velocity=(120, 0), angular_velocity=-10)
        >>> place = Transform()
        >>> wheel = esper.create_entity(place, body, Collider(Circle(12)))
        >>> esper.process(1 / 60)
        >>> body.velocity_at(place.position - (0, 12)).length  # it rolls: its lowest point stands
        0.0
        """
        rx, ry = self._arm(_vector(point, "point"))
        w = self.angular_velocity
        vx, vy = self.velocity
        return Vec2(vx - w * ry, vy + w * rx)

    @names_entity
    def move_to(self, pose: PoseLike, dt: float) -> None:
        """Let a kinematic body arrive at a pose after `dt` seconds, with the velocity that this takes.

        Then it stops. `(x, y)` instead of `(x, y, angle)` leaves the angle as it is. Raises `ValueError` for
        a body that is not kinematic.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> esper.add_processor(Physics())
        >>> place, body = Transform(), RigidBody.kinematic()
        >>> lift = esper.create_entity(place, body)
        >>> body.move_to((0, 30), 0.5)
        >>> for _ in range(30):
        ...     esper.process(1 / 60)
        ...
        >>> round(place.y, 6)
        30.0
        """
        if self._rows.bytes[8 * self._at + _KIND] != KINEMATIC:
            raise ValueError(f"move_to needs a kinematic body, this one is {self.kind}")
        dt = positive(dt, "dt")
        x, y, angle = as_pose(pose)
        if self._is_deferred("move_to", (x, y) if is_position(pose) else (x, y, angle), dt):
            return
        reals, at = self._rows.reals, self._at
        if is_position(pose):
            angle = reals[at + _ANGLE]
        vx, vy = (x - reals[at + _X]) / dt, (y - reals[at + _Y]) / dt
        w = (angle - reals[at + _ANGLE]) / dt
        require_speed("pose", vx, vy, w)
        reals[at + _VX], reals[at + _VY], reals[at + _W] = vx, vy, w
        reals[at + _TARGET_TIME] = dt
        self._rows.request_wake(at)

    def _add(self, word: int, amount: float) -> None:
        self._rows.reals[self._at + word] += amount

    def _gain(self, argument: str, vx: float, vy: float, w: float) -> None:
        """Add to the velocity; raise `ValueError` for an argument that takes it out of range."""
        reals, at = self._rows.reals, self._at
        vx, vy, w = reals[at + _VX] + vx, reals[at + _VY] + vy, reals[at + _W] + w
        require_speed(argument, vx, vy, w)
        reals[at + _VX], reals[at + _VY], reals[at + _W] = vx, vy, w
        self._rows.request_wake(at)

    def _arm(self, at: Vec2 | None) -> Pair:
        """Return the vector from the centre of mass to a world point; zero without one.

        A new body, without pose, is at the origin.
        """
        if at is None:
            return 0.0, 0.0
        x, y = at
        if isinstance(self._rows, StagingBuffer):
            return x, y
        reals, row = self._rows.reals, self._at
        c, s = cos_sin(reals[row + _ANGLE])
        cx, cy = reals[row + _CENTER_X], reals[row + _CENTER_Y]
        return x - reals[row + _X] - c * cx + s * cy, y - reals[row + _Y] - s * cx - c * cy

    def __repr__(self) -> str:
        return f"RigidBody({self.kind!r}, mass={self.mass!r}, velocity={tuple(self.velocity)!r})"


_Staging = RigidBody._staging
_FIRST_BYTE = 8 * MOTION[0]
_pack_motion = Struct(packing(BODY, *MOTION)).pack_into
_vector = point  # the methods above have arguments of that name
