"""Machine code for `four_meet` and `eight_meet`: comparing several boxes with one at the same time."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from .. import eight_meet, four_meet

types: Any = numba_types  # made in ways that mypy cannot follow
_ARGUMENTS = types.Array(types.float64, 2, "C"), types.int64, *(types.float64,) * 4


@infer_global(four_meet)
@infer_global(eight_meet)
class _Meet(AbstractTemplate):  # type: ignore[misc, unused-ignore]
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, *_ARGUMENTS)


def _bits(lanes: int, context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Which lanes' boxes overlap the one given, as the bits of a whole number."""
    array = context.make_array(sig.args[0])(context, builder, args[0])
    start = cgutils.get_item_pointer(
        context, builder, sig.args[0], array, [args[1], context.get_constant(types.int64, 0)]
    )
    vector = ir.VectorType(ir.DoubleType(), lanes)
    sides = builder.bitcast(start, vector.as_pointer())
    meet = None
    for side, (compare, other) in enumerate(zip(("<=", "<=", ">=", ">="), args[4:] + args[2:4], strict=True)):
        mine = builder.load(builder.gep(sides, [ir.Constant(ir.IntType(32), side)]), align=8)
        one = builder.insert_element(ir.Constant(vector, ir.Undefined), other, ir.Constant(ir.IntType(32), 0))
        all_lanes = ir.Constant(ir.VectorType(ir.IntType(32), lanes), None)
        others = builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), all_lanes)
        here = builder.fcmp_ordered(compare, mine, others)
        meet = here if meet is None else builder.and_(meet, here)
    return builder.zext(builder.bitcast(meet, ir.IntType(lanes)), ir.IntType(64))


@lower_builtin(four_meet, *_ARGUMENTS)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_four(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _bits(4, context, builder, sig, args)


@lower_builtin(eight_meet, *_ARGUMENTS)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_eight(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _bits(8, context, builder, sig, args)
