"""The inner loop of a step, to be read aloud."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import INTS, array, entry
from ..settings import CONTEXT, StepContext
from ..world.layout import BODY, CONTACT, SHAPE
from .coloring import busy_movers, order_contacts
from .contact import relax, restitute, solve, store, warm_start
from .integrate import coast, gather_movers, integrate_positions, integrate_velocities, scatter_movers
from .prepare import prepare
from .rows import WORKSPACE, Workspace

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]


@entry(array(BODY), INTS, array(SHAPE), array(CONTACT), WORKSPACE, CONTEXT)
def advance(
    bodies: Rows, awake: Ints, shapes: Rows, contacts: Rows, work: Workspace, context: StepContext
) -> None:
    """Advance all bodies awake by one step."""
    gather_movers(bodies, awake, work, context)
    count = order_contacts(bodies, shapes, contacts, work) if context.response == 1 else 0
    busy = work.busy[: busy_movers(work.movers, len(awake), work.busy)]
    prepare(bodies, shapes, contacts, work, context, count)
    movers, constraints, points = work.movers, work.constraints[:count], work.points
    for _ in range(context.substeps):
        integrate_velocities(movers, busy)
        warm_start(movers, constraints, points)
        solve(movers, constraints, points, context)
        integrate_positions(movers, busy, context.h)
        relax(movers, constraints, points, context)
    restitute(movers, constraints, points, context)
    store(contacts, constraints, points)
    coast(movers, len(awake), context)
    scatter_movers(bodies, movers, len(awake), context.dt)
