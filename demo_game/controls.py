"""The controls of a game, held by keys, mouse, gamepad, a script or a recording alike."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ecsphys import Vec2


class Action(StrEnum):
    """An action that a key can be bound to."""

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
    """The inputs of one step: two sets of actions as bits, and the points aimed at and grabbed, if any."""

    held: int = 0
    pressed: int = 0
    target: Vec2 | None = None
    grip: Vec2 | None = None

    def holds(self, action: Action) -> bool:
        """Return whether the action's key is down."""
        return bool(self.held & BITS[action])

    def presses(self, action: Action) -> bool:
        """Return whether the action's key went down since the last step."""
        return bool(self.pressed & BITS[action])

    def wants(self, action: Action) -> bool:
        """Return whether the key is down or was tapped for less than a step."""
        return bool((self.held | self.pressed) & BITS[action])

    @property
    def direction(self) -> Vec2:
        """Direction of the movement keys; x and y are -1, 0 or 1."""
        return Vec2(
            float(self.holds(Action.RIGHT)) - float(self.holds(Action.LEFT)),
            float(self.holds(Action.UP)) - float(self.holds(Action.DOWN)),
        )


class Controls:
    """State of all controls.

    The player, human or scripted, calls `press` and `release` and sets `target`, the world point aimed at
    (None: straight ahead), and `grip`, that where the mouse grabs a body and drags it (None: it does not).
    Rules read `current`, the inputs of the step that runs.
    """

    def __init__(self) -> None:
        self._held = 0
        self._pressed = 0
        self.target: Vec2 | None = None
        self.grip: Vec2 | None = None
        self.current = Inputs()

    def press(self, action: Action) -> None:
        """Press the action's key."""
        self._held |= BITS[action]
        self._pressed |= BITS[action]

    def release(self, action: Action) -> None:
        """Release the action's key. Its press is kept for the next step, so that no short tap is lost."""
        self._held &= ~BITS[action]

    def hold(self, action: Action, down: bool = True) -> None:
        """Press or release the action's key unless it is in that state already."""
        if down != bool(self._held & BITS[action]):
            self.press(action) if down else self.release(action)

    def release_all(self) -> None:
        """Release all keys and what is grabbed, as when the window loses the focus."""
        self._held = self._pressed = 0
        self.grip = None

    def sample(self) -> Inputs:
        """Return the inputs of the step that begins; each press appears in one step only."""
        inputs = self.give()
        self._pressed = 0
        return inputs

    def give(self) -> Inputs:
        """Return the inputs that the next step will sample."""
        return Inputs(self._held, self._pressed, self.target, self.grip)

    def take(self, inputs: Inputs) -> None:
        """Let the next step sample these inputs."""
        self._held, self._pressed, self.target, self.grip = inputs
