"""Every example in the docstring of a public name, or of a member of one, runs and gives what it says."""

from __future__ import annotations

import doctest
import importlib
import inspect

import pytest

pytest.importorskip("sphinx", reason="the documentation's tools are not installed")
pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from public_names import MODULES, public_names

_FINDER, _PARSER = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestParser()
EXAMPLES = [
    test
    for name, thing in public_names().items()
    if (inspect.isclass(thing) or inspect.isroutine(thing)) and thing.__module__.startswith("ecsphys")
    for test in _FINDER.find(thing, name, inspect.getmodule(thing))
    if test.examples
] + [
    test
    for module in map(importlib.import_module, MODULES)
    if (test := _PARSER.get_doctest(module.__doc__ or "", {}, module.__name__, module.__file__, 0)).examples
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda test: test.name)
def test_a_docstring_runs(example: doctest.DocTest) -> None:
    printed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    failed, tried = runner.run(example, out=printed.append)
    assert tried and not failed, "".join(printed)


def test_there_are_many() -> None:
    assert len(EXAMPLES) > 35
