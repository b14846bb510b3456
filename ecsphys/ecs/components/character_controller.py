"""A character that moves as its player expects."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ...character.records import CHARACTER_FIELDS, CHARACTER_WIDTH, LEAVINGS, MEETINGS, MODES
from ...character.store import SCALED, Characters, LooseCharacter
from ...math2d import check
from ...math2d.vec2 import Pair, Vec2

_AT = CHARACTER_FIELDS


class CharacterHit(NamedTuple):
    """A surface touched in the last step; the normal points to the character."""

    entity: int
    normal: Vec2
    point: Vec2


def _rate(value: Any, name: str) -> float:
    """A number not below zero, or infinity."""
    return math.inf if value == math.inf else check.not_negative(value, name)


def _angle(value: Any, name: str) -> float:
    """An angle of a slope."""
    angle = check.not_negative(value, name)
    if angle < 0.5 * math.pi:
        return angle
    raise ValueError(f"{name} must be in radians, 0 to below pi/2 (see math.radians), got {value!r}")


def _length(value: Any, name: str) -> float:
    """A length; -1 stands for None, the default."""
    return -1.0 if value is None else check.not_negative(value, name)


def _skin(value: Any, name: str) -> float:
    return -1.0 if value is None else check.positive(value, name)


def _real(name: str, convert: Callable[[Any, str], float], doc: str) -> property:
    """A setting that is one real word of the row."""
    word = _AT[name]

    def get(self: CharacterController) -> float:
        return self._rows.reals[self._at + word]

    def put(self: CharacterController, value: float) -> None:
        self._rows.reals[self._at + word] = convert(value, name)

    return property(get, put, doc=doc)


def _optional(name: str, convert: Callable[[Any, str], float], doc: str, word_name: str = "") -> property:
    """A setting whose default follows from something else: None until it is known."""
    word = _AT[word_name or name]

    def get(self: CharacterController) -> float | None:
        value = self._rows.reals[self._at + word]
        return None if value < 0.0 else value

    def put(self: CharacterController, value: float | None) -> None:
        real = convert(value, name)
        if real < 0.0 and self._rows.unit > 0.0:
            real = SCALED.get(name, -1.0) * self._rows.unit
        self._rows.reals[self._at + word] = real

    return property(get, put, doc=doc)


def _word(name: str, words: tuple[str, ...], doc: str) -> property:
    """A setting that is one of some words."""
    place = _AT[name]

    def get(self: CharacterController) -> str:
        return words[self._rows.ints[self._at + place]]

    def put(self: CharacterController, value: str) -> None:
        self._rows.ints[self._at + place] = words.index(check.one_of(value, words, name))

    return property(get, put, doc=doc)


def _flag(name: str, doc: str, settable: bool = False) -> property:
    """A yes or no."""
    word = _AT[name]

    def get(self: CharacterController) -> bool:
        return self._rows.ints[self._at + word] == 1

    def put(self: CharacterController, value: bool) -> None:
        self._rows.ints[self._at + word] = bool(value)

    return property(get, put if settable else None, doc=doc)


def _vector(x: str, y: str, doc: str) -> property:
    """Two real words, to be read."""
    at_x, at_y = _AT[x], _AT[y]

    def get(self: CharacterController) -> Vec2:
        reals, at = self._rows.reals, self._at
        return Vec2(reals[at + at_x], reals[at + at_y])

    return property(get, doc=doc)


class CharacterController:
    """Moves its entity (Transform, Collider of one convex shape, `RigidBody.kinematic()`) as players expect.

    Tell it what to do with `move`, `jump`, `release_jump`, `drop` and `launch`; the next step carries it
    out, and afterwards the facts (`on_floor` … `hits`) are there. `mode="grounded"` is the side
    view: gravity pulls down along y, of the wanted velocity x counts. `"floating"` is the top view.
    Lengths are the game's, times seconds, angles radians; `math.inf` as acceleration is at once.

    Raises `ValueError` or `TypeError` for values out of range.
    """

    __slots__ = ("__weakref__", "_at", "_entity", "_rows")

    _rows: Characters | LooseCharacter
    _at: int
    _entity: int  # 0 while no world has it

    def __init__(
        self,
        mode: str = "grounded",
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
        corner_correction: float = 0.0,
        ledge_forgiveness: float = 0.0,
        wall_slide: float = math.inf,
        wall_jump: float = 0.0,
        wall_jump_lock: float = 0.15,
        on_leave: str = "add",
        meets: str = "block",
        mass: float | None = None,
        strength: float = math.inf,
        pushable: bool = False,
    ):
        self._rows = LooseCharacter()
        self._at = 0
        self._entity = 0
        self._rows.ints[_AT["jump_held"]] = 1
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

    # -- how it moves --------------------------------------------------------------------------------

    mode = _word("mode", MODES, '`"grounded"` or `"floating"`.')
    step_height = _optional("step_height", _length, "Steps up to this are walked over; None: unit / 8.")
    snap = _optional("snap", _length, "How far down it follows a floor that falls away; None: unit / 8.")
    skin = _optional("skin", _skin, "The gap it keeps to everything; None: unit / 1000.")
    constant_speed = _flag("constant_speed", "As fast along slopes as on the flat.", settable=True)
    acceleration = _real("acceleration", _rate, "On the floor (or floating), towards what is wanted.")
    friction = _real("friction", _rate, "The same when nothing is wanted.")
    air_acceleration = _real("air_acceleration", _rate, "In the air, along x.")
    air_friction = _real("air_friction", _rate, "The same when nothing is wanted.")
    terminal_speed = _real("terminal_speed", _rate, "It falls no faster.")

    @property
    def max_slope(self) -> float:
        """The steepest slope it can stand on, in radians."""
        return self._rows.reals[self._at + _AT["max_slope"]]

    @max_slope.setter
    def max_slope(self, value: float) -> None:
        angle = _angle(value, "max_slope")
        reals, at = self._rows.reals, self._at
        reals[at + _AT["max_slope"]] = angle
        reals[at + _AT["min_floor"]] = math.cos(angle) - 1e-9  # a slope just as steep still holds

    # -- how it feels --------------------------------------------------------------------------------

    coyote_time = _real("coyote_time", check.not_negative, "It may jump so long after it left the floor.")
    jump_buffer = _real("jump_buffer", check.not_negative, "A jump asked for waits so long for a floor.")
    jump_cut = _real("jump_cut", check.not_negative, "Share of the rise that a jump keeps when let go.")
    corner_correction = _real(
        "corner_correction", check.not_negative, "It is shifted so far past a corner that its head hits."
    )
    ledge_forgiveness = _real(
        "ledge_forgiveness", check.not_negative, "In the air it is lifted so far onto a ledge it just misses."
    )
    wall_slide = _real("wall_slide", _rate, "It falls no faster along a wall that it moves against.")
    wall_jump = _real("wall_jump", check.not_negative, "Speed away from the wall it jumps off; 0: it cannot.")
    wall_jump_lock = _real("wall_jump_lock", check.not_negative, "So long a wall jump cannot be steered.")

    # -- what it does to others ----------------------------------------------------------------------

    on_leave = _word(
        "on_leave", LEAVINGS, 'What of a platform\'s velocity stays: `"add"`, `"add_upward"`, `"nothing"`.'
    )
    meets = _word("meets", MEETINGS, 'Other characters: `"block"`, `"push"` (softly) or `"pass"`.')
    mass = _optional("mass", _length, "With which it pushes and weighs; None: the body's.", "weight")
    strength = _real("strength", _rate, "The largest force with which it pushes dynamic bodies.")
    pushable = _flag("pushable", "Whether dynamic bodies push it.", settable=True)

    # -- intent --------------------------------------------------------------------------------------

    def move(self, velocity: Pair) -> None:
        """Want to move at `velocity` from now on, until told otherwise."""
        vx, vy = check.point(velocity, "velocity")
        reals, at = self._rows.reals, self._at
        reals[at + _AT["want_x"]] = vx
        reals[at + _AT["want_y"]] = vy

    @property
    def velocity(self) -> Vec2:
        """The wanted velocity; assigning is `move`. What came of it is `real_velocity`."""
        reals, at = self._rows.reals, self._at
        return Vec2(reals[at + _AT["want_x"]], reals[at + _AT["want_y"]])

    @velocity.setter
    def velocity(self, value: Pair) -> None:
        self.move(value)

    def jump(self, speed: float) -> None:
        """Jump with this speed upwards, in the next step or as soon as there is a floor (`jump_buffer`)."""
        self._rows.reals[self._at + _AT["jump_speed"]] = check.positive(speed, "speed")
        self._rows.ints[self._at + _AT["jump_pressed"]] = 1
        self._rows.ints[self._at + _AT["jump_held"]] = 1

    def release_jump(self) -> None:
        """Let go of the jump button: the rest of the rise is cut short (`jump_cut`)."""
        self._rows.ints[self._at + _AT["jump_held"]] = 0

    def drop(self, seconds: float = 0.1) -> None:
        """Fall through the one-way platform below; for so long none of them holds."""
        self._rows.reals[self._at + _AT["dropping"]] = check.positive(seconds, "seconds")

    def launch(self, velocity: Pair) -> None:
        """Fly off the floor at `velocity` in the next step: a spring, a blow.

        Assigning to the velocity of its RigidBody does the same.
        """
        vx, vy = check.point(velocity, "velocity")
        reals, at = self._rows.reals, self._at
        reals[at + _AT["vx"]] = reals[at + _AT["drift"]] = vx
        reals[at + _AT["vy"]] = vy
        self._rows.ints[at + _AT["launched"]] = 1

    # -- facts ---------------------------------------------------------------------------------------

    jumped = _flag("jumped", "Whether it jumped off in the last step.")
    on_floor = _flag("on_floor", "Whether it stands on something not too steep.")
    on_wall = _flag("on_wall", "Whether it touches a wall, or a slope too steep; floating: anything.")
    on_ceiling = _flag("on_ceiling", "Whether it touches a ceiling.")
    crushed = _flag("crushed", "Whether something overlaps it and there is no way out.")
    floor_normal = _vector("floor_nx", "floor_ny", "The floor's normal, (0, 0) without floor.")
    real_velocity = _vector("real_vx", "real_vy", "How fast it went in the last step, platforms included.")
    platform_velocity = _vector("platform_vx", "platform_vy", "How fast what it stands on carries it.")

    @property
    def floor_entity(self) -> int | None:
        """The entity it stands on, or None."""
        return self._rows.ints[self._at + _AT["floor_entity"]] or None

    @property
    def hits(self) -> list[CharacterHit]:
        """Every surface touched in the last step: on the way, and at its end."""
        return [
            CharacterHit(entity, Vec2(nx, ny), Vec2(x, y))
            for entity, _, nx, ny, x, y in self._rows.touched(self._at)
        ]

    # -- worlds --------------------------------------------------------------------------------------

    def _adopt(self, rows: Characters, row: int, entity: int) -> None:
        """From now on the values live in a world's row."""
        assert isinstance(self._rows, LooseCharacter)
        rows.fill(row, self._rows, entity)
        self._rows, self._at, self._entity = rows, row * CHARACTER_WIDTH, entity

    def _release(self) -> None:
        """Take the values along, out of a world's row."""
        assert isinstance(self._rows, Characters)
        self._rows = self._rows.release(self._at // CHARACTER_WIDTH)
        self._at = 0
        self._entity = 0

    @property
    def _home(self) -> str | None:
        """The esper world that has it."""
        return self._rows.esper_world

    def __repr__(self) -> str:
        return f"CharacterController({self.mode!r}, velocity={tuple(self.velocity)!r})"
