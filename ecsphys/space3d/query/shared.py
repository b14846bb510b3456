"""Kernels of the plane's queries, with the types of space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ...query.scene import QueryFilter
from ...query.scene import is_before as _is_before
from ...query.scene import passes_filter as _passes_filter
from ..world.groups import QueryScene3

passes_filter: Callable[[QueryScene3, QueryFilter, int], bool] = cast(
    "Callable[[QueryScene3, QueryFilter, int], bool]", _passes_filter
)
is_before: Callable[[Any, int, int], bool] = cast(
    "Callable[[Any, int, int], bool]", _is_before
)  # of rows with `bodies` and `shapes`
