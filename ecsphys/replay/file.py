"""Recordings as files; the format stands in the docstring of the package."""

from __future__ import annotations

import os
import reprlib
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from ..state.document import read_document, split_documents, write_document
from ..state.dtypes import is_count
from ..state.prototypes import Prototypes
from ..state.reading import read_snapshot
from ..state.references import Names, find, reference_of, renamed
from ..state.values import from_tree
from ..state.writing import write_snapshots
from .recording import Failure, Recording

KIND, VERSION = "recording", 1
_KEYS = {"first", "components", "inputs", "failure"}


def write(recording: Recording, path: Path) -> None:
    """Write a recording to a file, which replaces another one when it is complete."""
    data = to_bytes(recording)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def read(path: Path, names: Names | None = None) -> Recording:
    """Return the recording of a file. Raises `OSError`, and `ValueError` for a file that is malformed.

    `names`: see `ecsphys.state.references`.
    """
    data = path.read_bytes()
    try:
        with renamed(names):
            return from_bytes(data, names)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def to_bytes(recording: Recording) -> bytes:
    """Return a recording as documents. Raises `TypeError` that names what in a keyframe cannot be saved."""
    failure = recording.failure
    header = {
        "first": recording.first,
        "components": [reference_of(component) for component in recording.components],
        "inputs": [[step, list(given)] for step, given in sorted(recording.inputs.items())],
        "failure": None if failure is None else list(failure),
    }
    checks = {"checks": np.array(recording.checks, "<u8")}
    keyframes = write_snapshots(recording.keyframes)
    return b"".join([write_document(KIND, VERSION, header, checks, compress=True), *keyframes])


def from_bytes(data: bytes, names: Names | None = None) -> Recording:
    """Return the recording of its documents; raise `ValueError` if they are malformed."""
    documents, cut = split_documents(data)
    if cut or not documents:
        _refuse(f"it is cut off: {cut} bytes at its end are an incomplete part")
    _, header, columns = read_document(documents[0], KIND, VERSION)
    if not isinstance(header, dict) or header.keys() != _KEYS:
        _refuse(f"its header must have {', '.join(sorted(_KEYS))}, and nothing else")
    checks = columns.get("checks")
    if checks is None or checks.dtype != np.uint64 or checks.ndim != 1 or not len(checks):
        _refuse("its checks must be numbers of 64 bits, one for each step")
    first = header["first"]
    if not is_count(first):
        _refuse(f"its first step must be a whole number, 0 or more, got {reprlib.repr(first)}")
    steps = range(first, first + len(checks))
    components, inputs = _components(header["components"]), _inputs(header["inputs"], steps)
    failure = _failure(header["failure"], steps)
    prototypes = Prototypes()
    keyframes = [read_snapshot(document, None, prototypes, names) for document in documents[1:]]
    at = [keyframe.step for keyframe in keyframes]
    if not at or at != sorted(set(at)) or at[0] != first or at[-1] not in steps:
        _refuse(f"its keyframes are of steps {at[:5]} …, must ascend from {first} to {steps[-1]} at most")
    return Recording(components, keyframes, checks.tolist(), inputs, failure)


def _refuse(reason: str) -> NoReturn:
    raise ValueError(f"the recording is damaged: {reason}")


def _components(references: Any) -> tuple[type, ...]:
    if not isinstance(references, list):
        _refuse("its components must be a list")
    found = tuple(find(reference) for reference in references)
    for kind in found:
        if not isinstance(kind, type):
            _refuse(f"{reprlib.repr(kind)} is no type of components")
    return found


def _inputs(given: Any, steps: range) -> dict[int, tuple[Any, ...]]:
    """Return the trees of the inputs, which are checked, by step."""
    inputs: dict[int, tuple[Any, ...]] = {}
    if not isinstance(given, list):
        _refuse("its inputs must be a list")
    last = -1
    for one in given:
        if not (isinstance(one, list) and len(one) == 2 and type(one[0]) is int and isinstance(one[1], list)):
            _refuse("its inputs must be lists of a step and a list")
        step, trees = one
        if not max(last + 1, steps.start) <= step <= steps.stop:
            _refuse(f"its inputs of step {step} are not in order, or out of its steps")
        for tree in trees:
            from_tree(tree, f"an input after step {step}")
        inputs[step], last = tuple(trees), step
    return inputs


def _failure(given: Any, steps: range) -> Failure | None:
    if given is None:
        return None
    if not (
        isinstance(given, list) and len(given) == 2 and given[0] == steps.stop and isinstance(given[1], str)
    ):
        _refuse(f"its failure must be text and of step {steps.stop}")
    return Failure(steps.stop, given[1])
