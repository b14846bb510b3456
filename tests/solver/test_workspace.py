"""Room for a solve: enough for any order of constraints, and no more than a small world needs."""

from __future__ import annotations

import numpy as np
import pytest

from ecsphys.solver.coloring import lay_out_blocks
from ecsphys.solver.constraint import CLASSES
from ecsphys.solver.records import LANES
from ecsphys.solver.workspace import Workspace, ensure_workspace
from tests.kernels import attributes


def room_for(constraints: int) -> Workspace:
    return ensure_workspace(2, 2, constraints, 1, 1, 0, None)


@pytest.mark.parametrize("constraints", [1, 3, LANES, 10 * LANES, CLASSES, CLASSES + LANES, 3 * CLASSES])
def test_blocks_suffice_if_each_constraint_has_a_class_of_its_own(constraints: int) -> None:
    work = room_for(constraints)
    most = len(work.ordered)
    alone = min(most, CLASSES)
    starts = np.zeros(CLASSES + 1, np.int64)
    starts[1 : alone + 1] = 1
    starts[1] += most - alone
    assert lay_out_blocks(attributes(work.heads), starts) <= len(work.heads)
    assert starts[CLASSES] == most
    assert len(work.heads) == len(work.contact_blocks) == len(work.joint_blocks)


def test_a_small_world_takes_little_memory() -> None:
    work = room_for(2)
    assert sum(rows.nbytes for rows in work if isinstance(rows, np.ndarray)) < 2e6  # it was 16 MB
