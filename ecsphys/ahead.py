"""`python -m ecsphys.ahead FILE`: the machine code of all entry kernels in one object file.

It is what the extension module `ecsphys._native` is made of.

The build of the wheel (`setup.py`) runs this and links the file with `_jit/native.c`. The code is for the
least processor of its kind.
"""

from __future__ import annotations

import sys
from pathlib import Path

import llvmlite.binding as llvm
from llvmlite import ir

from ecsphys import _jit
from ecsphys._jit import machine
from ecsphys._jit.compiler import lowered
from ecsphys._jit.sources import PACKAGE, digest
from ecsphys.warm import find_entries

_POINTER = ir.IntType(8).as_pointer()


def emit(path: Path) -> None:
    """Compile every entry kernel, together, so that what several call is there once."""
    find_entries()
    module = llvm.parse_assembly(str(_table()))
    for entry in _jit.ENTRIES:
        module.link_in(lowered(entry))
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "internal"  # the table keeps them
    path.write_bytes(machine.object_code(module, machine.target("", "")))


def _table() -> ir.Module:
    """What `native.c` reads: names and addresses of kernels, and what they were made from."""
    sources = sorted({path for entry in _jit.ENTRIES for path in _jit.reachable(entry.source)})
    module = ir.Module("ecsphys_table")
    module.triple = llvm.get_process_triple()
    wrapper = ir.FunctionType(_POINTER, [_POINTER, _POINTER, ir.IntType(64)])
    rows = []
    for i, entry in enumerate(_jit.ENTRIES):
        function = ir.Function(module, wrapper, entry.name)
        name = _text(module, f"name{i}", entry.name)
        name.linkage = "internal"
        rows.append(_row(name.bitcast(_POINTER), function.bitcast(_POINTER)))
    rows.append(_row(_POINTER(None), _POINTER(None)))
    _constant(module, "ecsphys_kernels", ir.Constant(ir.ArrayType(rows[0].type, len(rows)), rows))
    _text(module, "ecsphys_digest", digest(sources))
    _text(module, "ecsphys_sources", "\n".join(path.relative_to(PACKAGE).as_posix() for path in sources))
    return module


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
