"""Create colliders from a grid of solid cells."""

from __future__ import annotations

from enum import IntFlag

import numpy as np
import numpy.typing as npt

from ..math2d.check import positive
from ..math2d.union import grid_outlines
from ..shapes import Chain
from .components import Collider
from .components.layers import ALL


def colliders_from_grid(
    array: npt.ArrayLike,
    cell: float,
    *,
    offset: tuple[float, float] = (0.0, 0.0),
    angle: float = 0.0,
    friction: float = 0.5,
    restitution: float = 0.0,
    trigger: bool = False,
    layer: int | IntFlag = 1,
    mask: int | IntFlag = ALL,
    detect_mask: int | IntFlag = 0,
    group: int = 0,
    surface_speed: float = 0.0,
    one_way: tuple[float, float] | None = None,
    enabled: bool = True,
) -> list[Collider]:
    """Return colliders for the solid cells of a grid, for entities that do not move.

    ```python
    for collider in colliders_from_grid(cave, 32, friction=0.2):
        esper.create_entity(Transform(), collider)
    ```

    `array` has two dimensions and holds bools or whole numbers; what is not zero is solid.
    `array[row, column]` is the square with its lower left corner at `(column * cell, row * cell)`: row 0 is
    at the bottom, as y points up. Flip what is written down from the top: `array[::-1]`. `cell` is the side
    of a cell in game units. The keywords are those of `Collider`.

    All cells form one collider of few chains, one around each island and each hole, so that nothing catches
    on the seams between cells; what is inside counts as solid. An array without solid cells gives no
    collider. Raises `TypeError` for other values, `ValueError` for other dimensions or a bad `cell`.

    >>> import esper
    >>> from ecsphys import Physics, Transform, colliders_from_grid
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> cave = ["#..#",
    ...         "####"]
    >>> cells = [[c == "#" for c in row] for row in cave[::-1]]
    >>> for collider in colliders_from_grid(cells, 32, friction=0.2):
    ...     ground = esper.create_entity(Transform(), collider)
    ...
    >>> physics.raycast((48, 64), (48, 0)).point
    Vec2(x=48.0, y=32.0)
    """
    cells = np.asarray(array)
    if cells.dtype.kind not in "biu":
        raise TypeError(f"array must hold bools or whole numbers, got {cells.dtype}")
    if cells.ndim != 2:
        raise ValueError(f"array must have two dimensions, rows and columns, got {cells.ndim}")
    outlines = grid_outlines(cells != 0, positive(cell, "cell"))
    if not outlines:
        return []
    ground = Collider(
        [Chain(outline, loop=True) for outline in outlines],
        offset=offset,
        angle=angle,
        friction=friction,
        restitution=restitution,
        trigger=trigger,
        layer=layer,
        mask=mask,
        detect_mask=detect_mask,
        group=group,
        surface_speed=surface_speed,
        one_way=one_way,
        enabled=enabled,
    )
    return [ground]
