"""`python -m ecsphys.compile.aot.emit FOLDER`: the machine code of all entry kernels, in object files.

It is what the extension module `ecsphys._native` is made of.

The build of the wheel (`setup.py`) runs this and links the files with `native.c`. The code in
`kernels.o` is for the least processor of its kind; `wide.o` has the kernels that wide vector registers
make faster once more, for processors that have them, which the module finds out when it is imported.
"""

from __future__ import annotations

import sys
from pathlib import Path

import llvmlite.binding as llvm
from llvmlite import ir

from ecsphys.compile import ENTRIES, Entry, reachable
from ecsphys.compile.aot import machine
from ecsphys.compile.aot.pipeline import lowered
from ecsphys.compile.sources import PACKAGE, digest
from ecsphys.compile.warm_up import find_entries

_POINTER = ir.IntType(8).as_pointer()
# The solver (pyramid-40, 2026-11-21): 0.59 ms a step with two lanes at a time, 0.39 with four.
WIDE = ("solver.substeps.solve_step", "solver.parallel.solve_stages", "solver.parallel.solve_groups")
WIDE_FEATURES = "+avx,+avx2"  # as `native.c` asks for


def emit(folder: Path) -> None:
    """Compile every entry kernel, and some once more."""
    find_entries()
    wide = [entry for entry in ENTRIES if entry.name in WIDE] if _has_wide() else []
    table = _table(ENTRIES, "ecsphys_kernels")
    _add_sources(table)
    _emit(folder / "kernels.o", table, ENTRIES, "")
    _emit(folder / "wide.o", _table(wide, "ecsphys_wide_kernels"), wide, WIDE_FEATURES if wide else "")


def _has_wide() -> bool:
    """Whether some processors of this kind have the features and some have not."""
    return bool(llvm.get_process_triple().startswith("x86_64"))


def _emit(path: Path, table: ir.Module, entries: list[Entry], features: str) -> None:
    """Compile entry kernels together, so that what several call is there once."""
    module = llvm.parse_assembly(str(table))
    for entry in entries:
        module.link_in(lowered(entry))
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "internal"  # the table keeps them
    path.write_bytes(machine.object_code(module, machine.target("", features)))


def _table(entries: list[Entry], symbol: str) -> ir.Module:
    """What `native.c` reads: names and addresses of kernels."""
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


def _add_sources(module: ir.Module) -> None:
    """Note what all kernels were made from."""
    sources = sorted({path for entry in ENTRIES for path in reachable(entry.source)})
    _text(module, "ecsphys_digest", digest(sources))
    _text(module, "ecsphys_sources", "\n".join(path.relative_to(PACKAGE).as_posix() for path in sources))


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
