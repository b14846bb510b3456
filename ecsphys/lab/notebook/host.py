"""What a widget's front end and Python say to each other about an exhibit.

The front end (`session.js`, `view.js`) asks, and asks again only after an answer; Python never speaks first.
Nothing is asked while nothing can change: the exhibit is paused or motionless, out of sight, and untouched.

A question is a JSON object:

- `from`: a random string, the front end that asks; the answer has it as `to`. All front ends of one kernel
  get all answers, but wait for their own only.
- `dt`: seconds since its last question; 0 after a rest.
- `hello`: whether the answer must describe the exhibit (`exhibit`).
- `inputs`: what the visitor has done since, in order, each a list of a kind and arguments:
  `press x y`, `drag x y`, `release` of the mouse and `scroll x y clicks` of its wheel, in units of the stage;
  `set name value` of a control, for sliders the share 0 … 1 of their way; `click name` of a button;
  `key letter`; `nudge x y lift`, `turn angle tilt`, `select name` of the handle that keys move;
  `look around above closer` of the camera in space; `pause`, `slow` (each switches), `step`, `restart`,
  `reset`; `open name` of another exhibit; `code`, `state`, `test`, which want texts.
- or `{leave: true}`, alone and without an answer, when the last view has gone: the exhibit's worlds end. It
  starts again, with the controls as they were, if there is a view again.

An answer is a JSON object and one buffer, float32: the ends x, y, x, y of all line segments, in units of the
stage (y up).

- `items`: the display list, lowest first. `["s", width, [[color, n], …]]` draws the next n segments of the
  buffer in each color; `["p", [x, y, …], fill, line, width]` a polygon; `["d", x, y, radius, fill, line,
  width]` a disc; `["t", x, y, text, color, size, align]` a text. Colors are `#rrggbbaa` or null.
- `numbers`: pairs of name and text. `values`: of controls, by name: `[share, text]`, a boolean or an option.
- `paused`, `slow`, `selected` (a handle's name or null).
- `exhibit` if wanted or another was opened: `name`, `title`, `text`, `moves`, `space` (whether it has a
  camera), `handles` (names), `controls`, `buttons`, `ground` (the color behind), `catalog` (sections of
  `[name, title]`, empty for a widget of one exhibit).
- `code` (listings: `path`, `first_line`, `text`) and `copy` (a text), if wanted.
- `error` instead of all others but `to`: the end of a traceback.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import Any

from ..catalog import SECTIONS, find_exhibit, names, open_exhibit
from ..controls import Slider
from ..palette import GROUND
from ..runner import Runner
from .encoding import Json, css, describe, encode_display, encode_numbers, encode_sources, encode_values

_FRAMES = 4  # of a traceback


def _set(runner: Runner, name: str, value: Any) -> None:
    control = runner.exhibit.controls[name]
    runner.set(name, control.at(value) if isinstance(control, Slider) else value)


def _pause(runner: Runner) -> None:
    runner.paused = not runner.paused


def _slow(runner: Runner) -> None:
    runner.slow = not runner.slow


def _select(runner: Runner, name: str) -> None:
    runner.selected = name


_INPUTS: dict[str, Callable[..., object]] = {
    "press": lambda runner, x, y: runner.press((x, y)),
    "drag": lambda runner, x, y: runner.drag((x, y)),
    "release": Runner.release,
    "scroll": lambda runner, x, y, clicks: runner.scroll((x, y), clicks),
    "set": _set,
    "click": Runner.click,
    "key": Runner.key,
    "nudge": lambda runner, x, y, lift: runner.nudge((x, y), lift),
    "turn": Runner.turn,
    "look": Runner.look,
    "select": _select,
    "pause": _pause,
    "slow": _slow,
    "step": Runner.step_once,
    "restart": Runner.restart,
    "reset": Runner.reset,
}
_TEXTS: dict[str, Callable[[Runner], tuple[str, Json]]] = {
    "code": lambda runner: ("code", encode_sources(runner.exhibit)),
    "state": lambda runner: ("copy", runner.state()),
    "test": lambda runner: ("copy", runner.as_test()),
}


class Host:
    """Answers the questions of a widget's front ends. `runner` is the exhibit that is open."""

    def __init__(self, name: str | None, **values: Any):
        self.chooses: bool = name is None  # whether there is a list of all exhibits
        self.runner: Runner = open_exhibit(name or names()[0], **values)
        self._open = True

    def close(self) -> None:
        """End the exhibit's worlds."""
        self.runner.release()
        self.runner.close()
        self._open = False

    def answer(self, question: dict[str, Json]) -> tuple[dict[str, Json], bytes] | None:
        """Return the answer, and the buffer with it; None if none is wanted. What raises is in the answer."""
        if question.get("leave"):
            self.close()
            return None
        answer: dict[str, Json] = {"to": question["from"]}
        try:
            content, ends = self._answer(question)
        except Exception as error:  # of the exhibit: a visitor of a notebook sees no log of the kernel
            text = "".join(traceback.format_exception(error, limit=-_FRAMES))
            return {**answer, "error": text}, b""
        return {**answer, **content}, ends

    def _answer(self, question: dict[str, Json]) -> tuple[dict[str, Json], bytes]:
        if not self._open:
            self.runner.restart()
            self._open = True
        wanted = self._act(question["inputs"])
        runner = self.runner
        runner.frame(question["dt"])
        items, ends = encode_display(runner.display())
        content = {
            "items": items,
            "numbers": encode_numbers(runner.numbers()),
            "values": encode_values(runner.exhibit),
            "paused": runner.paused,
            "slow": runner.slow,
            "selected": runner.selected,
            **wanted,
        }
        if question.get("hello") or "exhibit" in wanted:
            content["exhibit"] = self._describe()
        return content, ends

    def _act(self, inputs: Sequence[Sequence[Any]]) -> dict[str, Json]:
        """Do what the visitor did; return the texts that are wanted."""
        wanted: dict[str, Json] = {}
        for kind, *arguments in inputs:
            if kind == "open":
                self._exchange(*arguments)
                wanted["exhibit"] = True
            elif kind in _TEXTS:
                key, text = _TEXTS[kind](self.runner)
                wanted[key] = text
            else:
                _INPUTS[kind](self.runner, *arguments)
        return wanted

    def _exchange(self, name: str) -> None:
        """Open another exhibit."""
        runner = open_exhibit(name)
        self.close()
        self.runner, self._open = runner, True

    def _describe(self) -> dict[str, Json]:
        return {
            "name": self.runner.name,
            **describe(self.runner.exhibit),
            "ground": css(GROUND),
            "catalog": _catalog() if self.chooses else [],
        }


def _catalog() -> list[Json]:
    """Return the titles of sections, each with names and titles of its exhibits."""
    return [
        [section, [(name, find_exhibit(name).title) for name in (m.replace("_", "-") for m in modules)]]
        for section, modules in SECTIONS.items()
    ]
