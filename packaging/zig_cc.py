"""`python packaging/zig_cc.py ARGUMENTS`: a C compiler for `backend.py`, made of the package `ziglang`.

It takes what setuptools gives to gcc or clang and keeps what matters: options of the compiler that Python was
built by mean nothing to zig.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

KEPT = ("-D", "-I", "-U")
WITH_VALUE = ("-arch", "-isysroot", "-undefined")  # of macOS; left out with their values
COMPILE = (
    "cc",
    "-O2",
    "-DNDEBUG",
    "-fPIC",
    "-mcpu=baseline",
    "-include",
    str(Path(__file__).with_name("processor.h")),
)
# `zig cc` would link its own floor and fmod instead of the system's, and compile them first.
LINK_ELF = ("ld.lld", "-shared", "-z", "noexecstack")
LINK_MACOS = ("cc", "-shared", "-nostdlib", "-undefined", "dynamic_lookup")


def zig_arguments(arguments: list[str], platform: str = sys.platform) -> list[str]:
    """Return what zig is called with."""
    kept: list[str] = []
    compiles = "-c" in arguments
    rest = iter(arguments)
    for argument in rest:
        if argument == "-o":
            kept += [argument, next(rest)]
        elif argument in WITH_VALUE:
            next(rest)
        elif not argument.startswith("-") or (compiles and (argument == "-c" or argument.startswith(KEPT))):
            kept.append(argument)
    link = LINK_MACOS if platform == "darwin" else LINK_ELF
    return [*(COMPILE if compiles else link), *kept]


def main() -> int:
    """Run zig."""
    import ziglang

    zig = Path(ziglang.__file__).with_name("zig")
    return subprocess.run([zig, *zig_arguments(sys.argv[1:])]).returncode


if __name__ == "__main__":
    sys.exit(main())
