"""The inner loop of a step, to be read aloud."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import INTS, array, entry
from ..settings import CONTEXT, StepContext
from ..world.layout import BODY, CONTACT, SHAPE
from .contact import prepare, relax, restitute, solve, store, warm_start
from .integrate import gather_movers, integrate_positions, integrate_velocities, scatter_movers
from .rows import WORKSPACE, Workspace

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]


@entry(array(BODY), INTS, array(SHAPE), array(CONTACT), WORKSPACE, CONTEXT)
def advance(bodies: Rows, awake: Ints, shapes: Rows, contacts: Rows, work: Workspace, context: StepContext) -> None:
    """Advance all bodies awake by one step."""
    gather_movers(bodies, awake, work, context)
    constraints = prepare(bodies, shapes, contacts, work, context) if context.response == 1 else 0
    for _ in range(context.substeps):
        integrate_velocities(work.movers, len(awake))
        warm_start(work, constraints)
        solve(work, constraints, context)
        integrate_positions(work.movers, len(awake), context.h)
        relax(work, constraints, context)
    restitute(work, constraints, context)
    store(contacts, work, constraints)
    scatter_movers(bodies, work, len(awake), context.dt)
