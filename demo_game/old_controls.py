"""What a player wants, wherever it comes from: keys and mouse, or a script."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecsphys import Vec2


@dataclass
class Button:
    """A button that loses no short tap: a press stays until a step of the game has taken it."""

    held: bool = False
    _pressed: bool = False

    def press(self) -> None:
        """Go down."""
        self.held = self._pressed = True

    def release(self) -> None:
        """Come up."""
        self.held = False

    def take(self) -> bool:
        """True once for every press."""
        pressed, self._pressed = self._pressed, False
        return pressed

    def wanted(self) -> bool:
        """Held, or tapped since the last time."""
        return self.take() or self.held


@dataclass
class Controls:
    """The state of all controls. `move` is -1 … 1; `target` is the world point aimed at, if any."""

    move: float = 0.0
    jump: Button = field(default_factory=Button)
    gun: Button = field(default_factory=Button)
    laser: Button = field(default_factory=Button)
    target: Vec2 | None = None

    def let_go(self) -> None:
        """Forget everything that is held, as when the window loses the focus."""
        self.move = 0.0
        for button in (self.jump, self.gun, self.laser):
            button.release()
            button.take()
