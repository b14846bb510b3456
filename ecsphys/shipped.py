"""What comes along with the package: the examples, and the demo game.

In a clone of the repository their folders are beside the package, in what a wheel installs they are inside
of it (`setup.py`), so that site-packages gets no `examples` and no `demo_game`. There an underscore begins
their names: they are no part of the public, typed package.
"""

from __future__ import annotations

import ast
import importlib.util
import runpy
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

_PACKAGE = Path(__file__).parent
_EXTRA = 'pip install "ecsphys[demo]"'


class Example(NamedTuple):
    """A program to start or to copy: its name, its title, what it shows in a sentence, and its file."""

    name: str
    title: str
    about: str
    path: Path


class NotFound(Exception):
    """Something that a program needs is missing; the message says what, and how to get it."""


@contextmanager
def needing_display() -> Iterator[None]:
    """Raise `NotFound` where a program opens a window and there is no display."""
    try:
        yield
    except Exception as error:
        if type(error).__name__ != "NoSuchDisplayException":  # pyglet's, on Linux
            raise
        raise NotFound(
            "it opens a window, and there is no display; xvfb-run -a python … gives a program one"
        ) from None


def find_folder(name: str) -> Path:
    """Return the folder of the examples or of the game. Raises `NotFound`."""
    inside, beside = _PACKAGE / f"_{name}", _PACKAGE.parent / name
    if inside.is_dir():
        return inside
    if beside.is_dir() and (_PACKAGE.parent / "pyproject.toml").is_file():  # not another package's folder
        return beside
    raise NotFound(f"{name} did not come along with this copy of ecsphys ({_PACKAGE})")


def list_examples() -> list[Example]:
    """Return all examples by name. Raises `NotFound`."""
    return [_read(path) for path in sorted(find_folder("examples").glob("*.py"))]


def find_example(name: str) -> Example:
    """Return an example by its name. Raises `NotFound`, with the names that are nearly the same."""
    known = {example.name: example for example in list_examples()}
    if name.removesuffix(".py") in known:
        return known[name.removesuffix(".py")]
    alike = " or ".join(get_close_matches(name, known))
    hint = f"did you mean {alike}?" if alike else "python -m ecsphys examples lists them"
    raise NotFound(f"there is no example {name!r}; {hint}")


def copy_example(example: Example, folder: Path) -> Path:
    """Copy the file of an example; return the copy. Raises `FileExistsError` for one that is there."""
    target = folder / example.path.name
    if target.exists():
        raise FileExistsError(f"{target} is there already; move it away first")
    shutil.copyfile(example.path, target)
    return target


def run_example(example: Example) -> None:
    """Run an example as `python FILE` does. Raises `NotFound` if it needs arcade and that is missing."""
    if "import arcade" in example.path.read_text("utf-8"):
        _require_arcade(example.name)
    with needing_display():
        runpy.run_path(str(example.path), run_name="__main__")


def run_demo(arguments: Sequence[str]) -> int:
    """Run the demo game with arguments of its own; return its exit code. Raises `NotFound`.

    It is always loaded as `demo_game`: saved games and bug reports name its classes by their module.
    """
    folder = find_folder("demo_game")
    _require_arcade("the demo game")
    if "demo_game" not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            "demo_game", folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None and spec.loader is not None
        package = sys.modules["demo_game"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(package)
    with needing_display():
        code: int = importlib.import_module("demo_game.cli").main(arguments)
    return code


def run_lab(arguments: Sequence[str]) -> int:
    """Run the lab with arguments of its own; return its exit code. Raises `NotFound`."""
    importlib.import_module("ecsphys.lab.__main__").main(arguments)
    return 0


def _require_arcade(what: str) -> None:
    if importlib.util.find_spec("arcade") is None:
        raise NotFound(f"{what} needs arcade, which is not installed: {_EXTRA}")


def _read(path: Path) -> Example:
    """Read title and first sentence of an example's docstring, without running it."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or path.stem
    title, _, rest = text.partition("\n")
    sentence = " ".join(rest.strip("= \n").split()).partition(". ")[0]
    return Example(path.stem, title, sentence.replace("``", "").rstrip("."), path)
