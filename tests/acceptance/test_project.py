"""The package as a stranger meets it: README, start-up, what an import brings in."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import ecsphys
from ecsphys.compile import ENTRIES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def python(*arguments: str, **environment: str) -> str:
    """Run this Python with the package importable; what it printed."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_readme_has_two_commands_that_do_all_their_set_up() -> None:
    game, tests = blocks("sh")
    for command in (game, tests):
        assert command.count("\n") == 1
        assert command.startswith("python3 -m venv .venv && ")
        assert "pip install" in command
    assert game.rstrip().endswith("-m demo_game")
    assert "pytest" in tests
    assert README.index(tests) < 1200  # the first screen


def test_ci_runs_the_commands_of_the_readme() -> None:
    """They are cut out of the README there, so a change of one is a change of both."""
    script = (ROOT / ".ci" / "run").read_text()
    assert "$(readme_command 1) --headless" in script
    assert '"$(readme_command 2)"' in script
    assert script.startswith("#!/usr/bin/env bash")


def test_the_readme_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example = blocks("python")[0]
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    bounces, last = printed.count("Vec2"), printed.splitlines()[-1]
    assert bounces > 3
    x, y = (float(number) for number in re.findall(r"=(-?[\d.]+)", last))
    assert x == pytest.approx(400)
    assert 55 < y < 75  # on the ground at 56, or in the last of its bounces


def test_start_up_needs_neither_arcade_nor_a_progress_bar() -> None:
    code = """if True:
        import sys, ecsphys
        ecsphys.warm_up()
        print({"arcade", "pyglet", "tqdm", "PIL"} & set(sys.modules))
    """
    assert python("-c", code).strip() == "set()"


def test_all_public_names_exist_and_are_documented() -> None:
    assert len(set(ecsphys.__all__)) == len(ecsphys.__all__)
    for name in ecsphys.__all__:
        value = getattr(ecsphys, name)
        if isinstance(value, type) or callable(value):
            assert value.__doc__, name


def test_warm_up_tells_how_far_it_is() -> None:
    calls: list[tuple[int, int, str]] = []
    ecsphys.warm_up(lambda done, total, name: calls.append((done, total, name)))
    assert [done for done, _, _ in calls] == list(range(1, len(ENTRIES) + 1))
    assert {total for _, total, _ in calls} == {len(ENTRIES)}
    assert len({name for _, _, name in calls}) == len(calls)
    ecsphys.warm_up()


def test_the_command_line() -> None:
    assert f"back end: {ecsphys.backend}" in python("-m", "ecsphys")
    assert "kernels ready" in python("-m", "ecsphys", "warm-up")


def test_the_command_line_tells_what_is_installed() -> None:
    told = python("-m", "ecsphys")
    assert told.startswith(f"ecsphys {ecsphys.__version__}, Python 3.")
    assert re.search(r"^processor: \w+", told, re.MULTILINE)
    assert re.search(r"^cache: \S+", told, re.MULTILINE)
    assert re.search(r"^self-test: passed, \d+ steps", told, re.MULTILINE)


def test_without_the_jit_the_back_end_is_python() -> None:
    assert "back end: python" in python("-m", "ecsphys", ECSPHYS_JIT="0", ECSPHYS_BACKEND="")


def test_there_is_one_version() -> None:
    try:
        version = metadata.version("ecsphys")
    except metadata.PackageNotFoundError:
        pytest.skip("run from sources that are not installed")
    assert ecsphys.__version__ == version
    assert 'attr = "ecsphys.__version__"' in (ROOT / "pyproject.toml").read_text()
