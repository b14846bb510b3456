"""The component of characters in space that a player controls."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, Never

from ...character.records import Mode
from ...ecs.components.base_character import BaseCharacter, happened, length_or_default, rate, scaled
from ...ecs.fields import Field, fact, flag, real
from ...keywords import refuse_keywords
from ...math2d import check
from ..character.records import CHARACTER3, CHARACTER3_FIELDS
from ..math3d.vec3 import Triple, Vec3
from .character_table import Characters3
from .checks import finite_triple

_AT = CHARACTER3_FIELDS


def _real(name: str, convert: Callable[[Any, str], float], doc: str) -> Field[float, float]:
    return real(name, convert, doc, words=_AT)


def _vector(name: str, doc: str) -> Field[Vec3, Never]:
    """Return a field that is three real words and only read."""
    word = _AT[name]

    def get(self: CharacterController3D) -> Vec3:
        at = self._at + word
        return Vec3(*self._rows.reals[at : at + 3])

    return Field(get, doc=doc)


class CharacterHit3D(NamedTuple):
    """A surface of `entity` touched in the last step, at a world point; the normal points to the character.

    >>> from ecsphys.space3d import CharacterHit3D, Vec3
    >>> hit = CharacterHit3D(entity=3, normal=Vec3(0.0, 0.8, 0.6), point=Vec3(1.0, 0.0, 0.0))
    >>> hit.normal.dot((0, 1, 0))  # cosine of the slope's angle
    0.8
    """

    entity: int
    normal: Vec3
    point: Vec3


class CharacterController3D(BaseCharacter, record=CHARACTER3, capacity=16):
    """Moves its entity (Transform3D, kinematic Body3D, Collider3D of one shape) as players expect.

    The shape is a Capsule or a Sphere, or an AABB or Box, for what stands on a flat bottom: at a ledge's edge
    it stays on its level until the last of its bottom is beyond it, and on a ramp it stands on an edge.
    `move`, `jump`, `release_jump` and `launch` set its intent; the next step carries it out and updates the
    facts (`on_floor` … `hits`). `mode="grounded"`: gravity pulls down along y, and only x and z of the
    intended velocity count. `"floating"`: it swims or flies. Lengths are the game's, times seconds, angles
    radians; `math.inf` as acceleration changes the velocity at once. It never turns its body: that is left to
    the game.

    Raises `ValueError` or `TypeError` for values out of range.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D(gravity=(0, -20, 0), max_steps=60))
    >>> floor = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Plane((0, 1, 0))))
    >>> player, place = s3.CharacterController3D(), s3.Transform3D(0, 1, 0)
    >>> body, collider = s3.Body3D.kinematic(), s3.Collider3D(s3.Capsule(2, 0.5))
    >>> hero = esper.create_entity(place, body, collider, player)
    >>> player.move((3, 0, 0))
    >>> esper.process(1)
    >>> player.on_floor, player.floor_entity == floor, round(place.x, 6)
    (True, True, 3.0)
    """

    __slots__ = ()

    _fields = CHARACTER3_FIELDS
    _names = ("CharacterController3D", "Transform3D")

    def __init__(
        self,
        mode: Mode = "grounded",
        *,
        max_slope: float = math.pi / 4,
        step_height: float | None = None,
        snap: float | None = None,
        skin: float | None = None,
        constant_speed: bool = False,
        acceleration: float = math.inf,
        friction: float = math.inf,
        air_acceleration: float = math.inf,
        air_friction: float = math.inf,
        terminal_speed: float = math.inf,
        coyote_time: float = 0.1,
        jump_buffer: float = 0.1,
        jump_cut: float = 0.5,
        air_jumps: int = 0,
        wall_jump: float = 0.0,
        mass: float | None = None,
        strength: float = math.inf,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        self._stage()
        self._rows.ints[self._at + _AT["jump_held"]] = 1
        self.mode = mode
        self.max_slope = max_slope
        self.step_height = step_height
        self.snap = snap
        self.skin = skin
        self.constant_speed = constant_speed
        self.acceleration = acceleration
        self.friction = friction
        self.air_acceleration = air_acceleration
        self.air_friction = air_friction
        self.terminal_speed = terminal_speed
        self.coyote_time = coyote_time
        self.jump_buffer = jump_buffer
        self.jump_cut = jump_cut
        self.air_jumps = air_jumps
        self.wall_jump = wall_jump
        self.mass = mass
        self.strength = strength

    # -- motion -------------------------------------------------------------------------------------

    step_height: Field[float | None, float | None] = scaled(
        "step_height", length_or_default, "Largest step that it walks up; None: 0.3 units.", _AT
    )
    snap: Field[float | None, float | None] = scaled(
        "snap", length_or_default, "Distance down to a floor that it keeps following; None: 0.3 units.", _AT
    )
    constant_speed: Field[bool, bool] = flag(
        "constant_speed", "Whether slopes do not change its speed.", words=_AT
    )
    air_acceleration: Field[float, float] = _real("air_acceleration", rate, "In the air, along x and z.")
    air_friction: Field[float, float] = _real("air_friction", rate, "In the air, without intended velocity.")
    wall_jump: Field[float, float] = _real(
        "wall_jump", check.not_negative, "Speed away from the wall in a wall jump; 0: no wall jumps."
    )

    # -- effect on others ----------------------------------------------------------------------------

    mass: Field[float | None, float | None] = scaled(
        "mass", length_or_default, "Mass with which it pushes and weighs; None: its shape's.", _AT, "weight"
    )
    strength: Field[float, float] = _real(
        "strength",
        rate,
        "Largest force on dynamic bodies that it pushes; `math.inf`: its mass × 200 `length_unit`/s².",
    )

    # -- intent --------------------------------------------------------------------------------------

    def move(self, velocity: Triple) -> None:
        """Move at `velocity`, in length units per second, from now on until the next call.

        Raises `TypeError` for what is no three numbers, `ValueError` for NaN and infinity.

        >>> from ecsphys.space3d import CharacterController3D
        >>> player = CharacterController3D()
        >>> player.move((0, 0, -4))  # ahead: away from the viewer
        >>> player.velocity
        Vec3(x=0.0, y=0.0, z=-4.0)
        """
        self._write("want_x", finite_triple(velocity, "velocity"))

    @property
    def velocity(self) -> Vec3:
        """The intended velocity; assigning is `move`. The resulting one is `real_velocity`."""
        at = self._at + _AT["want_x"]
        return Vec3(*self._rows.reals[at : at + 3])

    @velocity.setter
    def velocity(self, value: Triple) -> None:
        self.move(value)

    def launch(self, velocity: Triple) -> None:
        """Fly off the floor at `velocity` in the next step: a spring, a blow.

        Warns (`PhysicsWarning`) when nothing can be launched: its entity has no Transform3D, or it belongs to
        none any more.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> esper.add_processor(s3.Physics3D(gravity=(0, -10, 0)))
        >>> player = s3.CharacterController3D()
        >>> body, collider = s3.Body3D.kinematic(), s3.Collider3D(s3.Sphere(1))
        >>> hero = esper.create_entity(s3.Transform3D(), body, collider, player)
        >>> player.launch((0, 10, 0))
        >>> esper.process(1 / 60)
        >>> round(player.real_velocity.y, 2)  # 10, and gravity for one step
        9.92
        """
        wanted = finite_triple(velocity, "velocity")
        self._warn_of_no_body()
        self._write("vx", wanted)
        self._rows.ints[self._at + _AT["launched"]] = 1

    def _write(self, name: str, values: Triple) -> None:
        at = self._at + _AT[name]
        for k, value in enumerate(values):
            self._rows.reals[at + k] = value

    # -- facts ---------------------------------------------------------------------------------------

    jumped: Field[bool, Never] = happened(
        "jumped", "Whether it jumped in a step of this frame; within a step: in the last one.", _AT
    )
    landed: Field[bool, Never] = happened(
        "landed", "Whether it came to stand on a floor in a step of this frame; else as `jumped`.", _AT
    )
    on_floor: Field[bool, Never] = fact(
        "on_floor", "Whether it stands on something not too steep.", words=_AT
    )
    on_wall: Field[bool, Never] = fact(
        "on_wall", "Whether it touches a wall, or a slope too steep; floating: anything.", words=_AT
    )
    on_ceiling: Field[bool, Never] = fact("on_ceiling", "Whether it touches a ceiling.", words=_AT)
    crushed: Field[bool, Never] = happened(
        "crushed", "Whether something overlaps it and there is no way out, in a step of this frame.", _AT, 1
    )
    floor_normal: Field[Vec3, Never] = _vector("floor_nx", "The floor's normal, (0, 0, 0) without floor.")
    real_velocity: Field[Vec3, Never] = _vector("real_x", "Velocity in the last step, platforms included.")
    platform_velocity: Field[Vec3, Never] = _vector("platform_x", "Velocity of the floor that it stands on.")

    @property
    def hits(self) -> list[CharacterHit3D]:
        """Every surface touched in the last step, on the way and at its end: of a mesh one a direction.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> esper.add_processor(s3.Physics3D(gravity=(0, -10, 0)))
        >>> floor = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Plane((0, 1, 0))))
        >>> player = s3.CharacterController3D()
        >>> body, collider = s3.Body3D.kinematic(), s3.Collider3D(s3.Sphere(1))
        >>> hero = esper.create_entity(s3.Transform3D(0, 1, 0), body, collider, player)
        >>> esper.process(1 / 60)
        >>> [(hit.entity == floor, hit.normal.y) for hit in player.hits]
        [(True, 1.0)]
        """
        rows = self._rows
        if not isinstance(rows, Characters3):
            return []
        return [
            CharacterHit3D(entity, Vec3(nx, ny, nz), Vec3(x, y, z))
            for entity, _, nx, ny, nz, x, y, z in rows.hits_of(self._at)
        ]

    def __repr__(self) -> str:
        return f"CharacterController3D({self.mode!r}, velocity={tuple(self.velocity)!r})"
