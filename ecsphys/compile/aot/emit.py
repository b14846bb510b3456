"""`python -m ecsphys.compile.aot.emit MODULE FOLDER [TRIPLE ...]`: compile kernels to object files.

The build of a wheel (`setup.py`) makes `kernels.o` and `wide.o` of `_native`, the plane, and of `_native3d`,
space, at the same time, and links each two with `native.c` to an extension module. `kernels.o` is compiled
for the least processor of its kind. `wide.o` has a second version of those kernels that wide vector registers
make faster; at import the module takes it if it can run here.

`packaging/wheels.py` names triples of LLVM, such as `aarch64-apple-macosx11.0`, of other machines than this:
their files are written to folders with these names.

With `--processes 2` a second process lowers the kernels of `wide.o` while the first one lowers all others,
and optimises them while the first one optimises all.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from ecsphys.compile import ENTRIES, Entry
from ecsphys.compile.aot import machine
from ecsphys.compile.aot.parts import ROOMS, remove_unused
from ecsphys.compile.aot.pipeline import lowered, make_parts
from ecsphys.compile.backends import module_of
from ecsphys.compile.files import write_whole
from ecsphys.compile.progress import tell_share
from ecsphys.compile.sources import PACKAGE, cache_folder, digest, kernel_sources, reachable
from ecsphys.compile.warm_up import find_entries

_POINTER = ir.IntType(8).as_pointer()
# The solver (pyramid-40, 2026-11-21): a step takes 0.59 ms with two lanes per vector, 0.39 ms with four.
# What a step does besides gains by instructions with three operands, too: fewer moves (heap: 1.94 to 1.86
# million instructions, 2026-11-30; the module grows by 7 %).
WIDE = (
    "solver.substeps.solve_step",
    "solver.parallel.solve_stages",
    "solver.parallel.solve_groups",
    "spatial.proxies.refresh_proxies",
    "contacts.narrow_phase.narrow_phase",
    "contacts.post_solve.post_solve_touches",
    "contacts.touch_list.update_touch_list",
    "spatial.quadtree.tree.update_proxies",
    "ccd.candidates.select_fast",
    "space3d.solver.substeps.solve_step",
    "space3d.world.proxies.refresh_proxies3",
    "space3d.contacts.narrow_phase.narrow_phase",
    "space3d.contacts.post_solve.post_solve_touches3",
    "space3d.contacts.touch_list.update_touch_list3",
    "space3d.spatial.tree_index.search_pairs",
    "space3d.spatial.bvh.tree.place_in_bvh",
    "space3d.geometry.pair_kernels.collide_pair",
    "space3d.geometry.pair_kernels.collide_pairs",
    "space3d.geometry.pair_kernels.separate_pair",
)
WIDE_FEATURES = "+avx,+avx2"  # `native.c` checks for them
FILES = "kernels.o", "wide.o"
NUMBAS_SHARE = 0.65  # of the time; LLVM takes the rest
HOST = llvm.get_process_triple()


def emit(module: str, folder: Path, triples: Sequence[str] = (), processes: int = 1) -> None:
    """Write the two files of a module: all its entry kernels, and those of WIDE for wide registers.

    With the variable ECSPHYS_CACHE_DIR they are kept there, and later builds copy them: CI builds twice. So
    is what numba makes of each kernel, which takes longer than LLVM, and which all machines share: builds of
    changed sources take what has not changed.
    """
    entries = _entries_of(module)
    places = {triple: folder / triple for triple in triples} or {HOST: folder}
    kept = kept_folder(entries)
    missing = {triple: place for triple, place in places.items() if not _take(kept, triple, place)}
    if not missing:
        return
    parts = parts_folder() or folder / "parts"
    tell_share(module, 0.0)
    with _Helper(module, parts, missing) if processes > 1 else _Nobody() as helper:
        make_parts(_told(module, _by_reach(entries)), parts)
        kernels = lowered(entries, parts)
        helper.compile_wide(kernels)
        write_file(FILES[0], missing, entries, kernels)
        if not helper.has_succeeded():
            write_file(FILES[1], missing, entries, kernels)
    tell_share(module, 1.0)
    remove_unused(parts)
    if kept is not None:
        for triple, place in missing.items():
            for name in FILES:
                _keep(kept / triple / name, (place / name).read_bytes())


def _entries_of(module: str) -> list[Entry]:
    find_entries(with_space=module == "_native3d")
    return [entry for entry in ENTRIES if module_of(entry.name) == module]


def _by_reach(entries: Iterable[Entry]) -> list[Entry]:
    """Sort entries by how much they can reach: what a second process makes meanwhile is needed at the end."""
    return sorted(entries, key=lambda entry: len(reachable(entry.source)))


class _Nobody:
    """Helps with nothing."""

    def __enter__(self) -> _Nobody:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def compile_wide(self, kernels: Any) -> None:
        """Ignore that all kernels are lowered."""

    def has_succeeded(self) -> bool:
        """Whether `wide.o` is written."""
        return False


class _Helper(_Nobody):
    """The second process, see `help_emit`; what it fails to do the first one does."""

    def __init__(self, module: str, parts: Path, places: Mapping[str, Path]):
        triples = [f"{triple}={place}" for triple, place in places.items()]
        command = [sys.executable, "-m", "ecsphys.compile.aot.emit", module, str(parts), *triples, "--helps"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE)

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def compile_wide(self, kernels: Any) -> None:
        """Let it compile `wide.o` while this process goes on."""
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as stream:  # it has failed
            stream.write(kernels.as_bitcode())

    def has_succeeded(self) -> bool:
        """Wait until it ends; return whether `wide.o` is written."""
        return self._process.wait() == 0


def help_emit(module: str, parts: Path, places: Mapping[str, Path]) -> None:
    """Lower the kernels of `wide.o`, wait for all kernels on the standard input, and write `wide.o`."""
    entries = _entries_of(module)
    make_parts(_wide(reversed(_by_reach(entries))), parts)
    bitcode = sys.stdin.buffer.read()
    if not bitcode:
        sys.exit("the first process has ended")
    write_file(FILES[1], places, entries, llvm.parse_bitcode(bitcode))


def _wide(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.name in WIDE]


def _take(kept: Path | None, triple: str, place: Path) -> bool:
    """Copy the files of an earlier build, if it kept them."""
    place.mkdir(exist_ok=True)
    if kept is None:
        return False
    try:
        for name in FILES:
            shutil.copyfile(kept / triple / name, place / name)
    except OSError:  # not kept, or another build has just removed them
        return False
    return True


def _keep(path: Path, content: bytes) -> None:
    """Keep a file for later builds."""
    with suppress(OSError):  # the next build compiles again
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)


def _told(module: str, entries: list[Entry]) -> Iterator[Entry]:
    """Yield entries, and tell how far that is."""
    for done, entry in enumerate(entries, 1):
        yield entry
        tell_share(module, NUMBAS_SHARE * done / len(entries))


def kept_folder(entries: list[Entry]) -> Path | None:
    """Return where object files are kept, a folder named after all that machine code may depend on."""
    names = [entry.name for entry in entries]
    return _cache_folder(_sources(entries), WIDE_FEATURES, *names)


def parts_folder() -> Path | None:
    """Return where what numba makes is kept: files are named after sources, the folder after all else."""
    return _cache_folder(())


def _cache_folder(sources: tuple[Path, ...], *others: str) -> Path | None:
    if not os.environ.get("ECSPHYS_CACHE_DIR"):
        return None
    settings = [f"{key}={value}" for key, value in sorted(os.environ.items()) if key.startswith("NUMBA_")]
    packages = [f"{package} {version(package)}" for package in ("numba", "llvmlite", "numpy")]
    processor = [llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    machine = [sys.version, llvm.get_process_triple(), *processor]
    return cache_folder(sources, *settings, *packages, *machine, *others)


def write_kernels(places: Mapping[str, Path], entries: list[Entry], module: Any) -> None:
    """Write both files."""
    for name in FILES:
        write_file(name, places, entries, module)


def write_file(name: str, places: Mapping[str, Path], entries: list[Entry], module: Any) -> None:
    """Write the object file that every processor can run, or the one with second versions of some kernels.

    Both are made of one unoptimised module. `places` has the folder of each triple. Systems that share an
    architecture share what is optimised for it.
    """
    for architecture in sorted({_architecture(triple) for triple in places}):
        own = {triple: place for triple, place in places.items() if _architecture(triple) == architecture}
        if name == FILES[0]:
            table, features = _table(entries, "ecsphys_kernels"), ""
            _add_sources(table, entries)
            kernels = module.clone()
        else:
            wide = _wide(entries) if architecture == "x86_64" else []
            table = _table(wide, "ecsphys_wide_kernels")
            features, kernels = (WIDE_FEATURES, module.clone()) if wide else ("", llvm.parse_assembly(""))
        _emit(name, own, table, kernels, features)


def _architecture(triple: str) -> str:
    return triple.partition("-")[0]


def _emit(name: str, places: Mapping[str, Path], table: ir.Module, kernels: Any, features: str) -> None:
    """Compile the kernels of a table into a file for each of some systems that share an architecture.

    They are optimised for Linux whatever the systems are: no file depends on which others are made.
    """
    linux = machine.target(f"{_architecture(next(iter(places)))}-unknown-linux-gnu", features)
    module = llvm.parse_assembly(str(table))
    for part in (module, kernels):
        machine.aim(part, linux)
    module.link_in(kernels)
    for part in (*module.functions, *module.global_variables):
        if part.name.startswith("ecsphys_"):
            part.visibility = "hidden"  # from other modules
        elif not part.is_declaration:
            part.linkage = "internal"  # what the table does not refer to is removed
    machine.optimize(module, linux)
    for triple, place in places.items():
        (place / name).write_bytes(machine.object_code(module, machine.target(triple, features)))


def _table(entries: list[Entry], symbol: str) -> ir.Module:
    """Build the table of names and addresses of kernels that `native.c` reads."""
    module = ir.Module(symbol)
    wrapper = ir.FunctionType(_POINTER, [_POINTER, _POINTER, ir.IntType(64)])
    rows = []
    for i, entry in enumerate(entries):
        function = ir.Function(module, wrapper, entry.name)
        name = _text(module, f"name{i}", entry.name)
        name.linkage = "internal"
        rows.append(_row(name.bitcast(_POINTER), function.bitcast(_POINTER)))
    rows.append(_row(_POINTER(None), _POINTER(None)))
    _constant(module, symbol, ir.Constant(ir.ArrayType(rows[0].type, len(rows)), rows))
    return module


def _add_sources(module: ir.Module, entries: list[Entry]) -> None:
    """Add the hash and the names of all sources of the kernels."""
    sources = _sources(entries)
    _text(module, "ecsphys_digest", digest(sources))
    _text(
        module,
        "ecsphys_sources",
        "\n".join(os.path.relpath(path, PACKAGE).replace(os.sep, "/") for path in sources),
    )


def _sources(entries: list[Entry]) -> tuple[Path, ...]:
    """Return all files that the kernels depend on."""
    return tuple(sorted({path for entry in entries for path in kernel_sources(entry.source, *ROOMS)}))


def _row(name: ir.Constant, call: ir.Constant) -> ir.Constant:
    return ir.Constant.literal_struct([name, call])


def _text(module: ir.Module, name: str, text: str) -> ir.GlobalVariable:
    content = bytearray(text.encode() + b"\0")
    return _constant(module, name, ir.Constant(ir.ArrayType(ir.IntType(8), len(content)), content))


def _constant(module: ir.Module, name: str, content: ir.Constant) -> ir.GlobalVariable:
    constant = ir.GlobalVariable(module, content.type, name)
    constant.global_constant = True
    constant.initializer = content
    return constant


def main() -> None:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m ecsphys.compile.aot.emit")
    parser.add_argument("module")
    parser.add_argument("folder", type=Path)
    parser.add_argument("triples", nargs="*")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--helps", action="store_true", help="be the second process; triples are TRIPLE=PLACE"
    )
    options = parser.parse_args()
    if options.helps:
        places = dict(triple.split("=", 1) for triple in options.triples)
        help_emit(options.module, options.folder, {triple: Path(place) for triple, place in places.items()})
    else:
        emit(options.module, options.folder, options.triples, options.processes)


if __name__ == "__main__":
    gc.disable()  # all that numba makes stays alive until the end: looking through it took 38 s of 212
    main()
    gc.freeze()  # Python's end looks, too
