"""How far the compiling of kernels is: lines that compilers print, and a bar for those who wait."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TOLD = "ecsphys: "  # how the lines of a build that are for the user begin
_SHARE = "compiled of"
_PARTS = 10  # a line for each tenth: a log of a build has few of them
_told: dict[str, int] = {}


def tell_share(module: str, share: float) -> None:
    """Print how much of a module is compiled, if that is another tenth than before."""
    part = int(share * _PARTS + 1e-9)
    if _told.get(module) != part:
        _told[module] = part
        print(f"{TOLD}{part * 100 // _PARTS} % {_SHARE} {module}", flush=True)


def share_told(line: str) -> tuple[str, float] | None:
    """Return module and share that a line of `tell_share` tells, None for any other line."""
    percent, is_share, module = line.partition(f" % {_SHARE} ")
    number = percent.removeprefix(TOLD)
    return (module.strip(), int(number) / 100.0) if is_share and number.isdigit() else None


@contextmanager
def shares_shown() -> Iterator[Callable[[str], bool]]:
    """Return a function that takes a line, and shows the share that it tells if there is a terminal.

    It returns whether a line tells a share. All modules of which one was told are on one bar.
    """
    shares: dict[str, float] = {}
    progress, close = bar("%") if sys.stderr is not None and sys.stderr.isatty() else (_nothing, _nothing)

    def show(line: str) -> bool:
        told = share_told(line)
        if told is not None:
            shares.update([told])
            progress(round(100.0 * sum(shares.values()) / len(shares)), 100, " and ".join(shares))
        return told is not None

    try:
        yield show
    finally:
        close()


def _nothing(*_: object) -> None:
    """Show nothing."""


def bar(unit: str = "kernel") -> tuple[Callable[[int, int, str], None], Callable[[], None]]:
    """Return a progress function and a function that closes it: a tqdm bar if installed, else plain text."""
    try:
        from tqdm import tqdm
    except ImportError:
        return _plain_bar, lambda: None
    bar = tqdm(total=1, unit=unit, desc="compiling", file=sys.stderr)

    def progress(done: int, total: int, name: str) -> None:
        bar.total = total
        bar.set_postfix_str(name, refresh=False)
        bar.update(done - bar.n)

    return progress, bar.close


def _plain_bar(done: int, total: int, name: str) -> None:
    end = "\n" if done == total or not sys.stderr.isatty() else ""
    print(f"\rcompiling {done}/{total} {name:<50.50}", end=end, file=sys.stderr, flush=True)
