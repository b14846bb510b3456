"""The movers of islands that may have budgets, lane by lane: their masses, their forces, and their energy.

All islands' movers at once become vector instructions; the sums of islands take the lanes one by one, in the
order in which they are listed.
"""

from __future__ import annotations

from typing import Any

from ...compile import gather_words, inlined
from ..blocks import lane_indices
from ..records import DELTA, FORCE, LANE_BITS, LANES, MASS, VECTOR_LANES, VELOCITY
from ..workspace import Workspace, WorldRows
from .records import BEGAN, KINETIC, NO_ISLAND, PUSH, WORK

# Share of the work of forces, without the lag, by which an island may gain: RATTLE (see `joints.pin`) returns
# within a swing what it took, and a pendulum that may not take it back loses 0.2 % of its energy a minute.
LEAK = 1e-4


@inlined
def block_count(work: Workspace) -> int:
    """Return the number of blocks of movers."""
    return int(work.budget.islands[NO_ISLAND].end + LANES - 1) >> LANE_BITS


@inlined
def lane_counts(work: Workspace, k: int) -> tuple[int, int]:
    """Return how many lanes of block k are in use, and that rounded up to full vectors."""
    count = min(work.budget.islands[NO_ISLAND].end - k * LANES, LANES)
    return count, (count + VECTOR_LANES - 1) // VECTOR_LANES * VECTOR_LANES


@inlined
def block_at(work: Workspace, n: int) -> Any:
    """Return the block of the nth mover."""
    return work.budget.lanes[n >> LANE_BITS]


@inlined
def lane_at(n: int) -> int:
    """Return the lane of the nth mover."""
    return n & (LANES - 1)


@inlined
def add_up(work: Workspace, island: Any, p: int, q: int, start: float) -> tuple[float, float]:
    """Return the sums of two rows of an island's `values`; the first one begins with `start`."""
    one, two, n, last = start, 0.0, island.first, island.end
    while n < last:
        block, i = block_at(work, n), lane_at(n)
        end = min(i + (last - n), LANES)
        for k in lane_indices(i, end):
            one += block.values[p, k]
            two += block.values[q, k]
        n += end - i
    return one, two


@inlined
def open_lanes(rows: WorldRows, work: Workspace, h: float) -> None:
    """Set the masses of movers, those of the game whatever the solver takes instead, their forces, and their
    kinetic energy.
    """
    scratch = work.scratch[0]
    for k in range(block_count(work)):
        block, (count, padded) = work.budget.lanes[k], lane_counts(work, k)
        gather_words(work.movers, VELOCITY, block.mover, scratch.a, 0, count)
        gather_words(work.movers, MASS, block.mover, scratch.b, 0, count)
        gather_words(work.movers, FORCE, block.mover, scratch.delta_a, 0, count)
        for i in range(count):
            body = rows.bodies[work.movers[block.mover[i]].body]
            block.mass_x[i], block.inertia[i] = body.inverse_mass, body.inverse_inertia
        for i in lane_indices(0, padded):
            open_lane(block, i, scratch.b, scratch.delta_a, h)
            block.values[KINETIC, i] = kinetic_of(block, i, scratch.a)


@inlined
def open_lane(block: Any, i: int, mass: Any, force: Any, h: float) -> None:
    """Set the masses of a lane, of which it has the inverse ones of the game, and its forces."""
    mx, my, inertia, ax, ay, aw = mass[0, i], mass[1, i], mass[2, i], force[0, i], force[1, i], force[2, i]
    own = 1.0 / block.mass_x[i] if block.mass_x[i] > 0.0 else 0.0
    mass_x, mass_y = own if mx > 0.0 else 0.0, own if my > 0.0 else 0.0
    block.mass_x[i], block.mass_y[i] = mass_x, mass_y
    block.inertia[i] = 1.0 / block.inertia[i] if inertia > 0.0 else 0.0
    block.force_x[i], block.force_y[i] = mass_x * ax / h, mass_y * ay / h
    torque = aw / (inertia * h) if inertia > 0.0 else 0.0  # `aw` is that of the inertia in use
    block.torque[i] = torque
    block.values[PUSH, i] = 0.5 * ((mass_x * ax * ax + mass_y * ay * ay) + h * abs(torque * aw))


@inlined
def kinetic_of(block: Any, i: int, velocity: Any) -> float:
    """Return the kinetic energy of a lane in the frame of its island."""
    vx, vy, w = velocity[0, i] - block.frame_x[i], velocity[1, i] - block.frame_y[i], velocity[2, i]
    linear = block.mass_x[i] * vx * vx + block.mass_y[i] * vy * vy
    return float(0.5 * (linear + block.inertia[i] * w * w))


@inlined
def begin_lanes(work: Workspace) -> None:
    """Note the state of all movers at the start of a sub-step, and their kinetic energy."""
    scratch = work.scratch[0]
    velocity, delta = scratch.a, scratch.delta_a
    for k in range(block_count(work)):
        block, (count, padded) = work.budget.lanes[k], lane_counts(work, k)
        gather_words(work.movers, VELOCITY, block.mover, velocity, 0, count)
        gather_words(work.movers, DELTA, block.mover, delta, 0, count)
        for i in lane_indices(0, padded):
            block.vx[i], block.vy[i], block.w[i] = velocity[0, i], velocity[1, i], velocity[2, i]
            block.dx[i], block.dy[i], block.turn[i] = delta[0, i], delta[1, i], velocity[3, i]
            block.values[KINETIC, i] = kinetic_of(block, i, velocity)


@inlined
def find_motion(work: Workspace, h: float) -> None:
    """Find the kinetic energy of all movers, and what forces did to them in a sub-step of `h` seconds."""
    scratch = work.scratch[0]
    for k in range(block_count(work)):
        block, (count, padded) = work.budget.lanes[k], lane_counts(work, k)
        gather_words(work.movers, VELOCITY, block.mover, scratch.a, 0, count)
        gather_words(work.movers, DELTA, block.mover, scratch.delta_a, 0, count)
        for i in lane_indices(0, padded):
            block.values[WORK, i] = work_of_forces(block, i, scratch.a, scratch.delta_a, h)
            block.values[KINETIC, i] = kinetic_of(block, i, scratch.a)


@inlined
def work_of_forces(block: Any, i: int, velocity: Any, delta: Any, h: float) -> float:
    """Return what gravity and the forces of the game did to a lane in a sub-step of `h` seconds."""
    x, y = delta[0, i] - block.dx[i] - h * block.frame_x[i], delta[1, i] - block.dy[i] - h * block.frame_y[i]
    turn = block.torque[i] * (velocity[3, i] - block.turn[i])
    moved = block.force_x[i] * x + (block.force_y[i] * y + turn)
    lag = block.force_x[i] * (velocity[0, i] - block.vx[i])
    lag += block.force_y[i] * (velocity[1, i] - block.vy[i])
    lag += block.torque[i] * (velocity[2, i] - block.w[i])
    return float(moved + LEAK * abs(moved) - 0.5 * h * lag)


@inlined
def find_speeds(work: Workspace, h: float, forces: bool) -> None:
    """Find the kinetic energy of all movers as SOLVE has left them; with `forces` the work of these in a
    sub-step at such speeds, and half of that at those of its start.
    """
    velocity = work.scratch[0].a
    for k in range(block_count(work)):
        block, (count, padded) = work.budget.lanes[k], lane_counts(work, k)
        gather_words(work.movers, VELOCITY, block.mover, velocity, 0, count)
        for i in lane_indices(0, padded):
            block.values[KINETIC, i] = kinetic_of(block, i, velocity)
        for i in lane_indices(0, padded if forces else 0):
            x, y, turn = h * block.force_x[i], h * block.force_y[i], h * block.torque[i]
            fx, fy = block.frame_x[i], block.frame_y[i]
            now = x * (velocity[0, i] - fx) + y * (velocity[1, i] - fy) + turn * velocity[2, i]
            began = x * (block.vx[i] - fx) + y * (block.vy[i] - fy) + turn * block.w[i]
            block.values[WORK, i], block.values[BEGAN, i] = now, 0.5 * began
