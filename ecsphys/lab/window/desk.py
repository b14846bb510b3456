"""What the window does, without a window: the open exhibit, search, messages, pictures and films."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .commands import Command
from .film import Film
from .visit import Entry, Visit, entries, find_entries

_MESSAGE_TIME = 6.0  # s for which a message is shown


class Desk:
    """State of the window; its methods are the commands of `commands`.

    `copy` puts a text on the clipboard, `save_screen` saves a picture of the window to a path; files go to
    `folder`.
    """

    def __init__(self, copy: Callable[[str], object], save_screen: Callable[[Path], object], folder: Path):
        self.visit: Visit = Visit()
        self.query: str = ""
        self.searching: bool = False
        self.shows_code: bool = False
        self.shows_help: bool = False
        self.message: str = ""
        self.folder = folder
        self._copy = copy
        self._save_screen = save_screen
        self._film: Film | None = None
        self._saving: list[Film] = []
        self._time_left = 0.0  # of the message, s

    def run(self, command: Command) -> None:
        """Run a command."""
        method: Callable[[], None] = getattr(self, command.name)
        method()

    # -- time --------------------------------------------------------------------------------------

    def frame(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self.visit.do(lambda runner: runner.frame(dt))
        if self._film is not None:
            self._film.frame(dt, self.visit.display)
        for film in [film for film in self._saving if film.done]:
            self._saving.remove(film)
            self.say(film.result)
        self._time_left -= dt
        if self._time_left <= 0.0:
            self.message = ""

    def say(self, message: str) -> None:
        """Show a message for some seconds."""
        self.message, self._time_left = message, _MESSAGE_TIME

    def close(self) -> None:
        """End the exhibit; films are saved first."""
        if self._film is not None:
            self.film()
        for film in self._saving:
            film.wait()
        self.visit.close()

    @property
    def paused(self) -> bool:
        """Whether time stands still."""
        return self.visit.runner is not None and self.visit.runner.paused

    @property
    def slowed(self) -> bool:
        """Whether it is in slow motion."""
        return self.visit.runner is not None and self.visit.runner.slow

    @property
    def filming(self) -> bool:
        """Whether a film is being made."""
        return self._film is not None

    # -- exhibits ----------------------------------------------------------------------------------

    def open(self, name: str) -> None:
        """Open an exhibit."""
        paused, slowed = self.paused, self.slowed
        self.visit.open(name)
        if self.visit.runner is not None:
            self.visit.runner.paused, self.visit.runner.slow = paused, slowed
        self.searching = False

    def listed(self) -> list[Entry]:
        """Return the exhibits that the search leaves."""
        return find_entries(self.query)

    def previous(self) -> None:
        """Open the exhibit before this one in the list."""
        self._open_beside(-1)

    def next(self) -> None:
        """Open the exhibit after this one in the list."""
        self._open_beside(1)

    def _open_beside(self, way: int) -> None:
        names = [entry.name for entry in self.listed() or entries()]
        if self.visit.name in names:
            self.open(names[(names.index(self.visit.name) + way) % len(names)])
        else:
            self.open(names[0])

    def search(self) -> None:
        """Begin to type into the search field; what was typed before goes."""
        self.searching, self.query = True, ""

    def type(self, text: str) -> None:
        """Add to the search."""
        self.query += text

    def erase(self) -> None:
        """Take the last letter of the search away."""
        self.query = self.query[:-1]

    def end_search(self) -> None:
        """Open the first exhibit that the search leaves."""
        self.searching = False
        if found := self.listed():
            self.open(found[0].name)

    def escape(self) -> None:
        """Close help or code, or end the search and show all."""
        if self.shows_help or self.shows_code:
            self.shows_help = self.shows_code = False
        else:
            self.searching, self.query = False, ""

    # -- commands of the bar -----------------------------------------------------------------------

    def pause(self) -> None:
        """Pause or go on."""
        if self.visit.runner is not None:
            self.visit.runner.paused = not self.paused

    def slow(self) -> None:
        """Switch slow motion."""
        if self.visit.runner is not None:
            self.visit.runner.slow = not self.slowed

    def step(self) -> None:
        """Pause and run a single step."""
        self.visit.do(lambda runner: runner.step_once())

    def restart(self) -> None:
        """Start again with the controls as they are."""
        self.visit.do(lambda runner: runner.restart())

    def reset(self) -> None:
        """Start again with the controls as at first."""
        self.visit.reset()

    def select_next(self) -> None:
        """Select the next thing or point."""
        self.visit.do(lambda runner: runner.select_next())

    def code(self) -> None:
        """Show or hide the code."""
        self.shows_code, self.shows_help = not self.shows_code, False

    def help(self) -> None:
        """Show or hide the help."""
        self.shows_help, self.shows_code = not self.shows_help, False

    def copy_state(self) -> None:
        """Copy the state as a line of Python."""
        if line := self.visit.do(lambda runner: runner.state()):
            self._copy(line)
            self.say(f"Copied: {line}")

    def copy_test(self) -> None:
        """Copy the state and its numbers as a test."""
        if test := self.visit.do(lambda runner: runner.as_test()):
            self._copy(test)
            self.say("Copied a test of the state")

    def picture(self) -> None:
        """Save a picture of the window."""
        path = self._free_path(".png")
        try:
            self._save_screen(path)
        except OSError as error:
            self.say(f"No picture: {error}")
        else:
            self.say(f"Saved {path}")

    def film(self) -> None:
        """Start a film of the stage, or end it and save it."""
        if self._film is None:
            self._film = Film(self._free_path(".gif"))
            self.say("A film begins; the same key ends it")
        else:
            self.say(f"Saving {self._film.path} …")
            self._film.save()
            self._saving.append(self._film)
            self._film = None

    def _free_path(self, suffix: str) -> Path:
        """Return the path of a file that is not there yet."""
        number, taken = 1, {film.path for film in self._saving}
        while (path := self.folder / f"{self.visit.name}-{number}{suffix}").exists() or path in taken:
            number += 1
        return path
