"""`python -m tests.fuzz NAME --count N --seed S`: runs a fuzzer, prints failing seeds as scripts."""

from __future__ import annotations

import argparse
import faulthandler
import itertools
import sys
import time

import ecsphys
from tests.fuzz.runner import fuzzers, load, try_seed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("name", nargs="?", help=f"one of {', '.join(fuzzers())}")
    parser.add_argument("--count", type=int, help="how many seeds, 100 without --seconds")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=float, help="begin no seed later than this")
    given = parser.parse_args()
    if given.name is None:
        print(*fuzzers(), sep="\n")
        return 0
    if given.name not in fuzzers():
        parser.error(f"no fuzzer {given.name!r}, there are: {', '.join(fuzzers())}")
    count = given.count or (100 if given.seconds is None else None)
    return 1 if fuzz(given.name, given.seed, count, given.seconds) else 0


def fuzz(name: str, first: int, count: int | None, seconds: float | None) -> int:
    """Run seeds from `first` on; return how many failed."""
    faulthandler.enable()
    fuzzer = load(name)
    start, failures, done = time.monotonic(), 0, 0
    for seed in itertools.count(first):
        spent = time.monotonic() - start
        if done == count or (seconds is not None and spent > seconds):
            break
        print(f"\r{name} {seed} ", end="", file=sys.stderr, flush=True)  # the last one if the process dies
        failure = try_seed(fuzzer, seed)
        done += 1
        if failure:
            failures += 1
            print(
                f"\n=== {name} {seed} fails\n{failure.traceback}\n=== as a script\n{failure.script}",
                flush=True,
            )
    spent = time.monotonic() - start
    print(f"\n{name}: {done} seeds from {first}, {failures} failed, {spent:.0f} s, {ecsphys.backend}")
    return failures


if __name__ == "__main__":
    sys.exit(main())
