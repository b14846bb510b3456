"""`python -m ecsphys.compile.aot.emit FILE`: compile entry kernels to an object file.

The build of a wheel (`setup.py`) makes `kernels.o` and `wide.o` at the same time and links them with
`native.c` to the extension module `ecsphys._native`. `kernels.o` is compiled for the least processor of its
kind. `wide.o` has a second version of those kernels that wide vector registers make faster; at import the
module takes it if it can run here.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import llvmlite.binding as llvm
from llvmlite import ir

from ecsphys.compile import ENTRIES, Entry
from ecsphys.compile.aot import machine
from ecsphys.compile.aot.pipeline import lowered
from ecsphys.compile.sources import PACKAGE, digest, kernel_sources
from ecsphys.compile.warm_up import find_entries

_POINTER = ir.IntType(8).as_pointer()
# The solver (pyramid-40, 2026-11-21): a step takes 0.59 ms with two lanes per vector, 0.39 ms with four.
WIDE = ("solver.substeps.solve_step", "solver.parallel.solve_stages", "solver.parallel.solve_groups")
WIDE_FEATURES = "+avx,+avx2"  # `native.c` checks for them


def emit(path: Path) -> None:
    """Write one of the two files: every entry kernel, or those of WIDE for wide registers."""
    find_entries()
    if path.name == "kernels.o":
        write_kernels(path, ENTRIES)
    else:
        write_wide_kernels(path, [one for one in ENTRIES if one.name in WIDE] if _has_wide() else [])


def write_kernels(path: Path, entries: list[Entry]) -> None:
    """Write the object file that every processor can run."""
    table = _table(entries, "ecsphys_kernels")
    _add_sources(table, entries)
    _emit(path, table, entries, "")


def write_wide_kernels(path: Path, entries: list[Entry]) -> None:
    """Write the object file with the second versions of some entry kernels."""
    _emit(path, _table(entries, "ecsphys_wide_kernels"), entries, WIDE_FEATURES if entries else "")


def _has_wide() -> bool:
    """Whether only some processors of this kind have the features."""
    return bool(llvm.get_process_triple().startswith("x86_64"))


def _emit(path: Path, table: ir.Module, entries: list[Entry], features: str) -> None:
    """Compile entry kernels into one file, so that kernels which several of them call are there once."""
    module = llvm.parse_assembly(str(table))
    for entry in entries:
        module.link_in(lowered(entry))
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "internal"  # referred to by the table, so not removed
    path.write_bytes(machine.object_code(module, machine.target(features)))


def _table(entries: list[Entry], symbol: str) -> ir.Module:
    """Build the table of names and addresses of kernels that `native.c` reads."""
    module = ir.Module(symbol)
    module.triple = llvm.get_process_triple()
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
    compiler = ("aot", "intrinsics", "jit.py")
    sources = sorted({path for entry in entries for path in kernel_sources(entry.source, *compiler)})
    _text(module, "ecsphys_digest", digest(sources))
    _text(
        module,
        "ecsphys_sources",
        "\n".join(os.path.relpath(path, PACKAGE).replace(os.sep, "/") for path in sources),
    )


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


if __name__ == "__main__":
    emit(Path(sys.argv[1]))
