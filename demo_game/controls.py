"""What a player wants, wherever it comes from: keys, mouse, gamepad, a script or a recording."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ecsphys import Vec2


class Action(StrEnum):
    """What a key can mean."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"  # jump in side view
    DOWN = "down"  # crouch in side view; on a ledge, drop through it
    FIRE = "fire"
    WEAPON_1 = "weapon 1"
    WEAPON_2 = "weapon 2"
    WEAPON_3 = "weapon 3"
    WEAPON_4 = "weapon 4"
    NEXT_WEAPON = "next weapon"
    RESTART = "restart"  # for the window: from the last checkpoint
    PAUSE = "pause"  # for the window


BITS = {action: 1 << bit for bit, action in enumerate(Action)}


class Inputs(NamedTuple):
    """What is wanted in one step: two sets of actions as bits, and the world point aimed at, if any."""

    held: int = 0
    pressed: int = 0
    target: Vec2 | None = None

    def holds(self, action: Action) -> bool:
        """Whether the action's key is down."""
        return bool(self.held & BITS[action])

    def presses(self, action: Action) -> bool:
        """Whether it went down since the step before."""
        return bool(self.pressed & BITS[action])

    def wants(self, action: Action) -> bool:
        """Either of the two: a tap shorter than a step counts."""
        return bool((self.held | self.pressed) & BITS[action])

    @property
    def direction(self) -> Vec2:
        """The direction wanted, each part -1, 0 or 1."""
        return Vec2(
            float(self.holds(Action.RIGHT)) - float(self.holds(Action.LEFT)),
            float(self.holds(Action.UP)) - float(self.holds(Action.DOWN)),
        )


class Controls:
    """The state of all controls. `target` is the world point aimed at, None: straight ahead.

    Whoever plays calls `press`, `release` and `target`. `now` is what the rules of the running step go by.
    """

    def __init__(self) -> None:
        self._held = 0
        self._pressed = 0
        self.target: Vec2 | None = None
        self.current = Inputs()

    def press(self, action: Action) -> None:
        """The action's key goes down."""
        self._held |= BITS[action]
        self._pressed |= BITS[action]

    def release(self, action: Action) -> None:
        """It comes up. A press stays until a step has taken it, so that no short tap is lost."""
        self._held &= ~BITS[action]

    def hold(self, action: Action, down: bool = True) -> None:
        """Press or release, unless it is so already."""
        if down != bool(self._held & BITS[action]):
            self.press(action) if down else self.release(action)

    def release_all(self) -> None:
        """Forget everything that is held, as when the window loses the focus."""
        self._held = self._pressed = 0

    def sample(self) -> Inputs:
        """What is wanted in the step that now begins; presses are told once."""
        inputs = Inputs(self._held, self._pressed, self.target)
        self._pressed = 0
        return inputs
