"""The component of characters that a player controls."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, Never

from ...character.records import (
    CHARACTER,
    CHARACTER_FIELDS,
    LEAVINGS,
    MEETINGS,
    Leaving,
    Meeting,
    Mode,
)
from ...keywords import refuse_keywords
from ...math2d import check
from ...math2d.vec2 import Pair, Vec2
from ..fields import Field, choice, fact, flag, real, vector
from .base_character import BaseCharacter, happened, length_or_default, rate, scaled
from .character_table import Characters

_AT = CHARACTER_FIELDS


def _real(name: str, convert: Callable[[Any, str], float], doc: str) -> Field[float, float]:
    return real(name, convert, doc, words=_AT)


class CharacterHit(NamedTuple):
    """A surface of `entity`, touched in the last step at `point`; `normal` points to the character.

    >>> import esper
    >>> from ecsphys import AABB, CharacterController, Collider, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> floor = esper.create_entity(Transform(0, -8), Collider(AABB(1000, 16)))
    >>> hero = CharacterController()
    >>> body, shape = RigidBody.kinematic(), Collider(AABB(20, 40))
    >>> player = esper.create_entity(Transform(0, 20), body, shape, hero)
    >>> esper.process(1 / 60)
    >>> [(hit.entity == floor, hit.normal) for hit in hero.hits]
    [(True, Vec2(x=0.0, y=1.0))]
    """

    entity: int
    normal: Vec2
    point: Vec2


class CharacterController(BaseCharacter, record=CHARACTER, capacity=16):
    """Moves its entity (Transform, Collider of one convex shape, `RigidBody.kinematic()`) as players expect.

    `move`, `jump`, `release_jump`, `drop` and `launch` set its intent; the next step carries it out and
    updates the facts (`on_floor` … `hits`). `mode="grounded"` is the side view: gravity pulls down along y,
    only x of the intended velocity counts. `"floating"` is the top view. Lengths are the game's, times
    seconds, angles radians; `math.inf` as acceleration changes the velocity at once.

    Raises `ValueError` or `TypeError` for values out of range.

    >>> import esper
    >>> from ecsphys import AABB, CharacterController, Collider, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> floor = esper.create_entity(Transform(0, -8), Collider(AABB(1000, 16)))
    >>> hero, place = CharacterController(), Transform(0, 20)
    >>> player = esper.create_entity(place, RigidBody.kinematic(), Collider(AABB(20, 40)), hero)
    >>> hero.move((120, 0))
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> round(place.x), hero.on_floor, hero.floor_entity == floor
    (120, True, True)
    >>> hero.jump(400)
    >>> esper.process(1 / 60)
    >>> hero.jumped, hero.on_floor
    (True, False)
    """

    __slots__ = ()

    _fields = CHARACTER_FIELDS
    _names = ("CharacterController", "Transform")

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
        corner_correction: float = 0.0,
        ledge_forgiveness: float = 0.0,
        wall_slide: float = math.inf,
        wall_jump: float = 0.0,
        wall_jump_lock: float = 0.15,
        on_leave: Leaving = "add",
        meets: Meeting = "block",
        mass: float | None = None,
        strength: float = math.inf,
        pushable: bool = False,
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
        self.corner_correction = corner_correction
        self.ledge_forgiveness = ledge_forgiveness
        self.wall_slide = wall_slide
        self.wall_jump = wall_jump
        self.wall_jump_lock = wall_jump_lock
        self.on_leave = on_leave
        self.meets = meets
        self.mass = mass
        self.strength = strength
        self.pushable = pushable

    # -- motion -------------------------------------------------------------------------------------

    step_height: Field[float | None, float | None] = scaled(
        "step_height", length_or_default, "Largest step that it walks up; None: unit / 8.", _AT
    )
    snap: Field[float | None, float | None] = scaled(
        "snap", length_or_default, "Distance down to a floor that it keeps following; None: unit / 8.", _AT
    )
    constant_speed: Field[bool, bool] = flag(
        "constant_speed", "Whether slopes do not change its speed.", words=_AT
    )
    air_acceleration: Field[float, float] = _real("air_acceleration", rate, "In the air, along x.")
    air_friction: Field[float, float] = _real("air_friction", rate, "Deceleration without intended velocity.")

    # -- leniency -----------------------------------------------------------------------------------

    corner_correction: Field[float, float] = _real(
        "corner_correction", check.not_negative, "Largest shift around a corner that its head hits."
    )
    ledge_forgiveness: Field[float, float] = _real(
        "ledge_forgiveness", check.not_negative, "Largest lift, in the air, onto a ledge that it just misses."
    )
    wall_slide: Field[float, float] = _real(
        "wall_slide", rate, "Largest fall speed along a wall that it moves against."
    )
    wall_jump: Field[float, float] = _real(
        "wall_jump", check.not_negative, "Speed away from the wall in a wall jump; 0: no wall jumps."
    )
    wall_jump_lock: Field[float, float] = _real(
        "wall_jump_lock",
        check.not_negative,
        "Time without control after a wall jump, or after the launch of a floating one.",
    )

    # -- effect on others ----------------------------------------------------------------------------

    on_leave: Field[Leaving, Leaving] = choice(
        "on_leave",
        LEAVINGS,
        'Part of a platform\'s velocity that it keeps: `"add"`, `"add_upward"`, `"nothing"`.',
        words=_AT,
    )
    meets: Field[Meeting, Meeting] = choice(
        "meets", MEETINGS, 'Other characters: `"block"`, `"push"` (softly) or `"pass"`.', words=_AT
    )
    mass: Field[float | None, float | None] = scaled(
        "mass", length_or_default, "Mass with which it pushes and weighs; None: the body's.", _AT, "weight"
    )
    strength: Field[float, float] = _real(
        "strength",
        rate,
        "Largest force on dynamic bodies that it pushes; `math.inf`: its mass × 200 `length_unit`/s².",
    )
    pushable: Field[bool, bool] = flag("pushable", "Whether dynamic bodies push it.", words=_AT)

    # -- intent --------------------------------------------------------------------------------------

    def move(self, velocity: Pair) -> None:
        """Move at `velocity` from now on, until the next call."""
        vx, vy = check.point(velocity, "velocity")
        reals, at = self._rows.reals, self._at
        reals[at + _AT["want_x"]] = vx
        reals[at + _AT["want_y"]] = vy

    @property
    def velocity(self) -> Vec2:
        """The intended velocity; assigning is `move`. The resulting one is `real_velocity`."""
        reals, at = self._rows.reals, self._at
        return Vec2(reals[at + _AT["want_x"]], reals[at + _AT["want_y"]])

    @velocity.setter
    def velocity(self, value: Pair) -> None:
        self.move(value)

    def drop(self, seconds: float = 0.1) -> None:
        """Fall through the one-way platform below: none holds it for `seconds`.

        Raises `ValueError` for a time that is not above 0.
        """
        self._rows.reals[self._at + _AT["dropping"]] = check.positive(seconds, "seconds")

    def launch(self, velocity: Pair) -> None:
        """Fly off the floor at `velocity` in the next step: a spring, a blow.

        Floating with infinite acceleration or friction, it flies for `wall_jump_lock` seconds before that
        acts again. Assigning to the velocity of its RigidBody does the same. Warns (`PhysicsWarning`) when
        nothing can be launched: its entity has no Transform, or it belongs to none any more.

        >>> import esper
        >>> from ecsphys import AABB, CharacterController, Collider, Physics, RigidBody, Transform
        >>> esper.add_processor(Physics())
        >>> hero, place = CharacterController(), Transform()
        >>> player = esper.create_entity(place, RigidBody.kinematic(), Collider(AABB(20, 40)), hero)
        >>> hero.launch((0, 600))
        >>> esper.process(1 / 60)
        >>> round(place.y, 6)
        10.0
        """
        vx, vy = check.point(velocity, "velocity")
        self._warn_of_no_body()
        reals, at = self._rows.reals, self._at
        reals[at + _AT["vx"]] = reals[at + _AT["drift"]] = vx
        reals[at + _AT["vy"]] = vy
        self._rows.ints[at + _AT["launched"]] = 1

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
    floor_normal: Field[Vec2, Never] = vector(
        "floor_nx", "floor_ny", "The floor's normal, (0, 0) without floor.", words=_AT
    )
    real_velocity: Field[Vec2, Never] = vector(
        "real_vx", "real_vy", "Velocity in the last step, platforms included.", words=_AT
    )
    platform_velocity: Field[Vec2, Never] = vector(
        "platform_vx", "platform_vy", "Velocity of the floor that it stands on.", words=_AT
    )

    @property
    def hits(self) -> list[CharacterHit]:
        """Every surface touched in the last step: on the way, and at its end."""
        rows = self._rows
        if not isinstance(rows, Characters):
            return []
        return [
            CharacterHit(entity, Vec2(nx, ny), Vec2(x, y))
            for entity, _, nx, ny, x, y in rows.hits_of(self._at)
        ]

    def __repr__(self) -> str:
        return f"CharacterController({self.mode!r}, velocity={tuple(self.velocity)!r})"
