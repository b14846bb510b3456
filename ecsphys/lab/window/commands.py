"""What keys and the buttons of the bar do: one table, from which both and the help are made."""

from __future__ import annotations

from typing import NamedTuple

from arcade import key


class Command(NamedTuple):
    """A method of `Desk`, its button in the bar (empty: none), its keys as text, plain and with Ctrl."""

    name: str
    button: str
    keys: str
    help: str
    plain: tuple[int, ...] = ()
    with_control: tuple[int, ...] = ()


COMMANDS = (
    Command("previous", "‹", "← or ↑", "previous exhibit", (key.LEFT, key.UP)),
    Command("next", "›", "→ or ↓", "next exhibit", (key.RIGHT, key.DOWN)),
    Command("pause", "Pause", "Space", "pause, go on", (key.SPACE,)),
    Command("step", "Step", ". or Enter", "pause, and run a single step", (key.PERIOD, key.ENTER)),
    Command("slow", "Slow", "F7", "slow motion, a fifth of the speed", (key.F7,)),
    Command("restart", "Restart", "Backspace", "start again, controls as they are", (key.BACKSPACE,)),
    Command("reset", "Reset", "F5", "start again, controls as at first", (key.F5,)),
    Command("code", "Code", "C or F3", "the lines of the engine that do it", (key.C, key.F3)),
    Command("copy_state", "Copy", "Ctrl+C", "copy the state as a line of Python", (), (key.C,)),
    Command("copy_test", "Copy test", "Ctrl+T", "copy the state and its numbers as a pytest", (), (key.T,)),
    Command("picture", "Picture", "F12", "save a picture of the window", (key.F12,)),
    Command("film", "Film", "F11", "start a film of the stage (GIF), and end it", (key.F11,)),
    Command("search", "", "/ or F2", "search the list", (key.SLASH, key.F2), (key.F,)),
    Command("select_next", "", "Tab", "select the next thing or point for keys", (key.TAB,)),
    Command("help", "Help", "H or F1", "this help", (key.H, key.F1)),
    Command("escape", "", "Esc", "close help and code, end the search", (key.ESCAPE,)),
)

# What is not in the table above: keys with a direction, and the mouse.
OTHERS = (
    ("Shift + arrows", "move the selected thing or point; in space on the ground"),
    ("Shift + Page ↑ ↓", "in space: raise or lower it"),
    ("Ctrl + arrows", "turn the selected thing; in space ↑ ↓ tilt it"),
    ("Home, End, Page ↑ ↓", "in space: the camera around, above, below"),
    ("+ and -", "in space: the camera nearer and away"),
    ("letters in [ ]", "the control beside which they stand"),
    ("drag", "move a thing, a point, a body; its knob turns it"),
    ("wheel", "turn a thing; scroll a panel"),
)


def find_command(symbol: int, control: bool) -> Command | None:
    """Return the command of a key, with or without Ctrl."""
    for command in COMMANDS:
        if symbol in (command.with_control if control else command.plain):
            return command
    return None
