"""Values in words, as all hosts and the pages show them."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

from .controls import Control, Slider, Toggle
from .exhibit import Number

_DIGITS = 4  # that count


def format_number(value: Number) -> str:
    """Return a number in four digits that count, as many behind the point whatever they are.

    >>> [format_number(x) for x in (0.5, 12.0, 1234.5, 2e-7, True, 20000, "A")]
    ['0.500', '12.00', '1234', '2.000e-07', 'yes', '20000', 'A']
    """
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return {math.inf: "∞", -math.inf: "−∞"}.get(value, "undefined")
    size = abs(value)
    if size >= 1e6 or sys.float_info.min <= size < 1e-3:  # what is less is a remainder
        return f"{value:.{_DIGITS - 1}e}"
    whole = max(1, len(str(int(size))))
    shown = f"{value:.{max(0, _DIGITS - whole)}f}"
    return shown.lstrip("-") if float(shown) == 0.0 else shown  # without the sign of −0


def format_value(control: Control[Any], value: Any) -> str:
    """Return the value of a control, with its unit."""
    if isinstance(control, Slider):
        shown = f"{value:.0f}" if 1e4 <= abs(value) < 1e6 else f"{value:.4g}"
        return f"{shown} {control.unit}".rstrip()
    return format_number(value) if isinstance(control, Toggle) else str(value)
