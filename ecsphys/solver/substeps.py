"""The inner loop of a step, to be read aloud."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import INTS, array, entry
from ..settings import CONTEXT, StepContext
from ..world.layout import BODY, CONTACT, SHAPE
from .coloring import order_contacts
from .contact import relax, restitute, solve, store, warm_start
from .integrate import coast_bodies, integrate_positions, integrate_velocities, scatter_movers
from .prepare import prepare
from .rows import WORKSPACE, Workspace

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]


@entry(array(BODY), INTS, array(SHAPE), array(CONTACT), WORKSPACE, CONTEXT)
def advance(
    bodies: Rows, awake: Ints, shapes: Rows, contacts: Rows, work: Workspace, context: StepContext
) -> None:
    """Advance all bodies awake by one step."""
    movers, points = work.movers, work.points
    sizes = order_contacts(bodies, awake, shapes, contacts, work, context)
    constraints = work.constraints[: sizes.constraints]
    prepare(bodies, shapes, contacts, work, context, sizes.constraints)
    for _ in range(context.substeps):
        integrate_velocities(movers, sizes.movers)
        warm_start(movers, constraints, points)
        solve(movers, constraints, points, context)
        integrate_positions(movers, sizes.movers, context.h)
        relax(movers, constraints, points, context)
    restitute(movers, constraints, points, context)
    store(contacts, constraints, points)
    scatter_movers(bodies, movers, sizes.movers, context.dt)
    coast_bodies(bodies, awake, work.slots, context)
