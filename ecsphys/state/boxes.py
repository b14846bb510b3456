"""Tight boxes and turned points of shapes, which follow from poses: bytes do without them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..arrays import Array
from ..compile import records
from ..spatial.proxies import Proxies, refresh_proxies
from ..world.bodies import BODY
from ..world.shapes import SHAPE
from .kept import Rows, Saved, count_of, count_of_points, put_points, rows_of, words
from .owners import KEPT, rows_in, value_in
from .snapshot import ShapeArrays, Values

DERIVED = "tight", "turned"  # of the owner "shapes"


def follow_from_poses(owners: Mapping[str, Saved]) -> bool:
    """Whether `derive_boxes` would make the same boxes: those of bodies that are put aside are older."""
    bodies: Any = rows_in(owners, "bodies")
    return not bodies["lost"].any()


def blank_boxes(name: str, shapes: ShapeArrays) -> Array:
    """Return boxes ("tight") or points ("turned") that `derive_boxes` is to fill in."""
    return np.zeros((count_of(shapes.rows) if name == "tight" else count_of_points(shapes.local), 4))


def derive_boxes(values: Values) -> None:
    """Fill in boxes and points that bytes did not have; all other rows have been checked."""
    names = [spec.name for spec in KEPT["shapes"].rows]
    arrays = dict(zip(names, values.owners["shapes"], strict=True))
    bodies = _as_records(rows_in(values.owners, "bodies"), BODY)
    shapes = _as_records(rows_of(values.shapes.rows, Rows("rows", len, SHAPE)), SHAPE)
    local = np.zeros_like(arrays["turned"])
    put_points(local, values.shapes.local)
    moved = np.zeros(len(shapes), np.int64)
    proxies = Proxies(shapes, arrays["fat"].copy(), arrays["tight"], local, arrays["turned"], moved)
    used = np.flatnonzero(bodies["entity"] > 0)
    context = value_in(values.owners, "simulation", "context")
    refresh_proxies(bodies, used, proxies, 0, 0, 0, context)


def _as_records(rows: Array, dtype: np.dtype[Any]) -> Array:
    made = records(len(rows), dtype)
    words(made)[...] = words(rows)
    return made
