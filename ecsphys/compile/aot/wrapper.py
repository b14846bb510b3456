"""Wrappers of native kernels: LLVM IR that unboxes the arguments of a Python call and boxes the result.

numba's own wrapper resolves the type of each array and counts references to it, 50 to 100 ns per array. This
one checks kind, layout and row size and reads the fields of the array object directly, 3 ns per array.

A wrapper is a builtin function with the calling convention METH_FASTCALL. Its `self` is a tuple of the
NamedTuple classes that the result is made of, see `Entry.results`. It allocates nothing but the result.

Called with one extra argument of any value, the kernel runs with the GIL released, so that several threads
can run kernels. Without it the GIL is kept: releasing it costs time in the step of a small world, and other
threads of a game never see the middle of a step.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import as_dtype

types: Any = numba_types  # made in ways that mypy cannot follow

_BYTE, _INT, _LONG, _REAL = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()
_POINTER = _BYTE.as_pointer()

# Offsets of fields in objects (64 bits). In every version of numpy the header of a `PyArrayObject` is
# followed by data, number of dimensions, dimensions, strides, base, dtype, flags. Where the items of a tuple
# begin depends on the version of Python: `native.c` finds out.
_TYPE = object.__basicsize__ - 8
_HASH = object.__basicsize__ + 8  # of a tuple, from Python 3.14 on; before, its items begin there
_DATA, _NDIM, _SHAPE, _STRIDES, _DTYPE, _FLAGS = (object.__basicsize__ + at for at in (0, 8, 16, 24, 40, 48))
_KIND = object.__basicsize__ + 8  # of a `PyArray_Descr`
_C_CONTIGUOUS = 1

# Indices in `ecsphys_context`, see `native.c`.
_NDARRAY, _NONE, _TYPE_ERROR, _INDEX_ERROR = range(4)


class Misfit(Exception):
    """A type that wrappers cannot convert."""


class Wrapper:
    """Build the wrapper `symbol` of one compiled function in a module of its own."""

    def __init__(self, context: Any, described: Any, symbol: str, names: tuple[str, ...]):
        self.context = context
        self.module: Any = context.create_module(symbol)
        self._symbol = symbol
        callee_type = context.call_conv.get_function_type(described.restype, described.argtypes)
        callee = ir.Function(self.module, callee_type, described.llvm_func_name)
        function_type = ir.FunctionType(_POINTER, [_POINTER, _POINTER, _LONG])
        self._function = ir.Function(self.module, function_type, symbol)
        self._builder = ir.IRBuilder(self._function.append_basic_block("entry"))
        self._classes, items, count = self._function.args
        self._items = self._builder.load(self._outside("ecsphys_items", _LONG))
        self._made = 0  # of the classes
        self._failed = self._function.append_basic_block("failed")
        self._misfit = self._function.append_basic_block("misfit")
        self._messages: list[tuple[Any, Any]] = []

        expected = len(described.argtypes)
        locked = self._builder.icmp_signed("==", count, _LONG(expected))
        unlocked = self._builder.icmp_signed("==", count, _LONG(expected + 1))
        self._require(self._builder.or_(locked, unlocked), f"takes {expected} arguments")
        values = [
            self._unbox(self._at(items, 8 * i), kind, name)
            for i, (kind, name) in enumerate(zip(described.argtypes, names, strict=True))
        ]
        thread = cgutils.alloca_once(self._builder, _POINTER)
        with self._builder.if_then(unlocked, likely=False):
            self._builder.store(self._call("PyEval_SaveThread", _POINTER), thread)
        status, result = context.call_conv.call_function(
            self._builder, callee, described.restype, described.argtypes, values
        )
        with self._builder.if_then(unlocked, likely=False):
            self._call("PyEval_RestoreThread", ir.VoidType(), self._builder.load(thread))
        with self._builder.if_then(status.is_error, likely=False):
            self._raise(_INDEX_ERROR, self._text("an index is out of bounds"))
        self._builder.ret(self._box(result, described.restype))
        self._end()

    def _at(self, address: Any, offset: int, kind: Any = _POINTER) -> Any:
        """Load the value `offset` bytes behind an address."""
        place = self._builder.gep(address, [_LONG(offset)])
        return self._builder.load(self._builder.bitcast(place, kind.as_pointer()))

    def _put(self, address: Any, offset: int, value: Any) -> None:
        place = self._builder.gep(address, [_LONG(offset)])
        self._builder.store(value, self._builder.bitcast(place, value.type.as_pointer()))

    def _call(self, name: str, result: Any, *arguments: Any) -> Any:
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        function = cgutils.get_or_insert_function(self.module, kind, name)
        return self._builder.call(function, arguments)

    def _context(self, row: int) -> Any:
        table = self._outside("ecsphys_context", ir.ArrayType(_POINTER, 4))
        return self._at(self._builder.bitcast(table, _POINTER), 8 * row)

    def _outside(self, name: str, kind: Any) -> Any:
        """Return a variable of `native.c`."""
        try:
            return self.module.get_global(name)
        except KeyError:
            return ir.GlobalVariable(self.module, kind, name)

    def _item(self, packed: Any, row: int) -> Any:
        """Load an item of a tuple."""
        return self._at(self._builder.gep(packed, [self._items]), 8 * row)

    def _text(self, message: str) -> Any:
        return self.context.insert_const_string(self.module, f"{self._symbol}: {message}")

    def _raise(self, error: int, message: Any) -> None:
        self._call("PyErr_SetString", ir.VoidType(), self._context(error), message)
        self._builder.ret(_POINTER(None))

    def _require(self, condition: Any, message: str) -> None:
        """Continue if the condition holds, else raise a TypeError."""
        self._messages.append((self._text(message), self._builder.block))
        good = self._builder.append_basic_block()
        self._builder.cbranch(condition, good, self._misfit)
        self._builder.position_at_end(good)

    def _end(self) -> None:
        """Emit the blocks that raise errors."""
        self._builder.position_at_end(self._misfit)
        message = self._builder.phi(_POINTER)
        for text, block in self._messages:
            message.add_incoming(text, block)
        self._raise(_TYPE_ERROR, message)
        self._builder.position_at_end(self._failed)
        self._builder.ret(_POINTER(None))

    def _unbox(self, item: Any, kind: Any, name: str) -> Any:
        """Convert a Python object to numba's representation."""
        if isinstance(kind, types.Array):
            return self._array(item, kind, name)
        if isinstance(kind, types.BaseTuple):
            size = self._call("PyTuple_Size", _LONG, item)
            with self._builder.if_then(self._builder.icmp_signed("<", size, _LONG(0)), likely=False):
                self._call("PyErr_Clear", ir.VoidType())
            fits = self._builder.icmp_signed("==", size, _LONG(len(kind)))
            self._require(fits, f"{name} must be {kind}"[:200])
            names = getattr(kind, "fields", None) or [str(i) for i in range(len(kind))]
            return self.context.make_tuple(
                self._builder,
                kind,
                [
                    self._unbox(self._item(item, i), part, f"{name}.{field}")
                    for i, (part, field) in enumerate(zip(kind, names, strict=True))
                ],
            )
        if kind == types.int64:
            return self._scalar("PyLong_AsLongLong", item, _LONG(-1), self._builder.icmp_signed)
        if kind == types.float64:
            return self._scalar("PyFloat_AsDouble", item, _REAL(-1.0), self._builder.fcmp_ordered)
        raise Misfit(f"{name} is {kind}; entries take int64, float64, arrays, and tuples of these")

    def _scalar(self, function: str, item: Any, failure: Any, compare: Any) -> Any:
        value = self._call(function, failure.type, item)
        with self._builder.if_then(compare("==", value, failure), likely=False):
            error = self._call("PyErr_Occurred", _POINTER)
            good = self._builder.append_basic_block()
            self._builder.cbranch(cgutils.is_null(self._builder, error), good, self._failed)
            self._builder.position_at_end(good)
        return value

    def _array(self, item: Any, kind: Any, name: str) -> Any:
        builder, dtype, ndim = self._builder, as_dtype(kind.dtype), kind.ndim
        message = f"{name} must be a {ndim}-dimensional C-contiguous array of {dtype}"[:200]
        ndarray, own = self._context(_NDARRAY), self._at(item, _TYPE)
        exact = builder.icmp_unsigned("==", own, ndarray)
        with builder.if_else(exact, likely=True) as (then, otherwise):
            with then:
                of_exact = builder.block
            with otherwise:
                derived = self._call("PyType_IsSubtype", _INT, own, ndarray)
                derived = builder.icmp_signed("!=", derived, _INT(0))
                of_derived = builder.block
        fits = builder.phi(ir.IntType(1))
        fits.add_incoming(ir.IntType(1)(1), of_exact)
        fits.add_incoming(derived, of_derived)
        self._require(fits, message)

        shape = [self._at(self._at(item, _SHAPE), 8 * i, _LONG) for i in range(ndim)]
        stride = self._at(self._at(item, _STRIDES), 8 * (ndim - 1), _LONG)
        contiguous = builder.and_(self._at(item, _FLAGS, _INT), _INT(_C_CONTIGUOUS))
        items = shape[0]
        for length in shape[1:]:
            items = builder.mul(items, length)
        row = builder.or_(  # strides of arrays with at most one row are arbitrary
            builder.icmp_signed("==", stride, _LONG(dtype.itemsize)),
            builder.or_(
                builder.icmp_signed("<", shape[-1], _LONG(2)), builder.icmp_signed("==", items, _LONG(0))
            ),
        )
        checks = (
            builder.icmp_signed("==", self._at(item, _NDIM, _INT), _INT(ndim)),
            builder.icmp_signed("!=", contiguous, _INT(0)),
            builder.icmp_signed("==", self._at(self._at(item, _DTYPE), _KIND, _BYTE), _BYTE(ord(dtype.kind))),
            row,
        )
        fits = checks[0]
        for check in checks[1:]:
            fits = builder.and_(fits, check)
        self._require(fits, message)

        strides = [_LONG(dtype.itemsize)]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        array = self.context.make_array(kind)(self.context, builder)
        data = builder.bitcast(self._at(item, _DATA), array.data.type)
        populate_array(array, data, shape, strides, dtype.itemsize, None)
        return array._getvalue()

    def _box(self, value: Any, kind: Any) -> Any:
        """Convert a result to a new Python object."""
        if kind == types.none:
            nothing = self._context(_NONE)
            self._call("Py_IncRef", ir.VoidType(), nothing)
            return nothing
        if isinstance(kind, types.Boolean):
            return self._call("PyBool_FromLong", _POINTER, self._builder.zext(value, _LONG))
        if kind == types.int64:
            return self._call("PyLong_FromLongLong", _POINTER, value)
        if kind == types.float64:
            return self._call("PyFloat_FromDouble", _POINTER, value)
        if isinstance(kind, types.BaseTuple):
            return self._box_tuple(value, kind)
        raise Misfit(f"entries return none, bool, int64, float64 or tuples of these, not {kind}")

    def _box_tuple(self, value: Any, kind: Any) -> Any:
        """Build a tuple or a NamedTuple, without calling its `__new__`, which takes 10 times as long."""
        size = _LONG(len(kind))
        if isinstance(kind, types.BaseNamedTuple):
            own_class = self._item(self._classes, self._made)
            self._made += 1
            packed = self._call("PyType_GenericAlloc", _POINTER, own_class, size)
        else:
            packed = self._call("PyTuple_New", _POINTER, size)
        with self._builder.if_then(cgutils.is_null(self._builder, packed), likely=False):
            self._builder.ret(_POINTER(None))
        first = self._builder.gep(packed, [self._items])
        for i, part in enumerate(kind):
            item = self._box(self._builder.extract_value(value, i), part)
            if i == 0:  # where no hash is kept the first item takes its place, before anybody looks
                self._put(packed, _HASH, _LONG(-1))
            self._put(first, 8 * i, item)
        return packed
