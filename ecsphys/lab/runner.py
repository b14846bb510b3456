"""Runs one exhibit: its clock, the mouse, controls, and its state as a line of Python. Hosts only show it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, Self, TypeVar

from ..geometry import closest_point
from ..math2d.pose import Pose
from ..math2d.vec2 import Pair, Vec2
from .controls import Choice, Point, Thing, Toggle
from .display import Display
from .exhibit import STEP, Exhibit, Number, no_such, placed_at
from .palette import MUTED, TEXT

SLOW = 0.2  # the speed of slow motion
MAX_STEPS = 4  # of one frame; what is missing of more is dropped
_REACH = 12.0  # distance from which a dot can be grabbed, px of the stage
_CLICK = math.radians(5.0)  # by which a click of the wheel turns a thing
_KNOB = 26.0  # distance of the knob that turns a thing from its surface

T = TypeVar("T")
ActionKind = Literal["set", "click", "grab", "pull", "let_go", "scroll"]


class Action(NamedTuple):
    """What a visitor did after so many steps: a control, or a point and what it was done to."""

    step: int
    kind: ActionKind
    name: str = ""
    value: Any = None


class Hold(NamedTuple):
    """What the mouse holds: a control, whether it is turned, and where it was grabbed relative to it."""

    name: str
    turns: bool
    offset: Vec2


def _find_named(name: str, what: str, parts: Mapping[str, T]) -> T:
    """Return a control or a button. Raises `KeyError` that says which there are."""
    try:
        return parts[name]
    except KeyError:
        raise KeyError(f"there is no such {what}: the exhibit has {no_such(name, parts)}") from None


class Runner:
    """Runs an exhibit for a host, which draws `display()` and passes on mouse, keys and time.

    `paused`, `slow`: the clock. `steps`: how many have run since the start. `selected`: the name of the thing
    or point that keys move.

    >>> from ecsphys.lab import open_exhibit
    >>> runner = open_exhibit("circle-and-circle", b=(300, 0))
    >>> runner.press((300, 0))  # take hold of B …
    True
    >>> runner.drag((0, 0))
    >>> runner.release()
    >>> runner.selected, runner.numbers()["overlap"]
    ('b', True)
    """

    def __init__(self, name: str, kind: type[Exhibit], /, **values: Any):
        self.name = name
        self.exhibit: Exhibit = kind(**values)
        self.paused: bool = False
        self.slow = False
        self.selected: str | None = None
        self._hold: Hold | None = None
        self._pulls = False
        self._begin()

    def _begin(self) -> None:
        self.steps: int = 0
        self.actions: list[Action] = []
        self._start = dict(self.exhibit.values)
        self._left = 0.0  # s not yet run

    def close(self) -> None:
        """End the exhibit and its worlds."""
        self.exhibit.close()

    # -- time --------------------------------------------------------------------------------------

    def frame(self, dt: float) -> None:
        """Let `dt` seconds pass, unless paused; whole steps run.

        >>> from ecsphys.lab import open_exhibit
        >>> runner = open_exhibit("impulses")
        >>> runner.frame(0.05)
        >>> runner.steps  # of 1/60 s
        3
        >>> runner.close()
        """
        if self.paused or not self.exhibit.moves():
            return
        self._left = min(self._left + dt * (SLOW if self.slow else 1.0), MAX_STEPS * STEP)
        while self._left >= STEP * (1.0 - 1e-9):
            self._left -= STEP
            self._step()

    def step_once(self) -> None:
        """Pause, and run one step."""
        self.paused = True
        if self.exhibit.moves():
            self._step()

    def _step(self) -> None:
        self.exhibit.step()
        self.steps += 1

    def reset(self) -> None:
        """Start again, with all controls as they were declared."""
        self.release()
        self.exhibit.values = {
            name: control.check(control.start) for name, control in self.exhibit.controls.items()
        }
        self.restart()

    def restart(self) -> None:
        """Start again with the controls as they are."""
        self.exhibit.rebuild()
        self._begin()

    # -- controls ----------------------------------------------------------------------------------

    def set(self, name: str, value: Any) -> None:
        """Change a control. Raises `KeyError`, `ValueError` or `TypeError`.

        >>> from ecsphys.lab import open_exhibit
        >>> runner = open_exhibit("circle-and-circle")
        >>> runner.set("radius_a", 40)
        >>> runner.set("radius_b", 30)
        >>> runner.numbers()["sum of radii"]
        70.0
        """
        exhibit, control = self.exhibit, _find_named(name, "control", self.exhibit.controls)
        checked = control.check(value)
        if checked == exhibit.values[name]:
            return
        exhibit.values[name] = checked
        if control.rebuild:
            self.restart()
            return
        self._log("set", name, checked)
        exhibit.change(name)

    def click(self, name: str) -> None:
        """Press a button. Raises `KeyError`."""
        button = _find_named(name, "button", self.exhibit.buttons)
        self._log("click", name)
        button.method(self.exhibit)

    def key(self, letter: str) -> bool:
        """Change what a letter stands for in this exhibit; return whether there is such a control."""
        for name, button in self.exhibit.buttons.items():
            if button.key == letter:
                self.click(name)
                return True
        for name, control in self.exhibit.controls.items():
            if control.key == letter:
                self.advance(name)
                return True
        return False

    def advance(self, name: str) -> None:
        """Switch a toggle, or take the next option of a choice."""
        control, value = self.exhibit.controls[name], self.exhibit.values[name]
        if isinstance(control, Toggle):
            self.set(name, not value)
        elif isinstance(control, Choice):
            options = control.options
            self.set(name, options[(options.index(value) + 1) % len(options)])

    def _log(self, kind: ActionKind, name: str = "", value: Any = None) -> None:
        if not self.exhibit.moves():
            return
        action, last = Action(self.steps, kind, name, value), self.actions[-1] if self.actions else None
        if last is not None and kind in ("set", "pull") and last[:3] == action[:3]:
            self.actions.pop()
        self.actions.append(action)

    # -- mouse and keys ----------------------------------------------------------------------------

    def press(self, point: Pair) -> bool:
        """Take hold of what is at a point of the stage; return whether there is something."""
        self.release()
        at = Vec2(*point)
        self._hold = self._find(at)
        if self._hold is not None:
            self.selected = self._hold.name
            return True
        self.selected = self.exhibit.thing_at(at) or self.selected
        self._pulls = self.exhibit.grab(at)
        if self._pulls:
            self._log("grab", value=at)
        return self._pulls

    def drag(self, point: Pair) -> None:
        """Move or turn what is held."""
        at = Vec2(*point)
        if self._pulls:
            self._log("pull", value=at)
            self.exhibit.pull(at)
        elif self._hold is not None:
            name, turns, offset = self._hold
            if turns:
                x, y, _ = self.exhibit.values[name]
                self.set(name, Pose(x, y, (at - (x, y)).angle - offset.angle))
            else:
                self.set(name, placed_at(self.exhibit.values[name], at - offset))

    def release(self) -> None:
        """Let go of what is held."""
        if self._pulls:
            self._log("let_go")
            self.exhibit.let_go()
        self._hold, self._pulls = None, False

    def scroll(self, point: Pair, amount: float) -> None:
        """Turn the wheel of the mouse at a point, by clicks: the exhibit reacts, or the thing there turns."""
        at = Vec2(*point)
        if self.exhibit.scroll(at, amount):
            self._log("scroll", value=(*at, amount))
        elif self.select(at):
            self.turn(amount * _CLICK)

    def turn(self, angle: float, tilt: float = 0.0) -> None:
        """Turn the selected thing by an angle, radians; in space about the vertical, and by a tilt."""
        name = self._selected()
        if name is not None:
            self.set(name, self.exhibit.turned(name, angle, tilt))

    def nudge(self, way: Pair, lift: float = 0.0) -> None:
        """Move the selected thing or point; in space to the right and away from the camera, and up."""
        name = self._selected()
        if name is not None:
            self.set(name, self.exhibit.nudged(name, way, lift))

    def look(self, around: float, above: float, closer: float = 0.0) -> None:
        """Move the camera in space around and above by degrees, closer by clicks of the wheel."""
        for name, value in self.exhibit.looked(around, above, closer).items():
            self.set(name, value)

    def select_next(self) -> None:
        """Select the next thing or point."""
        names = self._handles()
        if names:
            at = names.index(self.selected) + 1 if self.selected in names else 0
            self.selected = names[at % len(names)]

    def select(self, point: Pair) -> bool:
        """Select the thing or dot at a point of the stage; return whether there is one."""
        at = Vec2(*point)
        hold = self._find(at)
        found = self.exhibit.thing_at(at) if hold is None else hold.name
        if found is not None:
            self.selected = found
        return found is not None

    def _selected(self) -> str | None:
        if self.selected is None:
            self.select_next()
        return self.selected

    def _handles(self) -> list[str]:
        """Return the names of things and points."""
        return [name for name, control in self.exhibit.controls.items() if control.handle]

    def _find(self, at: Vec2) -> Hold | None:
        """Return what is at a point: dots and knobs before things, later ones before earlier ones."""
        exhibit = self.exhibit
        for name in reversed(self._handles()):
            control, value = exhibit.controls[name], exhibit.values[name]
            if isinstance(control, Thing):
                knob = self._knob(name)
                if knob is not None and knob.distance(at) <= _REACH:
                    middle = exhibit.place_of(name)
                    return Hold(name, True, (at - middle).rotated(-value.angle))
            elif isinstance(control, Point) and value.distance(at) <= _REACH:
                return Hold(name, False, at - value)
        for name in reversed(self._handles()):
            control, value = exhibit.controls[name], exhibit.values[name]
            if isinstance(control, Thing):
                shape = control.shape_of(exhibit)
                reach = 0.0 if shape.area > 0.0 else _REACH
                if closest_point(shape, value, at).distance <= reach:
                    return Hold(name, False, at - exhibit.place_of(name))
        return None

    def _knob(self, name: str) -> Vec2 | None:
        """Return where the knob that turns a thing is."""
        control, pose = self.exhibit.controls[name], self.exhibit.values[name]
        if not isinstance(control, Thing) or not control.turns:
            return None
        shape = control.shape_of(self.exhibit)
        if shape.upright or not shape.solid:
            return None
        reach = shape.support((1.0, 0.0)).x + _KNOB
        return self.exhibit.place_of(name) + Vec2(reach, 0.0).rotated(pose.angle)

    # -- what is shown -----------------------------------------------------------------------------

    def display(self) -> Display:
        """Return what to draw: the exhibit, knobs, and a ring around what keys move."""
        display = Display()
        for world in self.exhibit.worlds:
            world.settle()
        self.exhibit.draw(display)
        for name in self._handles():
            knob, at = self._knob(name), self.exhibit.place_of(name)
            if knob is not None:
                display.dashes(at, knob, MUTED, 1.0)
                display.disc(knob, 6.0, MUTED)
            if name == self.selected:
                display.disc(at if knob is None else knob, 9.0, None, TEXT)
        return display

    def numbers(self) -> dict[str, Number]:
        """Return the numbers shown beside it."""
        return self.exhibit.numbers()

    # -- state -------------------------------------------------------------------------------------

    def play(self, steps: int, actions: Iterable[tuple[Any, ...]] = ()) -> Self:
        """Run steps from the start on, with what a visitor did after some of them: rows of `Action`.

        >>> from ecsphys.lab import open_exhibit
        >>> runner = open_exhibit("impulses", restitution=0.5, ratio=1).play(100)
        >>> numbers = runner.numbers()
        >>> round(numbers["speed of A"], 6), round(numbers["speed of B"], 6)  # at 200 it met one at rest
        (50.0, 150.0)
        >>> runner.close()
        """
        waiting = [Action(*action) for action in actions]
        for _ in range(steps):
            self._act(waiting)
            self._step()
        self._act(waiting)
        return self

    def _act(self, waiting: list[Action]) -> None:
        """Do what was done after as many steps as have run now."""
        while waiting and waiting[0].step <= self.steps:
            _, kind, name, value = waiting.pop(0)
            if kind == "set":
                self.set(name, value)
            elif kind == "click":
                self.click(name)
            elif kind == "grab":
                self.press(value)
            elif kind == "pull":
                self.drag(value)
            elif kind == "scroll":
                self.scroll(value[:2], value[2])
            else:
                self.release()

    def state(self) -> str:
        """Return a line of Python that makes the exhibit as it is now.

        >>> from ecsphys.lab import open_exhibit
        >>> runner = open_exhibit("circle-and-circle")
        >>> runner.set("radius_a", 40)
        >>> runner.state()
        "open_exhibit('circle-and-circle', radius_a=40.0)"
        """
        arguments = [repr(self.name)]
        moves = self.exhibit.moves()
        for name, value in (self._start if moves else self.exhibit.values).items():
            if value != self.exhibit.controls[name].start:
                arguments.append(f"{name}={plain(value)}")
        line = f"open_exhibit({', '.join(arguments)})"
        if not moves or (not self.steps and not self.actions):
            return line
        actions = ", ".join(format_action(action) for action in self.actions)
        return f"{line}.play({self.steps}{f', [{actions}]' if actions else ''})"

    def as_test(self) -> str:
        """Return a test of pytest that makes the exhibit as it is now and compares its numbers.

        >>> from ecsphys.lab import open_exhibit
        >>> test = open_exhibit("circle-and-circle", a=(0, 0)).as_test()
        >>> print(test.splitlines()[5])
        def test_circle_and_circle():
        >>> print(test.splitlines()[6])
            exhibit = open_exhibit('circle-and-circle', a=(0.0, 0.0, 0.0))
        """
        numbers = ",\n".join(f"        {name!r}: {value!r}" for name, value in self.numbers().items())
        return (
            "import pytest\n\nfrom ecsphys.lab import open_exhibit\n\n\n"
            f"def test_{self.name.replace('-', '_')}():\n"
            f"    exhibit = {self.state()}\n"
            f"    assert exhibit.numbers() == pytest.approx({{\n{numbers},\n    }})\n"
        )


def plain(value: Any) -> str:
    """Return a value of a control as a text of Python's own numbers and tuples."""
    if isinstance(value, tuple):
        return f"({', '.join(map(plain, value))})"
    return repr(value)


def format_action(action: Action) -> str:
    """Return an action as a tuple without what it does not need."""
    step, kind, name, value = action
    if kind == "let_go":
        return repr((step, kind))
    return f"({step}, {kind!r}, {name!r}{'' if value is None else f', {plain(value)}'})"
