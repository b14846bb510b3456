"""`python packaging/wheels.py [PLATFORM ...] [--out FOLDER]`: make wheels of all platforms on one machine.

It needs Linux and the packages of the extra `wheels`. numba makes LLVM's code of the kernels once; LLVM
compiles that for each system and processor, and zig links it with `native.c`. A module needs the stable ABI
of Python 3.11, and of the C library what moves memory and rounds: nothing that has other bits elsewhere. So
one wheel serves all Pythons from 3.11 on, free-threaded ones apart. Beside the modules a wheel has what
setuptools puts into any other. Each is checked, see `wheel_checks.py`.

With ECSPHYS_CACHE_DIR compiled kernels are kept there, as in other builds.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"
MODULES: dict[str, list[str]] = {"_native": [], "_native3d": ["-DSPACE"]}
PYTHON = "cp311-abi3"  # as `requires-python`
OBJECTS = "kernels.o", "wide.o"

# What Windows has of the C library. The names of Python's come from the package `abi3info`.
WINDOWS = {
    "api-ms-win-crt-math-l1-1-0.dll": ("ceil", "floor", "fmod"),
    "api-ms-win-crt-string-l1-1-0.dll": ("memset", "strcmp"),
    "kernel32.dll": ("SwitchToThread",),
    "vcruntime140.dll": ("memcpy", "memmove"),
}


class Platform(NamedTuple):
    """A kind of machine that a wheel is for."""

    triple: str
    """What LLVM calls it."""
    zig: str
    """What zig calls it."""
    tags: tuple[str, ...]
    """What pip calls it."""

    @property
    def tag(self) -> str:
        """What the name of the wheel ends with."""
        return f"{PYTHON}-{'.'.join(self.tags)}"

    @property
    def processor(self) -> str:
        """What zig and LLVM call the processor."""
        return self.zig.partition("-")[0]

    @property
    def system(self) -> str:
        """What zig calls the system: linux, windows or macos."""
        return self.zig.split("-")[1].partition(".")[0]

    @property
    def suffix(self) -> str:
        """What the names of extension modules end with, where they are for several Pythons."""
        return ".pyd" if self.system == "windows" else ".abi3.so"


# Oldest versions: glibc 2.17, musl 1.2 and macOS are those of the oldest numpy for Python 3.11 or newer ones.
PLATFORMS = {
    "manylinux_x86_64": Platform(
        "x86_64-unknown-linux-gnu", "x86_64-linux-gnu", ("manylinux2014_x86_64", "manylinux_2_17_x86_64")
    ),
    "manylinux_aarch64": Platform(
        "aarch64-unknown-linux-gnu", "aarch64-linux-gnu", ("manylinux2014_aarch64", "manylinux_2_17_aarch64")
    ),
    "musllinux_x86_64": Platform("x86_64-unknown-linux-gnu", "x86_64-linux-gnu", ("musllinux_1_2_x86_64",)),
    "musllinux_aarch64": Platform(
        "aarch64-unknown-linux-gnu", "aarch64-linux-gnu", ("musllinux_1_2_aarch64",)
    ),
    "win_amd64": Platform("x86_64-pc-windows-msvc", "x86_64-windows-gnu", ("win_amd64",)),
    "win_arm64": Platform("aarch64-pc-windows-msvc", "aarch64-windows-gnu", ("win_arm64",)),
    "macosx_x86_64": Platform("x86_64-apple-macosx10.13", "x86_64-macos.10.13", ("macosx_10_13_x86_64",)),
    "macosx_arm64": Platform("aarch64-apple-macosx11.0", "aarch64-macos.11.0", ("macosx_11_0_arm64",)),
}


def make(names: Iterable[str], out: Path) -> list[Path]:
    """Make wheels; returns where they are."""
    platforms = [PLATFORMS[name] for name in names]
    with tempfile.TemporaryDirectory(prefix="ecsphys-") as name:
        folder = Path(name)
        os.environ |= {"ZIG_GLOBAL_CACHE_DIR": f"{name}/zig", "ZIG_LOCAL_CACHE_DIR": f"{name}/zig"}
        os.environ["SOURCE_DATE_EPOCH"] = os.environ.get("SOURCE_DATE_EPOCH") or last_commit()
        tree = pure_tree(folder)  # first, for it tells at once if setuptools is too old
        compile_kernels({platform.triple for platform in platforms}, folder)
        return [wheel(platform, tree, folder, out) for platform in platforms]


def last_commit() -> str:
    """Return the time of the last commit: files in wheels are of this time, the same in every build."""
    return run("git", "log", "-1", "--format=%ct").strip()


def compile_kernels(triples: Iterable[str], folder: Path) -> None:
    """Compile the kernels of all modules, side by side, to `MODULE/TRIPLE/` in a folder."""
    environment = os.environ | {"ECSPHYS_BACKEND": "jit", "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    emit = sys.executable, "-m", "ecsphys.compile.aot.emit"
    compilers = []
    for module in MODULES:
        (folder / module).mkdir()
        command = [*emit, module, str(folder / module), *sorted(triples)]
        compilers.append(subprocess.Popen(command, env=environment, cwd=ROOT))
    if set(map(subprocess.Popen.wait, compilers)) != {0}:
        sys.exit("ecsphys: numba or LLVM could not compile the kernels")


def pure_tree(folder: Path) -> Path:
    """Have setuptools make a wheel without kernels; returns its unpacked content."""
    environment = os.environ | {"ECSPHYS_NO_NATIVE": "1", "PYTHONPATH": str(PACKAGING)}
    build = f"import backend; backend.build_wheel({str(folder)!r})"
    run(sys.executable, "-c", build, environment=environment)
    (pure,) = folder.glob("*.whl")
    shutil.unpack_archive(pure, folder / "tree", "zip")
    return folder / "tree"


def wheel(platform: Platform, tree: Path, folder: Path, out: Path) -> Path:
    """Make the wheel of a platform of what all have in common and of its own modules."""
    own = folder / platform.tag
    shutil.copytree(tree, own)
    for module in MODULES:
        link(platform, module, folder, own / "ecsphys" / f"{module}{platform.suffix}")
    (about,) = own.glob("*.dist-info/WHEEL")
    about.write_text(about_wheel(about.read_text(), platform))
    out.mkdir(parents=True, exist_ok=True)
    printed = run(sys.executable, "-m", "wheel", "pack", str(own), "--dest-dir", str(out.resolve()))
    (made,) = (path for path in out.glob("*.whl") if path.name in printed)
    return made


def about_wheel(pure: str, platform: Platform) -> str:
    """Return the file `WHEEL` of a platform, made of that of a wheel without modules."""
    kept = [line for line in pure.splitlines() if line and not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    tags = [f"Tag: {PYTHON}-{tag}" for tag in platform.tags]
    return "\n".join([*kept, "Root-Is-Purelib: false", *tags, "", ""])


def link(platform: Platform, module: str, folder: Path, library: Path) -> None:
    """Link an extension module, without symbols that only a debugger reads.

    `zig cc` would link its own functions of the C library, see `zig_cc.py`: `-nostdlib` prevents that.
    """
    objects = [str(folder / module / platform.triple / name) for name in OBJECTS]
    objects.insert(0, compile_c(platform, module, folder))
    if platform.system == "linux":
        arguments = ["ld.lld", "-shared", "-s", "--gc-sections", "--build-id=none", "-znow", "-znoexecstack"]
    elif platform.system == "macos":
        arguments = ["cc", "-target", platform.zig, "-shared", "-nostdlib", "-Wl,-undefined,dynamic_lookup"]
        arguments += ["-Wl,-x", f"-Wl,-install_name,@rpath/{library.name}"]
        objects.append(str(zig_folder() / "lib/libc/darwin/libSystem.tbd"))
    else:
        arguments = ["lld-link", "-dll", "-noentry", "-noimplib", "-nodefaultlib", "-opt:ref", "-Brepro"]
        objects += import_libraries(platform, folder)
    zig(*arguments, f"{'-out:' if platform.system == 'windows' else '-o'}{library}", *objects)


def compile_c(platform: Platform, module: str, folder: Path) -> str:
    """Compile `native.c` with the stand-in for Python's headers, which has its stable ABI only."""
    output = str(folder / f"{module}-{platform.zig}.o")
    options = ["-O2", "-g0", "-DNDEBUG", "-DWIN32_LEAN_AND_MEAN", "-fPIC", "-fvisibility=hidden"]
    options += ["-fno-sanitize=all", "-fno-stack-protector", "-mcpu=baseline", *MODULES[module]]
    options += ["-include", "packaging/processor.h", "-Ipackaging/headers"]
    zig("cc", "-target", platform.zig, *options, "-c", "ecsphys/compile/aot/native.c", "-o", output)
    return output


def import_libraries(platform: Platform, folder: Path) -> list[str]:
    """Make the libraries that tell the linker what Windows and Python have in which DLL."""
    made = []
    for dll, names in {**WINDOWS, "python3.dll": sorted(stable_abi())}.items():
        definition, library = folder / f"{dll}.def", folder / f"{dll}-{platform.processor}.lib"
        definition.write_text("\n".join([f'LIBRARY "{dll}"', "EXPORTS", *names, ""]))
        machine = {"x86_64": "i386:x86-64", "aarch64": "arm64"}[platform.processor]
        zig("dlltool", "-m", machine, "-d", str(definition), "-l", str(library))
        made.append(str(library))
    return made


def stable_abi() -> set[str]:
    """Return the names of functions and data of the stable ABI of Python 3.11."""
    from abi3info import DATAS, FUNCTIONS

    items = [*FUNCTIONS.values(), *DATAS.values()]
    return {item.symbol.name for item in items if (item.added.major, item.added.minor) <= (3, 11)}


def zig(*arguments: str) -> None:
    """Run the program of the package `ziglang`."""
    run(str(zig_folder() / "zig"), *arguments)


def zig_folder() -> Path:
    """Return where the package `ziglang` is."""
    import ziglang

    return Path(str(ziglang.__file__)).parent


def run(*command: str, environment: dict[str, str] | None = None) -> str:
    """Run a command; returns its output, exits with a message if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def main() -> None:
    """Make the wheels that the command line names, and check them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0].partition(": ")[2])
    parser.add_argument(
        "platforms", nargs="*", metavar="PLATFORM", help=f"{', '.join(PLATFORMS)}; all if none is named"
    )
    parser.add_argument("--out", type=Path, default=Path("dist"), help="the folder for the wheels (dist)")
    options = parser.parse_args()
    if unknown := set(options.platforms) - set(PLATFORMS):
        parser.error(f"no platform {', '.join(sorted(unknown))}: they are {', '.join(PLATFORMS)}")
    import wheel_checks

    for made in make(options.platforms or PLATFORMS, options.out):
        print(wheel_checks.check(made), flush=True)


if __name__ == "__main__":
    main()
