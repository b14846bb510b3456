"""`python -m ecsphys`: show and test the installation; `python -m ecsphys warm-up`: compile all kernels."""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

import ecsphys
from ecsphys.compile import ENTRIES, backend, cache_root, reason
from ecsphys.compile.warm_up import warm_up
from ecsphys.self_test import self_test


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m ecsphys", description=__doc__)
    parser.add_argument("command", nargs="?", choices=["info", "warm-up"], default="info")
    if parser.parse_args(arguments).command == "warm-up":
        _warm_up()
    else:
        _info()
    return 0


def _info() -> None:
    print(f"ecsphys {ecsphys.__version__}, Python {platform.python_version()}")
    print(f"back end: {backend}" + (f" ({reason})" if reason else ""))
    print(f"processor: {_processor()}")
    print(f"cache: {cache_root() if backend == 'jit' else 'none needed'}")
    if backend == "jit":
        _warm_up()
    print(f"self-test: {self_test()}")


def _processor() -> str:
    """Return the processor's name as Linux reports it, elsewhere as Python does."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return f"{next(names, platform.processor() or 'unknown')}, {platform.machine()}, {platform.system()}"


def _warm_up() -> None:
    start = time.perf_counter()
    progress, close = _bar()
    warm_up(progress)
    close()
    print(f"{len(ENTRIES)} kernels ready ({backend}) after {time.perf_counter() - start:.1f} s")


def _bar() -> tuple[Callable[[int, int, str], None], Callable[[], None]]:
    """Return a progress function and a function that closes it: a tqdm bar if installed, else plain text."""
    try:
        from tqdm import tqdm
    except ImportError:
        return _plain_bar, lambda: None
    bar = tqdm(total=1, unit="kernel", desc="compiling", file=sys.stderr)

    def progress(done: int, total: int, name: str) -> None:
        bar.total = total
        bar.set_postfix_str(name, refresh=False)
        bar.update(done - bar.n)

    return progress, bar.close


def _plain_bar(done: int, total: int, name: str) -> None:
    end = "\n" if done == total or not sys.stderr.isatty() else ""
    print(f"\rcompiling {done}/{total} {name:<50.50}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
