"""Every example of the reference, in docstrings and on its pages, runs as pasted and gives what it says."""

from __future__ import annotations

import codeop
import doctest

import pytest

pytest.importorskip("sphinx", reason="the documentation's tools are not installed")
pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from tests.docs.examples import examples

EXAMPLES = [test for test in examples() if test.examples]
LARGE = "ecsphys.presets."  # bodies by the dozen: too slow in plain Python


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(test, id=test.name, marks=pytest.mark.jit if test.name.startswith(LARGE) else ())
        for test in EXAMPLES
    ],
)
def test_an_example_runs(example: doctest.DocTest) -> None:
    printed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    failed, tried = runner.run(example, out=printed.append)
    assert tried and not failed, "".join(printed)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda test: test.name)
def test_an_interpreter_takes_it_line_by_line(example: doctest.DocTest) -> None:
    lines = (example.docstring or "").splitlines()
    for part in example.examples:
        is_open = codeop.compile_command(part.source.rstrip()) is None
        after = part.lineno + len(part.source.rstrip().splitlines())
        ends = "".join(lines[after : after + 1]).strip() == "..."
        assert ends or not is_open, f'end this with a line "...":\n{part.source}'


def test_there_are_many() -> None:
    assert len(EXAMPLES) > 230
