"""Nothing that feeds a simulation asks the C library, or for sums whose order the processor chooses."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "ecsphys"
SHOWN = {"arcade", "drawing", "lab"}  # what draws gives nothing to a simulation
OF_C = """acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp2 expm1 gamma lgamma log log10
    log1p log2 pow sin sinh sumprod tan tanh"""
OF_NUMPY = """arccos arcsin arctan arctan2 average convolve cos cov dot einsum exp float_power hypot inner
    interp linalg log matmul power sin std tan tensordot var vdot"""
NAMES = {"math": OF_C.split(), "cmath": OF_C.split(), "np": OF_NUMPY.split(), "numpy": OF_NUMPY.split()}
# Doors that refuse what has no sensible moments of inertia; sums of whole numbers.
ALLOWED = {
    ("space3d/ecs/body_options.py", "np.linalg"),
    ("space3d/ecs/mass.py", "np.linalg"),
    ("replay/checks.py", "np.einsum"),
}


def found_in(tree: ast.AST) -> Iterator[str]:
    """Yield what may differ between platforms."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(module), name) if name in NAMES.get(module, ()):
                yield f"{module}.{name}"
            case ast.ImportFrom(module):
                names = (alias.name for alias in node.names)
                yield from (f"{module}.{name}" for name in names if name in NAMES.get(module or "", ()))
            case ast.BinOp(op=ast.MatMult()):
                yield "@"
            case ast.BinOp(left, ast.Pow()) if not isinstance(left, ast.Constant):
                yield "**"


def test_no_source_uses_what_differs_between_platforms() -> None:
    found = set()
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE)
        if place.parts[0] not in SHOWN:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {(place.as_posix(), name) for name in found_in(tree)}
    assert found == ALLOWED


@pytest.mark.parametrize("code", ["math.sin(x)", "x ** 0.5", "a @ b", "from math import tan", "np.cos(a)"])
def test_what_differs_is_found(code: str) -> None:
    assert list(found_in(ast.parse(code)))
    assert not list(found_in(ast.parse("math.sqrt(x) + math.hypot(x, y) + 2.0**-30 + np.sqrt(a)")))
