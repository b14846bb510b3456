"""Types of the arrays that kernels share; layout of record arrays, and how they grow."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .compile import LINE, inlined, records

Array = npt.NDArray[Any]
Reals = npt.NDArray[np.float64]
Reals2 = npt.NDArray[np.float64]  # two dimensions
Reals3 = npt.NDArray[np.float64]  # three dimensions
Ints = npt.NDArray[np.int64]
Ints32 = npt.NDArray[np.int32]
Ints2 = npt.NDArray[np.int64]  # two dimensions
MoverLists = npt.NDArray[np.int32]  # (2n, 3), see contacts.mover_lists
Flags = npt.NDArray[np.bool_]
PointRows = npt.NDArray[np.float64]  # (n, 4): a core's points and edge normals, see math2d.core
PartRows = npt.NDArray[np.int64]  # (n, 3): form, first point row and count of each core of a shape
Boxes = npt.NDArray[np.float64]  # (n, 4): lower x, lower y, upper x, upper y
Index = npt.NDArray[np.int64]  # (n, 2): an open-addressing table of keys and rows

# Arrays of records, named after the record of one row. Fields of records are `Any` to type checkers.
Rows = npt.NDArray[Any]  # of any record
BodyRows = npt.NDArray[Any]
ShapeRows = npt.NDArray[Any]
FilterRows = npt.NDArray[Any]
ContactRows = npt.NDArray[Any]
JointRows = npt.NDArray[Any]
ManifoldRows = npt.NDArray[Any]
PairRows = npt.NDArray[Any]
CountRows = npt.NDArray[Any]
RangeRows = npt.NDArray[Any]
HookRows = npt.NDArray[Any]
EventRows = npt.NDArray[Any]
CrossingRows = npt.NDArray[Any]
NodeRows = npt.NDArray[Any]
LinkRows = npt.NDArray[Any]
CellRows = npt.NDArray[Any]
TreePartRows = npt.NDArray[Any]
PoolRows = npt.NDArray[Any]
MoverRows = npt.NDArray[Any]
FlightRows = npt.NDArray[Any]
ConstraintRows = npt.NDArray[Any]
HeadRows = npt.NDArray[Any]
BounceRows = npt.NDArray[Any]
ContactBlockRows = npt.NDArray[Any]
PinBlockRows = npt.NDArray[Any]
LinkBlockRows = npt.NDArray[Any]
JointBlockRows = npt.NDArray[Any]
ScratchRows = npt.NDArray[Any]
StageRows = npt.NDArray[Any]
SweptRows = npt.NDArray[Any]
CharacterRows = npt.NDArray[Any]
PlaneRows = npt.NDArray[Any]
ShotRows = npt.NDArray[Any]
CasterRows = npt.NDArray[Any]
GridShapeRows = npt.NDArray[Any]


FREE = -1  # `entity` or `body` of an unused row (entities are positive)


def in_lines(fields: list[tuple[str, str]]) -> np.dtype[Any]:
    """Return a record that fills whole cache lines; in an array of `records` it also starts at one."""
    packed = np.dtype(fields, align=True)
    assert packed.fields is not None
    offsets = [packed.fields[name][1] for name, _ in fields]
    size = -(-packed.itemsize // LINE) * LINE
    names, formats = zip(*fields, strict=True)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def offsets_of(dtype: np.dtype[Any]) -> dict[str, int]:
    """Return the offsets of the fields of a record, in bytes."""
    return {name: dtype.fields[name][1] for name in dtype.names or () if dtype.fields}


def packing(dtype: np.dtype[Any], first: int = 0, end: int | None = None) -> str:
    """Return the `struct` format of the fields of an aligned record, from word `first` to before `end`."""
    last = dtype.itemsize if end is None else 8 * end
    names = [name for name, at in offsets_of(dtype).items() if 8 * first <= at < last]
    # "@" aligns as numpy does; "0q" at the end fills the last word.
    return "@" + "".join(_CODES[dtype[name].str[1:]] for name in names) + "0q"


_CODES = {"i1": "b", "i4": "i", "i8": "q", "f8": "d"}


@inlined
def wide(number: int) -> int:
    """Return a narrow integer field as 64 bits: the fields of a NamedTuple have one type each."""
    return number + 0


def words_of(rows: Array) -> tuple[memoryview, memoryview[float], memoryview[int]]:
    """Return the memory of an array of eight-byte words as bytes, as doubles and as integers."""
    memory = rows.view(np.ndarray).data.cast("B")
    return memory, memory.cast("d"), memory.cast("q")


def grown(array: Array, capacity: int) -> Array:
    """Return a copy with `capacity` rows, the new ones zero.

    Copied rows take memory at once, new ones when first written: pass only the rows in use.
    """
    if array.dtype.names:
        larger = records(capacity, array.dtype)
    else:
        larger = np.zeros((capacity, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
