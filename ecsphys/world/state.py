"""All state of one physics world in the plane."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Array, Ints, Rows
from ..compile import records
from .areas import NO_INFLUENCES, Influences, InfluenceStore
from .base_world import BaseWorld
from .bodies import Bodies
from .constant_forces import NO_FORCES
from .contacts import PairTable
from .events import CROSSING, TRIGGER_KINDS, EventStore
from .joints import NO_JOINTS, Joints
from .shapes import Shapes


class World(BaseWorld):
    """All state of one physics world."""

    bodies: Bodies
    shapes: Shapes

    def __init__(self, dimension: Any = None) -> None:
        super().__init__(dimension)
        self.bodies = Bodies()
        self.shapes = Shapes()
        self.solid: PairTable = PairTable()
        self.triggers: PairTable = PairTable(TRIGGER_KINDS)
        self.events: EventStore = EventStore()
        self.crossings: Array = records(0, CROSSING)
        self.joints: Joints = NO_JOINTS
        self.joints_checked = -1  # `awake_version` when what is joined to awake bodies was last woken
        self.influences: Influences = NO_INFLUENCES  # of this step
        self.constant_forces: tuple[Rows, Ints] = NO_FORCES  # of `ConstantForceSystem`, and which of them act
        self.is_accelerated = False  # areas or fields act on bodies that were awake when this step began
        self.areas: Any = None  # the table of all areas, of `AreaSystem`
        self.influence_store: InfluenceStore = InfluenceStore()
        self.dropped_hits: Ints = np.zeros(0, np.int64)  # pair keys of entities, of hits that hooks dropped
