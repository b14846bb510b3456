"""Checks of the wheels that `wheels.py` makes, for every system, on Linux. They need the extra `wheels`."""

from __future__ import annotations

import re
import shutil
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from wheels import MODULES, PLATFORMS, ROOT, WINDOWS, Platform, run, stable_abi

LARGEST = 6_000_000  # bytes
WINDOWS_NAMES = {name for names in WINDOWS.values() for name in names}
# What modules may ask of the system: all else but Python's stable ABI is foreign.
COMMON = WINDOWS_NAMES - {"SwitchToThread"} | {"sched_yield"}
ALLOWED = {
    "linux": COMMON,
    "macos": COMMON | {"__bzero", "bzero", "dyld_stub_binder"},
    "windows": WINDOWS_NAMES,
}
LIBRARIES: dict[str, set[str]] = {
    "linux": set(),
    "macos": {"/usr/lib/libSystem.B.dylib"},
    "windows": {*WINDOWS, "python3.dll"},
}


class Linkage(NamedTuple):
    """What a module takes from elsewhere, and what it has for others."""

    libraries: set[str]
    imports: set[str]
    exports: set[str]


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
    found = {
        path for path in folder.rglob("*") if path.suffix in (".so", ".pyd", ".dll", ".dylib", ".lib", ".o")
    }
    require(found == set(modules_in(platform, folder)), f"modules: {sorted(map(str, found))}")
    (about,) = folder.glob("*.dist-info/WHEEL")
    tags = set(re.findall(r"^Tag: \w+-\w+-(\w+)$", about.read_text(), re.MULTILINE))
    require(tags == set(platform.tags), f"tags: {tags}")


def check_symbols(platform: Platform, folder: Path) -> None:
    """Check what modules take from elsewhere, and what they have for others."""
    allowed = ALLOWED[platform.system] | stable_abi()
    for module in modules_in(platform, folder):
        found = READERS[platform.system](module)
        about, own = f"{platform.tag}: {module.name}", {f"PyInit_{module.name.partition('.')[0]}"}
        require(found.imports <= allowed, f"{about} imports {sorted(found.imports - allowed)}")
        require(found.libraries <= LIBRARIES[platform.system], f"{about} needs {sorted(found.libraries)}")
        require(found.exports == own, f"{about} exports {sorted(found.exports)}")


def check_paths(platform: Platform, folder: Path) -> None:
    """Check that modules name no folder of this machine."""
    for module in modules_in(platform, folder):
        found = re.search(
            rb"/(tmp|home|root|usr/local)/[\w./-]+|" + re.escape(bytes(ROOT)), module.read_bytes()
        )
        require(found is None, f"{platform.tag}: {module.name} names {found and found[0]!r}")


def check_abi3(wheel: Path) -> None:
    """Check that modules use the stable ABI of Python 3.11 only."""
    run(*program("abi3audit"), "--strict", str(wheel))


def audit_linux(wheel: Path, platform: Platform) -> None:
    """Check that auditwheel would grant this tag or an older one, and add no library."""
    printed = " ".join(run(*program("auditwheel"), "show", str(wheel)).split())
    granted = re.search(r'platform tag: "(\w+linux)_(\d+)_(\d+)_(\w+)"', printed)
    kind, *oldest, processor = granted.groups() if granted else ("none", "0", "0", "none")
    own = re.fullmatch(r"(\w+linux)_(\d+)_(\d+)_(\w+)", platform.tags[-1])
    assert own is not None
    fits = (own[1], own[4]) == (kind, processor) and [int(own[2]), int(own[3])] >= [*map(int, oldest)]
    require(fits and "requires no external shared libraries" in printed, printed)


def audit_windows(wheel: Path, platform: Platform) -> None:
    """Check that delvewheel would add no DLL."""
    printed = " ".join(run(*program("delvewheel"), "show", str(wheel)).split())
    require("DLLs will be copied into the wheel. None" in printed, printed)


def audit_macos(wheel: Path, platform: Platform) -> None:
    """Check that delocate would add no library; it needs `otool`, which is on a Mac."""
    if shutil.which("otool"):
        printed = run(*program("delocate-listdeps"), "--all", str(wheel))
        require(set(printed.split()) <= LIBRARIES["macos"], printed)


AUDITS = {"linux": audit_linux, "macos": audit_macos, "windows": audit_windows}


def read_elf(module: Path) -> Linkage:
    """Read a module for Linux."""
    from elftools.elf.elffile import ELFFile

    with module.open("rb") as file:
        elf = ELFFile(file)
        libraries = {tag.needed for tag in elf.get_section_by_name(".dynamic").iter_tags("DT_NEEDED")}
        symbols = [symbol for symbol in elf.get_section_by_name(".dynsym").iter_symbols() if symbol.name]
    imports = {symbol.name for symbol in symbols if symbol["st_shndx"] == "SHN_UNDEF"}
    return Linkage(libraries, imports, {symbol.name for symbol in symbols} - imports)


def read_pe(module: Path) -> Linkage:
    """Read a module for Windows."""
    from pefile import PE

    with PE(str(module)) as pe:
        dlls = pe.DIRECTORY_ENTRY_IMPORT
        imports = {name.name.decode() for dll in dlls for name in dll.imports}
        exports = {symbol.name.decode() for symbol in pe.DIRECTORY_ENTRY_EXPORT.symbols}
        return Linkage({dll.dll.decode() for dll in dlls}, imports, exports)


def read_mach_o(module: Path) -> Linkage:
    """Read a module for macOS, which on arm64 must be signed."""
    from macholib.mach_o import CPU_TYPE_NAMES, LC_CODE_SIGNATURE
    from macholib.MachO import MachO
    from macholib.SymbolTable import SymbolTable

    file = MachO(str(module))
    (header,) = file.headers
    signed = any(load.cmd == LC_CODE_SIGNATURE for load, _, _ in header.commands)
    require(signed or CPU_TYPE_NAMES[header.header.cputype] != "ARM64", f"{module.name} is not signed")
    libraries = {name for _, _, name in header.walkRelocatables()}
    table = SymbolTable(file)
    imports, exports = (
        {name.decode().removeprefix("_") for _, name in symbols}
        for symbols in (table.undefsyms, table.extdefsyms)
    )
    return Linkage(libraries, imports, exports - {"_mh_dylib_header", "__dso_handle"})


READERS = {"linux": read_elf, "macos": read_mach_o, "windows": read_pe}


def program(name: str) -> list[str]:
    """Return how a program of a package is started that is installed beside this Python."""
    return [str(Path(sys.executable).with_name(name))]


def require(holds: bool, message: str) -> None:
    """Exit with a message unless something holds."""
    if not holds:
        sys.exit(f"ecsphys: {message}")
