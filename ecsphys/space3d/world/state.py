"""All state of one physics world in space."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array, Ints
from ...compile import records
from ...world.base_world import BaseWorld
from ...world.contacts import PairTable
from ...world.events import COLLISION_KINDS, TRIGGER_KINDS, EventStore
from .bodies import Bodies3
from .event_records import CROSSING3, EVENT3
from .records import MANIFOLD3
from .shapes import Shapes3


class World3(BaseWorld):
    """All state of one physics world in space."""

    bodies: Bodies3
    shapes: Shapes3

    def __init__(self, dimension: Any = None) -> None:
        super().__init__(dimension)
        self.bodies = Bodies3()
        self.shapes = Shapes3()
        self.solid: PairTable = PairTable(COLLISION_KINDS, manifold=MANIFOLD3)
        self.triggers: PairTable = PairTable(TRIGGER_KINDS, manifold=MANIFOLD3)
        self.events: EventStore = EventStore(record=EVENT3)
        self.crossings: Array = records(0, CROSSING3)
        self.dropped_hits: Ints = np.zeros(0, np.int64)  # stays empty: space has no contact hooks
