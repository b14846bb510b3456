"""The characters of a world in space, and the surfaces that they touched."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ...ecs.binding import C
from ...ecs.components.character_table import Characters
from ..character.records import HIT3


class Characters3(Characters[C]):
    """One row a character, and up to `MOST_HITS` rows of surfaces that it touched."""

    hit: ClassVar[np.dtype[Any]] = HIT3
    hit_row: ClassVar[struct.Struct] = struct.Struct("=qqdddddd")
    scaled: ClassVar[Mapping[str, float]] = {"step_height": 0.3, "snap": 0.3}
    entities: ClassVar[tuple[str, ...]] = ("floor_entity", "load_entity")
