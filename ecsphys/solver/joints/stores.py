"""What the springs of joints of any type hold, for the budgets of energy: a function of where bodies are.

What springs do by their impulses is no measure: these act in the directions of a sub-step's start, on the
masses that bodies have there, and with less or more of a lag as sub-steps become shorter or longer. Each of
that let undamped springs gain. So an island may have what it had, less what its springs hold more.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined
from .block import CORE, DRIVE
from .rows import angle_row
from .softness import Spring, Store, store_of


@inlined
def note_strains(block: Any, i: int, joint: Any) -> None:
    """Note how far the springs of a lane are stretched, and what they move, of the rows that are set."""
    for row in range(CORE + 1):
        block.strain[row, i], block.weight[row, i] = block.error[row], block.mass[row]
    block.strain[DRIVE, i] -= joint.target


@inlined
def store_of_lane(block: Any, i: int, joint: Any, h: float) -> Store:
    """Return what the springs of a lane hold, at the speeds that it has kept."""
    angle = angle_row(joint)
    line = Spring(block.line_s[i], block.line_k[i], block.line_o[i])
    turn = Spring(block.angle_s[i], block.angle_k[i], block.angle_o[i])
    drive = Spring(block.drive_s[i], block.drive_k[i], block.drive_o[i])
    all_of = store_of(drive, block.weight[DRIVE, i], block.strain[DRIVE, i], block.drive_before[i], h)
    for row in range(CORE):
        spring = turn if row == angle else line
        one = store_of(spring, block.weight[row, i], block.strain[row, i], block.core_before[row, i], h)
        damped = all_of.is_damped or one.is_damped
        all_of = Store(all_of.energy + one.energy, all_of.lag + one.lag, damped)
    return all_of
