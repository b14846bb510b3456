"""Judges what an engine does with a scene, from poses and velocities after each step.

The rule (issue 36): kinetic + potential + elastic energy never grows by more than 1 % of the largest fall.

- *Grows* is over the least so far: what friction took must not come back either.
- The *largest fall* is the greatest drop of potential and elastic energy so far, or the kinetic energy at the
  start, from which it may have fallen. To 1 % of it comes `noise`: what a sub-step of gravity does, and
  a `TREMOR` where there are contacts.
- *Readings*. Where velocities are kicked, then moved with (semi-implicit Euler, the default of all three
  engines), they belong as well to the middle of the sub-step as to its end; read at the end, the energy of a
  perfect pendulum swings by m g v h / 2 for ever (3 % of its fall at 60 Hz and one sub-step). A gain counts
  where all readings have it: at the end, with poses half a sub-step back, and half one of those that ecsphys
  takes of machines instead, at least 200 a second.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tests.fuzz.energy_links import Links
from tests.fuzz.energy_scene import WORLD, Scene

Table = npt.NDArray[np.float64]

GAIN = 0.01  # of the largest fall
TREMOR = 1e-4  # length_unit, a fiftieth of the slop of contacts: what rests may rise and sink by as much
GAP = 0.05  # of the machine's extent, by which joints that cannot be held exactly may stretch
RATE = 200.0  # sub-steps a second that machines take at least (`solver.joints.gather`)
TURN = 0.2  # radians, the same of angles
REST = 0.05  # length_unit/s: what sleeps is slower, in Box2D as well
PARTED = 0.05  # length_unit/s, fastest after an overlap at birth has parted (issue 36)
MOMENTUM = 1e-9  # of the largest sum of all momenta's amounts so far (issue 36)


class Verdict(NamedTuple):
    """What was seen: faults by letter, and the largest growth of energy in falls."""

    gain: float
    faults: dict[str, str]


class Judge:
    """Watches one scene."""

    share = MOMENTUM
    lag = -0.5  # of a sub-step: where poses are at the other readings
    slowest = REST  # momentum is compared with that of bodies which are at least so fast

    def __init__(self, scene: Scene, start: Table):
        self.scene, self.links, self.steps = scene, Links(scene, start), 0
        moving = [body.kind == "dynamic" for body in scene.bodies]
        self.mass = np.array([body.mass for body in scene.bodies]) * moving
        self.inertia = (np.array([body.inertia for body in scene.bodies]).T * moving).T
        self.reach = np.array([body.reach for body in scene.bodies])
        self.extent = extent_of(start, self.mass, self.reach)
        self.faults: dict[str, str] = {}
        self.gain, self.worst = 0.0, 0
        kinetic, high = self.kinetic(start), self.potential(start)
        self.finer = math.ceil(RATE * scene.sub_step) if scene.links else 1
        self.least = [kinetic + energy for energy in self.readings(start)]
        self.high, self.fall = high, kinetic
        self.noise = self.noise_of()
        self.momentum, self.amount = self.momentum_of(start)

    def noise_of(self) -> float:
        """Return the energy of a sub-step of gravity, and of the tremor of contacts."""
        tremor = TREMOR if any(body.solid for body in self.scene.bodies) else 0.0
        g, h = self.scene.gravity, self.scene.sub_step
        rounding = 1e-9 * max(abs(self.least[0]), self.fall)
        return float(self.mass.sum() * g * (0.5 * g * h * h + tremor) + rounding)

    def kinetic(self, state: Table) -> float:
        """Return the kinetic energy."""
        vx, vy, w = state[:, 3:].T
        return float(0.5 * (self.mass * (vx * vx + vy * vy) + self.inertia * w * w).sum())

    def potential(self, state: Table) -> float:
        """Return the energy of gravity and springs."""
        falls = self.scene.gravity * float((self.mass * state[:, 1]).sum())
        return falls + (self.links.elastic(state) if self.links.is_springy else 0.0)

    def readings(self, state: Table) -> list[float]:
        """Return what that is at all readings."""
        h = self.lag * self.scene.sub_step
        times = (0.0, h) if self.finer == 1 else (0.0, h, h / self.finer)
        return [self.potential(self.moved(state, time)) for time in times]

    def moved(self, state: Table, time: float) -> Table:
        """Return a state with the poses of another time."""
        then = state.copy()
        then[:, :3] += time * state[:, 3:]
        return then

    def see(self, state: Table) -> bool:
        """Look at the world after a step; return whether it can go on."""
        self.steps += 1
        if not np.isfinite(state).all() or np.abs(state).max() > 1e9:
            self.fault("lost", "something is put aside, not finite or beyond 1e9")
            return False
        self.see_energy(state)
        if self.steps % 8 == 0:
            self.see_gaps(state)
            self.see_momentum(state)
        return True

    def see_energy(self, state: Table) -> None:
        """Keep the largest growth, in falls."""
        kinetic, potential = self.kinetic(state), self.potential(state)
        self.high = max(self.high, potential)
        self.fall = max(self.fall, self.high - potential)
        growth = math.inf
        for k, energy in enumerate(kinetic + energy for energy in self.readings(state)):
            growth = min(growth, energy - self.least[k])
            self.least[k] = min(self.least[k], energy)
        unit = max(self.fall, self.noise / GAIN)
        gain = (growth - self.noise) / unit if unit > 0.0 else 0.0
        if gain > self.gain:
            self.gain, self.worst = gain, self.steps
        if self.gain > GAIN and not self.scene.overlaps:
            self.fault("gain", "energy grows")

    def see_gaps(self, state: Table) -> None:
        """Keep whether joints are out of place."""
        if not self.scene.links:
            return
        length, angle = self.links.gaps(state)
        if length > GAP * self.extent:
            self.fault("gap", f"a joint is apart by {length / self.extent:.3g} of the machine's extent")
        if angle > TURN:
            self.fault("gap", f"a joint is turned out of place by {angle:.3g} radians")

    def speeds(self, state: Table) -> Table:
        """Return the speed of each body's fastest point, at most."""
        return np.hypot(state[:, 3], state[:, 4]) + self.reach * np.abs(state[:, 5])

    def momentum_of(self, state: Table) -> tuple[Table, Table]:
        """Return linear and angular momentum, and the sums of their amounts, at `REST` at least."""
        x, y, _, vx, vy, w = state.T
        linear, spin = self.mass * np.maximum(np.hypot(vx, vy), self.slowest), np.abs(self.inertia * w)
        angular = self.mass * (x * vy - y * vx) + self.inertia * w
        total = np.array([(self.mass * vx).sum(), (self.mass * vy).sum(), angular.sum()])
        turning = (linear * (np.hypot(x, y) + self.reach) + spin).sum()
        return total, np.array([linear.sum(), linear.sum(), turning])

    def see_momentum(self, state: Table) -> None:
        """Keep whether what nothing holds changes its momentum."""
        if not is_free(self.scene):
            return
        now, amount = self.momentum_of(state)
        self.amount = np.maximum(self.amount, amount)
        change = np.abs(now - self.momentum) / np.maximum(self.amount, 1e-30)
        if change.max() > self.share:
            self.fault("momentum", f"it changes by {change.max():.3g} of its amount")

    def fault(self, kind: str, words: str) -> None:
        """Keep the first fault of a kind."""
        self.faults.setdefault(kind, f"{words} at {self.steps / self.scene.hz:.3f} s")

    def end(self, state: Table) -> Verdict:
        """Return the verdict."""
        if "lost" not in self.faults and (self.scene.rests or self.scene.overlaps):
            speed = float(self.speeds(state)[self.mass > 0.0].max(initial=0.0))
            if self.scene.rests and speed > REST:
                self.fault("rest", f"something moves at {speed:.3g} length_unit/s")
            if self.scene.overlaps and speed > PARTED:
                self.fault("parted", f"something made in another body flies at {speed:.3g} length_unit/s")
        if "gain" in self.faults:
            self.faults["gain"] += f", by {self.gain:.3g} falls at {self.worst / self.scene.hz:.3f} s"
        return Verdict(self.gain, self.faults)


def is_free(scene: Scene) -> bool:
    """Return whether nothing but the bodies themselves acts on them."""
    held = any(body.kind != "dynamic" or body.damping or body.locks for body in scene.bodies)
    return not held and scene.gravity == 0.0 and all(link.a != WORLD for link in scene.links)


def extent_of(start: Table, mass: Table, reach: Table) -> float:
    """Return the size of a machine: the diagonal of what spans its bodies' boxes."""
    at, r = start[mass > 0.0, :2], reach[mass > 0.0, None]
    return float(np.hypot(*((at + r).max(axis=0) - (at - r).min(axis=0)))) if len(at) else 1.0
