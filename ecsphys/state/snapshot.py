"""A snapshot: all state of a world at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Array
from .game_components import Kept as Named
from .kept import RowCopies, Saved
from .packing import Packed
from .structure import Structure
from .varied import Varied


class ShapeArrays(NamedTuple):
    """What of shapes does not follow their bodies; snapshots share it while it stays the same."""

    rows: RowCopies  # SHAPE, with `enlarged` 0
    filters: RowCopies
    local: RowCopies  # points in the frames of bodies
    numbers: tuple[Any, ...]  # count, free rows, points in use, largest shape, free blocks of points


class Values(NamedTuple):
    """What may change in each step."""

    owners: dict[str, Saved]  # by name of the owner
    enlarged: Array  # SHAPE.enlarged
    shapes: ShapeArrays
    orders: tuple[Array, ...]  # which joints act, by ascending entity
    up_to_date: tuple[tuple[bool, bool], ...]  # by system of components: its list and its bodies
    joints_bound: bool
    touched: tuple[int, ...]  # entities whose joint is to be looked at
    outlived: tuple[int, ...]  # entities that lost their row since the last step and are still there
    loose: tuple[Any, ...]  # states of components that no world has adopted yet
    varied: tuple[Varied, ...]
    pause: int  # steps until the solver looks for islands again


class Snapshot:
    """All physics state of a world at one moment, and copies of the components of the game that were named.

    Made by `Physics.snapshot`, put back by `Physics.restore` as often as wanted. It does not change.
    `step` and `time` say when it was taken (steps run, seconds simulated), `entities` which entities it has.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> physics, place = Physics(max_steps=60), Transform()
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(place, RigidBody(velocity=(60, 0)), Collider(Circle(5)))
    >>> start = physics.snapshot()
    >>> esper.process(1)
    >>> round(place.x, 6), start.step, start.entities
    (60.0, 0, 1)
    >>> physics.restore(start)
    >>> place.x
    0.0
    """

    __slots__ = ("__weakref__", "_home", "_named", "_structure", "_values", "entities", "step", "time")

    def __init__(
        self, structure: Structure, values: Values, named: Named, step: int, time: float, home: object
    ):
        self._structure = structure
        self._values = values
        self._named = named
        self._home = home  # whose components it has: the keeper of a world; None: nobody's yet
        self.step: int = step  # `Physics.step_count`
        self.time: float = time  # simulated seconds
        self.entities: int = len(structure.esper.entities)  # their number

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays, those included that it shares with other snapshots."""
        values = self._values
        arrays = [*values.shapes[:3], values.enlarged, *values.orders]
        parts = [part for saved in values.owners.values() for part in saved]
        arrays += [part for part in parts if isinstance(part, (np.ndarray, Packed))]
        return sum(array.nbytes for array in arrays)

    def nbytes_beside(self, other: Snapshot | None) -> int:
        """Bytes of the arrays that it does not share with another snapshot.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> physics.step_once()
        >>> first = physics.snapshot()
        >>> physics.step_once()
        >>> second = physics.snapshot()
        >>> second.nbytes_beside(first) < second.nbytes  # the shapes are the same
        True
        """
        is_shared = other is not None and self._values.shapes is other._values.shapes
        return self.nbytes - (sum(array.nbytes for array in self._values.shapes[:3]) if is_shared else 0)

    def to_bytes(self, base: Snapshot | None = None) -> bytes:
        """Return it as bytes that `from_bytes` reads, also in another process, on another machine, or in a
        later version of ecsphys.

        `base`: write only what differs from this snapshot of the same world, which `from_bytes` then needs.

        Raises `TypeError` that names the entity and the component for what cannot be saved: a function that
        is no module's, an object of the game that is no dataclass. Components of the game that were not named
        are left out, and so are the steps that `Physics(history=n)` keeps.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> physics.step_once()
        >>> base = physics.snapshot()
        >>> physics.step_once()
        >>> after = physics.snapshot()
        >>> len(after.to_bytes(base)) < len(after.to_bytes())
        True
        """
        from .writing import write_snapshot

        return write_snapshot(self, _check_base(base))

    @classmethod
    def from_bytes(
        cls,
        data: bytes | bytearray | memoryview,
        base: Snapshot | None = None,
        *,
        names: Mapping[str, str] | None = None,
    ) -> Snapshot:
        """Return the snapshot that these bytes were made of. No code in them is run, and nothing imported.

        - `base`: the snapshot that `to_bytes` was given, or what `from_bytes` made of that one's bytes.
        - `names`: modules that are called otherwise here than in the program that wrote the bytes, or classes
          that are elsewhere: `{"__main__": "mygame", "mygame:Health": "mygame.parts:Health"}`. A script is
          known by the name by which others import it, so that its tests and what is packed of it need none.

        The first world that restores it keeps it: its components become that world's. Entities that the
        world has under the same numbers keep the components of the game that the snapshot does not have.
        Raises `ValueError` that says what is wrong with the bytes; for a class that is not found, where to
        look.

        >>> from ecsphys import Physics
        >>> from ecsphys.state import Snapshot, diff
        >>> physics = Physics()
        >>> physics.step_once()
        >>> data = physics.snapshot().to_bytes()  # into a file
        >>> again = Snapshot.from_bytes(data)
        >>> again.step, diff(again, physics.snapshot())
        (1, [])
        """
        from .reading import read_snapshot

        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"from_bytes takes bytes, got {data!r:.60}")
        return read_snapshot(data, _check_base(base), names=names)

    def __copy__(self) -> Snapshot:
        return self

    def __deepcopy__(self, memo: dict[Any, Any]) -> Snapshot:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Snapshot.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"Snapshot(step={self.step}, entities={self.entities}, nbytes={self.nbytes})"


def _check_base(base: Any) -> Snapshot | None:
    if base is not None and not isinstance(base, Snapshot):
        raise TypeError(f"base must be a Snapshot, got {base!r:.100}")
    return base
