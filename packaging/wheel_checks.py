"""Checks of the wheels that `wheels.py` makes, for every system, on Linux. They need the extra `wheels`."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from wheels import MODULES, PACKAGING, PLATFORMS, ROOT, WINDOWS, Platform, run, stable_abi

LARGEST = 6_000_000  # bytes
WINDOWS_NAMES = {name for names in WINDOWS.values() for name in names}
# What modules may ask of the system: all else but Python's stable ABI is foreign.
COMMON = WINDOWS_NAMES - {"SwitchToThread"} | {"sched_yield"}
ALLOWED = {
    "linux": COMMON | {"sincos"},
    "macos": COMMON | {"__sincos_stret", "bzero", "dyld_stub_binder"},
    "windows": WINDOWS_NAMES,
}
LIBRARIES = {"linux": set(), "macos": {"/usr/lib/libSystem.B.dylib"}, "windows": {*WINDOWS, "python3.dll"}}


def check(wheel: Path) -> str:
    """Check a wheel; returns what to say of it, exits with a message if something is wrong."""
    platform = platform_of(wheel)
    with TemporaryDirectory(prefix="ecsphys-") as folder, zipfile.ZipFile(wheel) as content:
        content.extractall(folder)
        for step in (check_files, check_symbols, check_paths):
            step(platform, Path(folder))
    check_abi3(wheel)
    AUDITS[platform.system](wheel, platform)
    size = wheel.stat().st_size
    require(size <= LARGEST, f"{wheel.name} has {size} bytes, more than {LARGEST}")
    return f"{wheel.name}: {size / 1e6:.2f} MB, checked"


def platform_of(wheel: Path) -> Platform:
    """Return the platform of a wheel, by its name."""
    for platform in PLATFORMS.values():
        if wheel.stem.endswith(f"-{platform.tag}"):
            return platform
    sys.exit(f"{wheel.name} is for no platform of {', '.join(PLATFORMS)}")


def modules_in(platform: Platform, folder: Path) -> list[Path]:
    """Return the extension modules of an unpacked wheel."""
    return [folder / "ecsphys" / f"{module}{platform.suffix}" for module in MODULES]


def check_files(platform: Platform, folder: Path) -> None:
    """Check that a wheel has its modules, no other machine code, and the tags of its name."""
    found = {path for path in folder.rglob("*") if path.suffix in (".so", ".pyd", ".dll", ".dylib", ".lib", ".o")}
    require(found == set(modules_in(platform, folder)), f"modules: {sorted(map(str, found))}")
    (about,) = folder.glob("*.dist-info/WHEEL")
    tags = set(re.findall(r"^Tag: \w+-\w+-(\w+)$", about.read_text(), re.MULTILINE))
    require(tags == set(platform.tags), f"tags: {tags}")


def check_symbols(platform: Platform, folder: Path) -> None:
    """Check what modules take from elsewhere, and what they have for others."""
    allowed = ALLOWED[platform.system] | stable_abi()
    for module in modules_in(platform, folder):
        libraries, imports, exports = READERS[platform.system](module)
        about = f"{platform.tag} {module.name}"
        require(not (foreign := imports - allowed), f"{about} has foreign symbols: {sorted(foreign)}")
        require(libraries <= LIBRARIES[platform.system], f"{about} needs {sorted(libraries)}")
        require(exports == {f"PyInit_{module.name.partition('.')[0]}"}, f"{about} exports {sorted(exports)}")


def check_paths(platform: Platform, folder: Path) -> None:
    """Check that modules name no folder of this machine."""
    for module in modules_in(platform, folder):
        found = re.search(rb"/(tmp|home|root|work|usr/local|Users)/[\w./-]*|" + re.escape(bytes(ROOT)), module.read_bytes())
        require(found is None, f"{module.name} names {found and found[0]!r}")


def check_abi3(wheel: Path) -> None:
    """Check that modules use the stable ABI of Python 3.11 only."""
    run(*program("abi3audit"), "--strict", "--assume-minimum-abi3", "3.11", str(wheel))


def audit_linux(wheel: Path, platform: Platform) -> None:
    """Check that auditwheel grants the tag, or one for older systems."""
    printed = run(*program("auditwheel"), "show", str(wheel))
    ...


def audit_windows(wheel: Path, platform: Platform) -> None:
    """Check that delvewheel would add no DLL."""
    printed = run(*program("delvewheel"), "show", str(wheel))
    require("will be copied" not in printed or "    None" in printed, printed)


def audit_macos(wheel: Path, platform: Platform) -> None:
    """Check that delocate would add no library."""
    printed = run(*program("delocate.cmd.delocate_listdeps"), "--all", str(wheel))
    require(set(printed.split()) <= LIBRARIES["macos"], printed)
