"""Fire a million seeded shots at walls and at each other: `python -m benchmarks.tunnelling [--shots N]`.

Prints for every case how many were shot, went through and hit something, and the CPU time of the physics.
Exits with 1 if any went through.
"""

from __future__ import annotations

import argparse
import sys
import zlib

import esper
import numpy as np

from ecsphys import warm_up

from .ranges import Make, Tally, cases

LANES = 200
VOLLEYS = 8  # per world


def shoot(name: str, make: Make, shots: int, seed: int = 0, lanes: int = LANES) -> Tally:
    """Fire the shots of a case, in as many worlds as needed."""
    rng = np.random.default_rng([seed, zlib.crc32(name.encode())])
    total = Tally(0, 0, 0, 0.0)
    while total.shots < shots:
        left = shots - total.shots
        here = make(rng, min(lanes, left))
        for _ in range(min(VOLLEYS, left // here.lanes)):
            total = Tally(*(a + b for a, b in zip(total, here.fire(), strict=True)))
        world = esper.current_world
        esper.switch_world("default")
        esper.delete_world(world)
    return total


def report(name: str, t: Tally) -> None:
    """Return a row of the table."""
    print(f"{name:36}{t.shots:10,}{t.tunnelled:11,}{t.impacts:11,}{1e6 * t.seconds / t.shots:9.1f}")


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shots", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    options = parser.parse_args()
    warm_up()
    chosen = {name: make for name, make in cases().items() if options.only in name}
    print(f"{'case':36}{'shots':>10}{'tunnelled':>11}{'impacts':>11}{'us/shot':>9}")
    total = Tally(0, 0, 0, 0.0)
    for k, (name, make) in enumerate(chosen.items()):
        share = (options.shots * (k + 1)) // len(chosen) - (options.shots * k) // len(chosen)
        tally = shoot(name, make, share, options.seed)
        report(name, tally)
        total = Tally(*(a + b for a, b in zip(total, tally, strict=True)))
    report("all", total)
    return 1 if total.tunnelled else 0


if __name__ == "__main__":
    sys.exit(main())
