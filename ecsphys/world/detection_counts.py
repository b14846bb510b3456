"""How many tests the stages of detection made in a step. Numbers to look at: nothing depends on them."""

from __future__ import annotations

import numpy as np

from ..arrays import Ints
from ..compile import fetch_add, inlined

# Their places: nodes of the tree and boxes that the broad phase compared, coarse volumes, pairs that these
# stopped, exact tests of two shapes.
NODES, BOXES, COARSE, STOPPED, EXACT = range(5)


def new_tests() -> Ints:
    """Return counts of no tests."""
    return np.zeros(5, np.int64)


@inlined
def count_tests(tests: Ints, coarse: int, stopped: int, exact: int) -> None:
    """Count the tests of a range of contacts; other threads may count theirs at the same time."""
    fetch_add(tests, COARSE, coarse)
    fetch_add(tests, STOPPED, stopped)
    fetch_add(tests, EXACT, exact)
