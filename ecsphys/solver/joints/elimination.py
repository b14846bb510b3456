"""The elimination of a branch: how its rows yield with all that hangs on them, and the impulses that follow.

The rows of a branch are factored as L D Lᵀ, one after the other (G. Golub and C. Van Loan, *Matrix
Computations*, 4.1): a row that those before it leave no effect gets none.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined
from ...settings import StepContext
from .branch_rows import LOWER, MOTOR, UPPER
from .branch_switches import impulse_of, row_speed
from .rows import NO_EFFECT

GIVE = 1e-6  # compliance of a row, as a share of the speed that a unit impulse adds to its two bodies alone
# The same of limits and motors. Where a structure holds without them, the least error would ask for impulses
# that belong to no motion; two bars as a rigid triangle, with a limit at their hinge, flew apart by them.
DRIVE_GIVE = 1e-4
TORN_ROWS = 2  # in the place of `push`
TURN_SLOP = 0.005  # radians, what the slop of lengths is at a lever of a typical object


@inlined
def give_of(role: int) -> float:
    """Return GIVE or, of limits and motors, DRIVE_GIVE: the compliance of a row beside that of springs."""
    return DRIVE_GIVE if role in (MOTOR, LOWER, UPPER) else GIVE


@inlined
def give_of_row(block: Any, i: int, n: int, least: float, mended: float) -> float:
    """Return the compliance of a row beside that of springs; `least`: that which all have at least, as GIVE,
    and `mended` in terms of its scale (see `mending`).
    """
    give = max(least, give_of(block.role[i, n])) * block.own[i, n]
    return float(max(give, mended * scale_of_row(block, i, n)) if mended > 0.0 else give)


@inlined
def scale_of_row(block: Any, i: int, n: int) -> float:
    """Return the speed that a unit impulse of a row adds to its two bodies without arms, in all poses."""
    scale = block.ia[i] + block.ib[i] if turns(block, i, n) else block.mx[i] + block.my[i]
    return float(scale if scale > 0.0 else block.own[i, n])


@inlined
def factor_branch(block: Any, i: int, child: int, node: Any, mended: float) -> None:
    """Set how the rows of a lane yield, given the inverse mass of its child with all that hangs on it; the
    child's factors begin at word `child` of a row; `mended`: see `give_of_row`.

    A row that the ones before it leave no effect gets none: two locked bodies, for example.
    """
    count = block.count[i]
    for n in range(count):
        x, y, w = block.row[i, n, child], block.row[i, n, child + 1], block.row[i, n, child + 2]
        vx = node.mxx * x + node.mxy * y + node.mxw * w
        vy = node.mxy * x + node.myy * y + node.myw * w
        vw = node.mxw * x + node.myw * y + node.mww * w
        for q in range(n, count):
            gain = block.row[i, q, child] * vx + block.row[i, q, child + 1] * vy
            block.small[q, n] = gain + block.row[i, q, child + 2] * vw
    for n in range(count):
        give = give_of_row(block, i, n, GIVE, mended)
        whole = block.small[n, n] + max(0.0, block.soft[i, n]) + give
        rest = whole
        for p in range(n):
            rest -= block.low[i, n, p] * block.low[i, n, p] * block.rest[p]
        acts = block.soft[i, n] >= 0.0 and rest > NO_EFFECT * whole
        block.rest[n] = rest if acts else 0.0
        block.inverse[i, n] = 1.0 / rest if acts else 0.0
        for q in range(n + 1, count):
            shared = block.small[q, n]
            for p in range(n):
                shared -= block.low[i, q, p] * block.low[i, n, p] * block.rest[p]
            block.low[i, q, n] = shared * block.inverse[i, n]


@inlined
def load_parent(block: Any, i: int, parent: int, node: Any) -> None:
    """Make a branch's parent as heavy as its child is at their rows."""
    for n in range(block.count[i]):
        x, y, w = block.row[i, n, parent], block.row[i, n, parent + 1], block.row[i, n, parent + 2]
        for p in range(n):
            share = block.low[i, n, p]
            x -= share * block.small[p, 0]
            y -= share * block.small[p, 1]
            w -= share * block.small[p, 2]
        block.small[n, 0], block.small[n, 1], block.small[n, 2] = x, y, w
        mass = block.inverse[i, n]
        node.mxx += mass * x * x
        node.mxy += mass * x * y
        node.mxw += mass * x * w
        node.myy += mass * y * y
        node.myw += mass * y * w
        node.mww += mass * w * w


@inlined
def load_of(block: Any, i: int, role: int) -> float:
    """Return the impulse to which a row gives way: a limit not to the motor that pushes against it."""
    j = impulse_of(block, i, role)
    if role >= LOWER:
        j += block.leans[i] * (block.motor_j[i] if role == LOWER else -block.motor_j[i])
    return float(j)


@inlined
def share_beyond(error: float, slop: float) -> float:
    """Return the share of an error that is beyond the slop: of that joints give way to each other, too, or
    two that contradict each other would push ever harder.
    """
    return max(0.0, 1.0 - slop / max(error, slop))


@inlined
def turns(block: Any, i: int, n: int) -> bool:
    """Whether a row of a lane measures an angle."""
    return bool(block.row[i, n, 3] == 0.0 and block.row[i, n, 4] == 0.0)


@inlined
def drift_share(block: Any, i: int, n: int, context: StepContext) -> float:
    """Return the share of a row's error that is beyond the slop."""
    slop = TURN_SLOP if turns(block, i, n) else context.slop
    return share_beyond(abs(block.push[i, n]), context.joint_bias_rate * slop)


@inlined
def aim_branch(
    block: Any, i: int, a: Any, b: Any, soft: int, push: int, least: float, context: StepContext
) -> None:
    """Set the speeds that the rows of a lane are to gain; `push`: 0 if they leave errors alone up to the
    slop, TORN_ROWS if they leave all to `mending`; `least`: the compliance that all have at least, as GIVE.
    """
    for n in range(block.count[i]):
        goal = -(row_speed(block, i, n, a, b) + block.bias[i, n])
        if soft == 1:
            role = block.role[i, n]
            share = 1.0
            if push == 0:
                share = drift_share(block, i, n, context)
            give = block.soft[i, n] + share * max(least, give_of(role)) * block.own[i, n]
            held = 0.0 if push == TORN_ROWS else share
            goal -= block.row_bend[i, n] + held * block.push[i, n] + give * load_of(block, i, role)
        block.goal[i, n] = goal


@inlined
def yield_to(block: Any, i: int, at: int, node: Any) -> None:
    """Take from the goals of a lane what the node of one of its bodies already moves; `at`: its words."""
    for n in range(block.count[i]):
        x, y, w = block.row[i, n, at], block.row[i, n, at + 1], block.row[i, n, at + 2]
        block.goal[i, n] -= x * node.vx + y * node.vy + w * node.vw


@inlined
def solve_rows(block: Any, i: int) -> None:
    """Set the impulses of a lane that reach its goals: `answer`."""
    count = block.count[i]
    for n in range(count):
        z = block.goal[i, n]
        for p in range(n):
            z -= block.low[i, n, p] * block.answer[p]
        block.answer[n] = z
    for m in range(count):
        n = count - 1 - m
        z = block.answer[n] * block.inverse[i, n]
        for q in range(n + 1, count):
            z -= block.low[i, q, n] * block.answer[q]
        block.answer[n] = z


@inlined
def push_rows(block: Any, i: int, at: int, node: Any) -> None:
    """Add the impulses `answer` to those of the node whose words begin at `at`."""
    for n in range(block.count[i]):
        j = block.answer[n]
        node.fx += j * block.row[i, n, at]
        node.fy += j * block.row[i, n, at + 1]
        node.fw += j * block.row[i, n, at + 2]
