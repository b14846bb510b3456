"""`python -m ecsphys`: show and test the installation.

`build` compiles the native kernels of a copy of the repository, `warm-up` all kernels that are not native,
`examples` lists the examples, `examples NAME` starts one or copies it, `lab` opens the lab, `demo` plays the
demo game.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from importlib import import_module
from pathlib import Path

import ecsphys
from ecsphys.compile import ENTRIES, backend, cache_root, reason
from ecsphys.compile.build import BuildFailed, build_all
from ecsphys.compile.progress import bar
from ecsphys.compile.warm_up import warm_up
from ecsphys.self_test import self_test
from ecsphys.shipped import (
    NotFound,
    copy_example,
    find_example,
    list_examples,
    run_demo,
    run_example,
    run_lab,
)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        if arguments[:1] == ["demo"]:  # what follows are the game's own arguments, --help too
            return run_demo(arguments[1:])
        if arguments[:1] == ["lab"]:
            return run_lab(arguments[1:])
        options = _parser().parse_args(arguments)
        if options.command == "examples":
            _examples(options.name, options.copy)
        elif options.command == "build":
            build_all()
        elif options.command == "warm-up":
            import_module("ecsphys.space3d")  # its kernels, too
            warm_up_with_bar()
        else:
            _info()
    except (BuildFailed, NotFound, FileExistsError) as error:
        print(f"ecsphys: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ecsphys",
        description="Physics in the plane and in space for esper: the installation, and what came along.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("info", help="show and test the installation; without a command, too")
    commands.add_parser("build", help="compile the native kernels of a copy of the repository")
    commands.add_parser("warm-up", help="compile all kernels ahead of time")
    examples = commands.add_parser("examples", help="list the examples, start one, or copy one")
    examples.add_argument("name", nargs="?", help="the example to start; without, all are listed")
    examples.add_argument("--copy", action="store_true", help="copy its file to the current folder instead")
    commands.add_parser("lab", help="open the lab, exhibits of how it works; lab --help lists its options")
    commands.add_parser("demo", help="play the demo game; demo --help lists its options")
    return parser


def _examples(name: str | None, copy: bool) -> None:
    if name is None:
        listed = list_examples()
        wide = max(len(example.name) for example in listed)
        print(*(f"{example.name:{wide}}  {example.title}: {example.about}" for example in listed), sep="\n")
        print("\npython -m ecsphys examples NAME starts one, with --copy it copies the file to this folder.")
    elif copy:
        print(f"copied to {copy_example(find_example(name), Path.cwd())}")
    else:
        run_example(find_example(name))


def _info() -> None:
    print(f"ecsphys {ecsphys.__version__}, Python {platform.python_version()}")
    print(f"back end: {backend}" + (f" ({reason})" if reason else ""))
    print(f"processor: {_processor()}")
    print(f"cache: {cache_root() if backend == 'jit' else 'none needed'}")
    if backend == "jit":
        warm_up_with_bar()
    print(f"self-test: {self_test()}")


def _processor() -> str:
    """Return the processor's name as Linux reports it, elsewhere as Python does."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return f"{next(names, platform.processor() or 'unknown')}, {platform.machine()}, {platform.system()}"


def warm_up_with_bar() -> None:
    """Compile the kernels of what is imported, show how far it is, and say how long it took."""
    start = time.perf_counter()
    progress, close = bar()
    warm_up(progress)
    close()
    print(f"{len(ENTRIES)} kernels ready ({backend}) after {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    sys.exit(main())
