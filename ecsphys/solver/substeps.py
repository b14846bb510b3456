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
def advance(bodies: Rows, awake: Ints, shapes: Rows, contacts: Rows, work: Workspace, context: StepContext) -> None:
    """Advance all bodies awake by one step."""
    gather_movers(bodies, awake, work, context)
    count = order_contacts(bodies, shapes, contacts, work) if context.response == 1 else 0
    busy = work.busy[: busy_movers(work.movers, len(awake), work.busy)]
    prepare(bodies, shapes, contacts, work, context, count)
    for _ in range(context.substeps):
        integrate_velocities(work.movers, busy)
        warm_start(work, count)
        solve(work, count, context)
        integrate_positions(work.movers, busy, context.h)
        relax(work, count, context)
    restitute(work, count, context)
    store(contacts, work, count)
    coast(work.movers, len(awake), context)
    scatter_movers(bodies, work, len(awake), context.dt)
