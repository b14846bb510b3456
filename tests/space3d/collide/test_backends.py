"""The kernels of space have the same bits in every back end."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from ecsphys.compile import backend
from ecsphys.space3d.collide.advance import Sweep
from ecsphys.space3d.collide.core import PLANE, POINT
from ecsphys.space3d.collide.trace import COLUMNS, trace_axes
from tests.space3d.collide import calls
from tests.space3d.collide.solids import CONVEX, moved, pool, random_core, vec

ROWS = pool(np.random.default_rng(1), 4, 3)
FORMS = (*CONVEX, PLANE)


def bits(answer: Any) -> Any:
    """An answer as text that tells apart all bits, of numpy's numbers and Python's own alike."""
    if isinstance(answer, tuple):
        return tuple(bits(part) for part in answer)
    if isinstance(answer, float | np.floating):
        return "nan" if math.isnan(answer) else float(answer).hex()
    return int(answer)


def same(entry: Any, *arguments: Any) -> None:
    assert bits(entry(*arguments)) == bits(entry.python(*arguments))


@pytest.mark.skipif(backend != "jit", reason="native entries are compared in tests/space3d/ecs/test_bits.py")
@pytest.mark.parametrize("forms", list(itertools.product(FORMS, FORMS)))
def test_python_and_compiled_kernels_have_equal_bits(forms: tuple[int, int]) -> None:
    rng = np.random.default_rng([1, *forms])
    for k in range(8):
        a, b = (random_core(rng, ROWS, form, hulls=4) for form in forms)
        s = calls.call_closest(ROWS, a, b)
        if k % 2 and math.isfinite(s.distance):
            b = moved(b, (rng.uniform(-0.03, 0.03) - s.distance) * np.array(s.normal))
        way, turns = vec(rng.normal(size=3)), rng.normal(size=(2, 3))
        same(calls.call_closest, ROWS, a, b)
        for margin in (0.0, 0.02):
            same(calls.call_collide, ROWS, a, b, margin)
        same(calls.call_cast, ROWS, a, way, b)
        same(calls.call_ray, ROWS, a, b.center, way)
        same(calls.call_contains, ROWS, a, b.center)
        if a.form != PLANE and b.form != PLANE:
            sweeps = [Sweep(c.center, way, vec(turn)) for c, turn in ((a, turns[0]), (b, turns[1]))]
            same(calls.call_impact, ROWS, a, sweeps[0], b, sweeps[1], 1e-3, 20)
        if forms != (PLANE, PLANE):
            compiled, plain = np.zeros((400, COLUMNS)), np.zeros((400, COLUMNS))
            assert trace_axes(ROWS, a, b, compiled) == trace_axes.python(ROWS, a, b, plain)
            assert compiled.tobytes() == plain.tobytes()
    if forms[1] == POINT:
        same(calls.call_bounds, ROWS, a)
        same(calls.call_support, ROWS, a, way)
