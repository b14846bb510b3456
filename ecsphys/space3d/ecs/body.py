"""The motion of an entity in space."""

from __future__ import annotations

from typing import Any, Never, Unpack

import numpy as np

from ...arrays import Reals2
from ...ecs.binding import StagingBuffer, UnownedRows
from ...ecs.components.base_body import CONTINUOUS_OF, KIND_OF, BaseBody
from ...ecs.components.body_options import (
    NO_OVERRIDES,
    MassOverrides,
    lock,
    number_of,
    warn_of_static,
)
from ...ecs.fields import Field, names_entity, real
from ...keywords import refuse_keywords
from ...limits import FORCE, MASS
from ...math2d.check import finite, not_negative, positive
from ...world.bodies import KINEMATIC, STATIC, BodyKind, ContinuousMode
from ..math3d.pose import PoseLike3, as_pose
from ..math3d.quaternion import Quaternion, multiply, rotate, rotate_back, rotation_of, rotation_vector
from ..math3d.vec3 import Triple, Vec3
from ..world.bodies import BODY_FIELDS3, BODY_FLAGS3, MOTION3, POSE3, POSE_WORDS, Bodies3
from ..world.records import BODY3, LOCK_X, LOCK_Y, LOCK_Z
from .body_options import LOCK_TURNS, BodyOptions3, InertiaLike, checked_inertia, inertia_words, require_speed
from .checks import any_triple, finite_triple

_V, _W = BODY_FIELDS3["vx"], BODY_FIELDS3["wx"]
_FORCE, _TORQUE, _CENTER = (BODY_FIELDS3[name] for name in ("force_x", "torque_x", "center_x"))
_MASS, _INVERSE_MASS = BODY_FIELDS3["mass"], BODY_FIELDS3["inverse_mass"]
_INERTIA, _INVERSE_INERTIA = BODY_FIELDS3["ixx"], BODY_FIELDS3["jxx"]
_TARGET_TIME = BODY_FIELDS3["target_time"]
_KIND, _LOCKS, _CONTINUOUS, _CAN_SLEEP, _AWAKE = (
    BODY_FLAGS3[name] for name in ("kind", "locks", "continuous", "can_sleep", "awake")
)


def _vector(word: int, name: str, doc: str) -> Field[Vec3, Triple]:
    """Return a field that is one of the two velocities."""

    def get(self: Body3D) -> Vec3:
        at = self._at + word
        return Vec3(*self._rows.reals[at : at + 3])

    def put(self: Body3D, value: Triple) -> None:
        velocity = any_triple(value, name)
        if velocity != (0.0, 0.0, 0.0) and self._rows.bytes[8 * self._at + _KIND] == STATIC:
            warn_of_static(name)
        self._write(word, velocity)
        self._rows.reals[self._at + _TARGET_TIME] = 0.0
        self._rows.request_wake(self._at)

    return Field(get, put, doc=doc)


class Body3D(BaseBody, record=BODY3, span=MOTION3):
    """A body that moves: `"dynamic"` under forces and contacts, `"kinematic"` only by its velocity.

    As `ecsphys.RigidBody`, with vectors of space: `velocity` of the centre of mass, `angular_velocity` in
    radians per second along the axis of the rotation (counter-clockwise seen from its tip), both in the
    world's axes. `mass=None` and `inertia=None` follow from the colliders' density × volume; `inertia` is
    about the centre of mass in the body's own axes: three principal moments, or an array of shape (3, 3).
    `lock_rotation`, `lock_x`, `lock_y` and `lock_z` take freedoms away.

    Raises `ValueError` for numbers out of range (`ecsphys.limits`) and unknown strings, `TypeError` for what
    is no number.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D())
    >>> body = s3.Body3D(mass=2, velocity=(6, 0, 0))
    >>> ship = esper.create_entity(s3.Transform3D(), body, s3.Collider3D(s3.Box(1, 1, 3)))
    >>> esper.process(1 / 60)
    >>> esper.component_for_entity(ship, s3.Transform3D).x
    0.1
    >>> body.inertia.diagonal() * 12 / body.mass  # of a box: y² + z², x² + z², x² + y²
    array([10., 10.,  2.])
    """

    __slots__ = ()

    _rows: Bodies3 | UnownedRows
    _kind_at = _KIND
    _fields = BODY_FIELDS3
    _flags = BODY_FLAGS3

    def __init__(
        self,
        kind: BodyKind = "dynamic",
        *,
        mass: float | None = None,
        inertia: InertiaLike = None,
        velocity: Triple = (0.0, 0.0, 0.0),
        angular_velocity: Triple = (0.0, 0.0, 0.0),
        gravity_scale: float = 1.0,
        linear_damping: float = 0.0,
        angular_damping: float = 0.0,
        lock_rotation: bool = False,
        lock_x: bool = False,
        lock_y: bool = False,
        lock_z: bool = False,
        continuous: ContinuousMode = "auto",
        can_sleep: bool = True,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        self._overrides = NO_OVERRIDES
        number: int = number_of(kind, KIND_OF, "kind")
        v, w = finite_triple(velocity, "velocity"), finite_triple(angular_velocity, "angular_velocity")
        locks = LOCK_X * bool(lock_x) + LOCK_Y * bool(lock_y) + LOCK_Z * bool(lock_z)
        locks += LOCK_TURNS * bool(lock_rotation)
        options = (
            finite(gravity_scale, "gravity_scale"),
            not_negative(linear_damping, "linear_damping"),
            not_negative(angular_damping, "angular_damping"),
        )
        if mass is not None or inertia is not None:
            mass = mass if mass is None else positive(mass, "mass", *MASS)
            self._overrides = MassOverrides(mass, None if inertia is None else checked_inertia(inertia))
        sweep = number_of(continuous, CONTINUOUS_OF, "continuous")
        if number == STATIC and any((*v, *w)):
            warn_of_static("velocity")
        self._stage()
        self._write(_V, v)
        self._write(_W, w)
        flags = {_AWAKE: number != STATIC, _KIND: number, _LOCKS: locks, _CONTINUOUS: sweep}
        for flag, bits in {**flags, _CAN_SLEEP: bool(can_sleep)}.items():
            self._rows.bytes[8 * self._at + flag] = bits
        for name, value in zip(("gravity_scale", "linear_damping", "angular_damping"), options, strict=True):
            self._rows.reals[self._at + BODY_FIELDS3[name]] = value
        self._rows.reals[self._at + _MASS] = mass or 0.0
        if self._overrides.inertia is not None:
            self._write(_INERTIA, inertia_words(self._overrides.inertia))

    @classmethod
    def kinematic(cls, **options: Unpack[BodyOptions3]) -> Body3D:
        """A body moved by its velocity or by `move_to`; it pushes and is never pushed.

        >>> from ecsphys.space3d import Body3D
        >>> lift = Body3D.kinematic(velocity=(0, 2, 0))
        >>> lift.kind, lift.velocity
        ('kinematic', Vec3(x=0.0, y=2.0, z=0.0))
        """
        return cls("kinematic", **options)

    @classmethod
    def static(cls, **options: Unpack[BodyOptions3]) -> Body3D:
        """A body that never moves by itself, like an entity without a Body3D.

        >>> from ecsphys.space3d import Body3D
        >>> Body3D.static().kind
        'static'
        """
        return cls("static", **options)

    velocity: Field[Vec3, Triple] = _vector(
        _V, "velocity", "Velocity of the centre of mass, units per second."
    )
    angular_velocity: Field[Vec3, Triple] = _vector(
        _W, "angular_velocity", "Radians per second about each axis of the world."
    )
    gravity_scale: Field[float, float] = real(
        "gravity_scale", finite, "Factor on the world's gravity.", words=BODY_FIELDS3, notify="request_wake"
    )
    linear_damping: Field[float, float] = real(
        "linear_damping", not_negative, "The c of v' = -c v, 1/s.", words=BODY_FIELDS3, notify="request_wake"
    )
    angular_damping: Field[float, float] = real(
        "angular_damping", not_negative, "The c of w' = -c w, 1/s.", words=BODY_FIELDS3, notify="request_wake"
    )
    lock_x: Field[bool, bool] = lock(LOCK_X, "Whether the body cannot move along x.", _LOCKS)
    lock_y: Field[bool, bool] = lock(LOCK_Y, "Whether the body cannot move along y.", _LOCKS)
    lock_z: Field[bool, bool] = lock(LOCK_Z, "Whether the body cannot move along z.", _LOCKS)
    lock_rotation: Field[bool, bool] = lock(LOCK_TURNS, "Whether the body cannot turn.", _LOCKS)

    @property
    def inertia(self) -> Reals2:
        """Inertia about the centre of mass in the body's own axes, (3, 3), mass · length²; also of what
        nothing can turn.

        May be set to three principal moments, an array (3, 3), or None: that of the colliders.

        >>> from ecsphys.space3d import Body3D
        >>> Body3D(mass=3, inertia=(1, 2, 3)).inertia.tolist()
        [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]]
        """
        at = self._at + _INERTIA
        xx, yy, zz, xy, xz, yz = self._rows.reals[at : at + 6]
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])

    @inertia.setter
    @names_entity
    def inertia(self, value: InertiaLike) -> None:
        inertia = None if value is None else checked_inertia(value)
        self._own_overrides().inertia = inertia
        if inertia is not None:
            self._write(_INERTIA, inertia_words(inertia))
        self._rows.mark_changed(self._at)

    @names_entity
    def apply_force(self, f: Triple, point: Triple | None = None) -> None:
        """Push during the next step, at a world point or at the centre of mass.

        `f` is in mass · length / s². Forces add up until then; each step clears them. So a lasting force is
        applied in every step, by a function of `Physics3D.before_step`: a frame runs none, one or several
        steps. Raises `ValueError` for numbers out of range, `TypeError` for what is no three numbers; so do
        the other methods.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D(max_steps=60)
        >>> esper.add_processor(physics)
        >>> body = s3.Body3D(mass=2)
        >>> rocket = esper.create_entity(s3.Transform3D(), body, s3.Collider3D(s3.Capsule(4, 0.5)))
        >>> thrust = physics.before_step(lambda dt: body.apply_force((0, 10, 0)))
        >>> esper.process(1)
        >>> round(body.velocity.y, 9)  # F t / m
        5.0
        """
        force = finite_triple(f, "f", FORCE)
        at = None if point is None else finite_triple(point, "point")
        if not self._acts("apply_force", force, at):
            return
        self._add(_FORCE, force)
        if at is not None:
            self._add(_TORQUE, self._arm(at).cross(force))
        self._rows.request_wake(self._at)

    @names_entity
    def apply_torque(self, t: Triple) -> None:
        """Turn during the next step, about the direction of `t` in the world's axes (mass · length² / s²).

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> esper.add_processor(s3.Physics3D())
        >>> top = s3.Body3D(mass=1, inertia=(4, 2, 4))
        >>> entity = esper.create_entity(s3.Transform3D(), top, s3.Collider3D(s3.Capsule(4, 0.5)))
        >>> top.apply_torque((0, 120, 0))
        >>> esper.process(1 / 60)
        >>> round(top.angular_velocity.y, 9)  # torque × step / inertia
        1.0
        """
        torque = finite_triple(t, "t", FORCE)
        if not self._acts("apply_torque", torque):
            return
        self._add(_TORQUE, torque)
        self._rows.request_wake(self._at)

    @names_entity
    def apply_impulse(self, j: Triple, point: Triple | None = None) -> None:
        """Change the velocity at once by j / mass, at a world point or at the centre of mass.

        `j` is in mass · length / s. At a point it changes the spin, too.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> esper.add_processor(s3.Physics3D())
        >>> ball = s3.Body3D(mass=0.5)
        >>> entity = esper.create_entity(s3.Transform3D(), ball, s3.Collider3D(s3.Sphere(0.2)))
        >>> esper.process(1 / 60)
        >>> ball.apply_impulse((0, 2, 0))  # a kick
        >>> ball.velocity
        Vec3(x=0.0, y=4.0, z=0.0)
        """
        impulse = finite_triple(j, "j", FORCE)
        at = None if point is None else finite_triple(point, "point")
        if not self._acts("apply_impulse", impulse, at):
            return
        change = impulse * self._rows.reals[self._at + _INVERSE_MASS]
        spin = Vec3(0.0, 0.0, 0.0) if at is None else self._spin_of(self._arm(at).cross(impulse))
        self._gain("j", change, spin)

    @names_entity
    def apply_angular_impulse(self, l: Triple) -> None:
        """Change the spin at once by the inverse inertia times `l` (mass · length² / s, in the world's axes).

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> esper.add_processor(s3.Physics3D())
        >>> wheel = s3.Body3D(mass=1, inertia=(1, 1, 2))
        >>> entity = esper.create_entity(s3.Transform3D(), wheel, s3.Collider3D(s3.Sphere(1)))
        >>> esper.process(1 / 60)
        >>> wheel.apply_angular_impulse((0, 0, 6))
        >>> wheel.angular_velocity
        Vec3(x=0.0, y=0.0, z=3.0)
        """
        impulse = finite_triple(l, "l", FORCE)
        if not self._acts("apply_angular_impulse", impulse):
            return
        self._gain("l", Vec3(0.0, 0.0, 0.0), self._spin_of(impulse))

    @names_entity
    def velocity_at(self, point: Triple) -> Vec3:
        """Velocity of the body's material at a world point, in length units per second.

        >>> from ecsphys.space3d import Body3D
        >>> disc = Body3D(velocity=(1, 0, 0), angular_velocity=(0, 2, 0))
        >>> disc.velocity_at((3, 0, 0))  # v + w × r
        Vec3(x=1.0, y=0.0, z=-6.0)
        """
        return self.velocity + self.angular_velocity.cross(self._arm(finite_triple(point, "point")))

    @names_entity
    def move_to(self, pose: PoseLike3, dt: float) -> None:
        """Let a kinematic body arrive at a pose after `dt` seconds, with the velocity that this takes.

        It turns the shorter way about one axis, and stops then. A mere position leaves the orientation as it
        is. Raises `ValueError` for a body that is not kinematic, and unless `dt` is above 0.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> esper.add_processor(s3.Physics3D(max_steps=60))
        >>> door = s3.Body3D.kinematic()
        >>> entity = esper.create_entity(s3.Transform3D(), door, s3.Collider3D(s3.Box(2, 4, 0.2)))
        >>> door.move_to((0, 3, 0), 0.5)  # up, in half a second
        >>> esper.process(1)
        >>> round(esper.component_for_entity(entity, s3.Transform3D).y, 9), door.velocity
        (3.0, Vec3(x=0.0, y=0.0, z=0.0))
        """
        if self._rows.bytes[8 * self._at + _KIND] != KINEMATIC:
            raise ValueError(f"move_to needs a kinematic body, this one is {self.kind}")
        dt = positive(dt, "dt")
        position, orientation = as_pose(pose)
        is_mere = not hasattr(pose, "pose") and len(pose) == 3
        if self._is_deferred("move_to", position if is_mere else (position, orientation), dt):
            return
        at = self._at + POSE3
        x, y, z, *turn = self._rows.reals[at : at + POSE_WORDS]
        way = (position - (x, y, z)) / dt
        now = Quaternion(*turn)
        back = Quaternion(now.w, -now.x, -now.y, -now.z)
        spin = Vec3(0.0, 0.0, 0.0) if is_mere else rotation_vector(multiply(orientation, back)) / dt
        require_speed("pose", way, spin)
        self._write(_V, way)
        self._write(_W, spin)
        self._rows.reals[self._at + _TARGET_TIME] = dt
        self._rows.request_wake(self._at)

    def _write(self, word: int, values: tuple[float, ...]) -> None:
        for place, value in enumerate(values, self._at + word):
            self._rows.reals[place] = value

    def _add(self, word: int, values: Triple) -> None:
        for place, value in enumerate(values, self._at + word):
            self._rows.reals[place] += value

    def _gain(self, argument: str, change: Vec3, spin: Vec3) -> None:
        """Add to the velocity; raise `ValueError` for an argument that takes it out of range."""
        v, w = self.velocity + change, self.angular_velocity + spin
        require_speed(argument, v, w)
        self._write(_V, v)
        self._write(_W, w)
        self._rows.request_wake(self._at)

    def _spin_of(self, impulse: Vec3) -> Vec3:
        """Return the change of spin by an angular impulse."""
        rotation, at = self._rotation(), self._at + _INVERSE_INERTIA
        xx, yy, zz, xy, xz, yz = self._rows.reals[at : at + 6]
        l = rotate_back(rotation, impulse)
        own = Vec3(
            xx * l.x + xy * l.y + xz * l.z, xy * l.x + yy * l.y + yz * l.z, xz * l.x + yz * l.y + zz * l.z
        )
        return rotate(rotation, own)

    def _arm(self, point: Vec3) -> Vec3:
        """Return the vector from the centre of mass to a world point; a new body is at the origin."""
        if isinstance(self._rows, StagingBuffer):
            return point
        reals, at = self._rows.reals, self._at
        center = Vec3(*reals[at + _CENTER : at + _CENTER + 3])
        origin = Vec3(*reals[at + POSE3 : at + POSE3 + 3])
        return point - origin - rotate(self._rotation(), center)

    def _rotation(self) -> Any:
        at = self._at + POSE3
        return rotation_of(*self._rows.reals[at + 3 : at + POSE_WORDS])

    def __repr__(self) -> str:
        return f"Body3D({self.kind!r}, mass={self.mass!r}, velocity={tuple(self.velocity)!r})"
