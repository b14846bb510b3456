"""Kernels of the plane's projectiles, with the types of space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ...projectile.cast import passes as _passes
from ...projectile.cast import verdict_of as _verdict_of
from ...projectile.trace import has_room as _has_room
from ...projectile.trace import use_up as _use_up
from .records import Trace3

passes: Callable[[Trace3, int, int], bool] = cast("Callable[[Trace3, int, int], bool]", _passes)
verdict_of: Callable[[Trace3, int, int], int] = cast("Callable[[Trace3, int, int], int]", _verdict_of)
has_room: Callable[[Trace3], bool] = cast("Callable[[Trace3], bool]", _has_room)
use_up: Callable[[Trace3, Any, int], bool] = cast("Callable[[Trace3, Any, int], bool]", _use_up)
