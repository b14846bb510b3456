"""Sprites that follow bodies, written to their SpriteList in bulk."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import arcade
import numpy as np
import numpy.typing as npt

from ..arrays import FREE
from ..drawing.poses import Poses, find_rows, interpolate_poses
from ..math2d import check
from ..math2d.vec2 import Pair
from ..physics import Physics, require_physics
from ..user_warnings import warn_user
from .gone_sprites import Frame, GoneSprites

MakerT = TypeVar("MakerT", bound=Callable[[int], arcade.Sprite | None])

_NONE = np.zeros(0, np.int64)


class SpriteSync:
    """Makes the sprites of one SpriteList follow entities, interpolated between the last two fixed steps.

    Poses are written from the body arrays to the list's own array, then to `position`, `angle` and hit box of
    the sprites that moved (about 1 ms for 5,000). The sprite of a deleted entity is removed from the list,
    and a sprite removed from the list (`sprite.kill()`) stops following. Other sprites in the same list are
    left alone. Use one SpriteSync per list.

    When `Physics.restore`, a time line or a rollback brings an entity back, its sprite comes back, too: that
    of a removed one is kept as long as there is a snapshot with its entity. A snapshot from bytes has
    entities of its own, for which `on_restored` makes sprites.

    Raises `TypeError` unless given a `Physics` and a `SpriteList`.

    >>> import arcade
    >>> import esper
    >>> from ecsphys import Box, Collider, Physics, RigidBody, Transform
    >>> from ecsphys.arcade import SpriteSync
    >>> physics, sprites = Physics(), arcade.SpriteList()
    >>> esper.add_processor(physics)
    >>> crate = esper.create_entity(Transform(), RigidBody(velocity=(60, 0)), Collider(Box(40, 40)))
    >>> sync = SpriteSync(physics, sprites)
    >>> sprite = sync.add(crate, arcade.SpriteSolidColor(40, 40))
    >>> esper.process(1.5 / 60)
    >>> sync.update()  # once a frame, before sprites.draw()
    >>> round(sprite.center_x, 6)  # half a step of 1 unit
    0.5
    """

    def __init__(self, physics: Physics, sprites: arcade.SpriteList[arcade.Sprite]):
        require_physics(physics, "SpriteSync")
        if not isinstance(sprites, arcade.SpriteList):
            raise TypeError(f"sprites must be an arcade SpriteList, got {sprites!r}")
        self.physics = physics
        self.sprites = sprites
        self._sprite: dict[int, arcade.Sprite] = {}
        self._frame: dict[int, Frame] = {}
        self._since: dict[int, tuple[int, int]] = {}  # when the sprite was added: restarts, step
        self._gone = GoneSprites(physics)
        self._makers: list[Callable[[int], arcade.Sprite | None]] = []
        self._bare: list[int] = []  # entities whose number had a sprite before a snapshot was loaded
        self._has_warned = False
        self._known: npt.NDArray[np.int64] = _NONE  # entity column of the bodies at the last refresh
        self._listed: list[arcade.Sprite] = []  # the list's sprites at the last refresh
        self._stale = True
        self._rows = _NONE
        self._slots = _NONE
        self._frames: npt.NDArray[np.float64] = np.zeros((0, 4))
        self._followers: list[arcade.Sprite] = []
        self._row_of: dict[int, int] = {}  # entity -> row of the four above
        self._written: Poses = np.zeros((0, 3))  # poses of the last update

    def __contains__(self, entity: int) -> bool:
        self._catch_up()
        return entity in self._sprite

    def __len__(self) -> int:
        self._catch_up()
        return len(self._sprite)

    def sprite(self, entity: int) -> arcade.Sprite:
        """Return the sprite of an entity. Raises `KeyError` if it has none."""
        self._catch_up()
        return self._sprite[entity]

    def add(
        self,
        entity: int,
        sprite: arcade.Sprite,
        *,
        offset: Pair = (0.0, 0.0),
        angle: float = 0.0,
        turn: bool = True,
    ) -> arcade.Sprite:
        """Make a sprite follow an entity; append it to the list if it is not there.

        `offset` (turning with the body) and `angle` (radians, counter-clockwise) place it in the
        entity's frame; `turn=False` keeps it upright. Raises `ValueError` if the entity has a sprite.

        >>> import arcade
        >>> import esper
        >>> from ecsphys import Capsule, Collider, Physics, Transform
        >>> from ecsphys.arcade import SpriteSync
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> sync = SpriteSync(physics, arcade.SpriteList())
        >>> hero = esper.create_entity(Transform(100, 50), Collider(Capsule(60, 20)))
        >>> sprite = sync.add(hero, arcade.SpriteSolidColor(40, 80), offset=(0, 10), turn=False)
        >>> esper.process(1 / 60)
        >>> sync.update()
        >>> sprite.position
        (100.0, 60.0)
        """
        self._catch_up()
        if entity in self._sprite:
            raise ValueError(f"entity {entity} has a sprite already; remove it first")
        if sprite not in self.sprites:
            self.sprites.append(sprite)
        elif others := [other for other, one in self._sprite.items() if one is sprite]:
            warn_user(
                f"entity {entity} gets the sprite of entity {others[0]}, which would follow both; make "
                "another one, or remove it from there first"
            )
        self._sprite[entity] = sprite
        self._frame[entity] = (*offset, angle, float(turn))
        self._since[entity] = self._gone.now()
        self._gone.meet(entity)
        self._stale = True
        return sprite

    def on_restored(self, make: MakerT) -> MakerT:
        """Let a function make the sprites of entities that a restored snapshot brings and that have none.

        `make(entity)` returns a sprite, which then follows the entity, or None; with `offset`, `angle` or
        `turn` it calls `add` itself. After `Physics.restore` it is called for each body without a sprite, in
        the order of entities, by the next `update`. Without such a function a game that loads a file makes
        its sprites anew; if it does not, there is a warning.

        >>> import arcade
        >>> import esper
        >>> from ecsphys import Box, Collider, Physics, Transform
        >>> from ecsphys.arcade import SpriteSync
        >>> from ecsphys.state import Snapshot
        >>> physics, sprites = Physics(), arcade.SpriteList()
        >>> esper.add_processor(physics)
        >>> sync = SpriteSync(physics, sprites)
        >>> @sync.on_restored
        ... def make_crate(entity):
        ...     return arcade.SpriteSolidColor(40, 40)
        ...
        >>> crate = esper.create_entity(Transform(), Collider(Box(40, 40)))
        >>> sprite = sync.add(crate, make_crate(crate))
        >>> saved = physics.snapshot().to_bytes()
        >>> physics.reset()
        >>> physics.restore(Snapshot.from_bytes(saved))
        >>> sync.update()
        >>> len(sprites), sync.sprite(crate) is sprite
        (1, False)
        """
        self._makers.append(check.handler(make, "make", "entity"))
        return make

    def place(self, entity: int, *, offset: Pair | None = None, angle: float | None = None) -> None:
        """Change offset and angle of a sprite in its entity's frame; None keeps a value.

        Takes effect at the next `update`. Raises `KeyError` if the entity has no sprite.

        >>> import arcade
        >>> import esper
        >>> from ecsphys import Box, Collider, Physics, Transform
        >>> from ecsphys.arcade import SpriteSync
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> sync = SpriteSync(physics, arcade.SpriteList())
        >>> tower = esper.create_entity(Transform(100, 50), Collider(Box(40, 80)))
        >>> sprite = sync.add(tower, arcade.SpriteSolidColor(40, 80))
        >>> sync.place(tower, offset=(0, -5))  # it sinks in
        >>> esper.process(1 / 60)
        >>> sync.update()
        >>> sync.sprite(tower).position
        (100.0, 45.0)
        """
        self._catch_up()
        x, y, turned, turns = self._frame[entity]
        x, y = (x, y) if offset is None else offset
        frame = (x, y, turned if angle is None else angle, turns)
        if frame != self._frame[entity]:
            self._frame[entity] = frame
            row = self._row_of.get(entity)
            if row is not None:
                self._frames[row] = frame

    def remove(self, entity: int) -> None:
        """Remove an entity's sprite from the list; harmless if it has none."""
        self._catch_up()
        sprite = self._sprite.pop(entity, None)
        if sprite is not None:
            self._gone.add(entity, sprite, self._frame.pop(entity))
            del self._since[entity]
            self._stale = True
            if sprite in self.sprites:
                self.sprites.remove(sprite)

    def update(self, alpha: float | None = None) -> None:
        """Write all poses; `alpha` is the fraction of a step that has passed, by default the clock's."""
        bodies = self.physics.world.bodies
        rows = bodies.rows[: bodies.count]
        self._catch_up()
        if self._bare:
            self._warn_of_bare()
        listed = self.sprites.sprite_list == self._listed  # compares identities first: 5,000 in 30 µs
        if self._stale or not listed or not np.array_equal(rows["entity"], self._known):
            self._forget_killed()
            self._refresh(rows["entity"].copy())
            self._listed = self.sprites.sprite_list.copy()
        if len(self._rows):
            poses = interpolate_poses(rows, bodies.alpha if alpha is None else alpha, self._rows)
            self._write(sprite_poses(poses, self._frames))

    def _catch_up(self) -> None:
        """After a restore, change to the sprites of that world, where numbers may be other entities'."""
        if not self._gone.is_restored():
            return
        self._stale = True
        others = [entity for entity in self._sprite if self._gone.is_another(entity)]
        for entity in others:
            self.remove(entity)
        for entity, gone in self._gone.come_back(self._sprite):
            self._sprite[entity], self._frame[entity] = gone.sprite, gone.frame
            self._since[entity] = self._gone.now()
            self._gone.meet(entity)
            if gone.sprite not in self.sprites:
                self.sprites.append(gone.sprite)
        for make in self._makers:
            self._make_missing(make)
        if self._gone.is_loaded() and not self._makers:
            self._bare = others

    def _make_missing(self, make: Callable[[int], arcade.Sprite | None]) -> None:
        """Let the game make sprites for bodies that have none."""
        bodies = self.physics.world.bodies
        for entity in sorted(bodies.rows["entity"][: bodies.count].tolist()):
            if entity > FREE and entity not in self._sprite:
                sprite = make(entity)
                if sprite is not None and entity not in self._sprite:
                    self.add(entity, sprite)

    def _warn_of_bare(self) -> None:
        """Warn once if the game has not made sprites anew for entities of a loaded snapshot."""
        bare, self._bare = [entity for entity in self._bare if entity not in self._sprite], []
        if bare and not self._has_warned:
            self._has_warned = True
            warn_user(
                f"a snapshot from bytes was restored, which has entities of its own: entity {bare[0]} and "
                f"{len(bare) - 1} more have no sprite now; make them in a function that "
                "SpriteSync.on_restored is given"
            )

    def _forget_killed(self) -> None:
        """Remove sprites that are no longer in the list."""
        for entity in [entity for entity, sprite in self._sprite.items() if sprite not in self.sprites]:
            self.remove(entity)

    def _refresh(self, column: npt.NDArray[np.int64]) -> None:
        """Look up rows and slots again; remove the sprites of entities without a row.

        A new entity has no row before the next step; until then its sprite stays where it is.
        """
        entities = np.fromiter(self._sprite, np.int64, len(self._sprite))
        rows = find_rows(entities, column)
        waiting = False
        for entity in entities[rows < 0].tolist():
            if self._since[entity] < self._gone.now():
                self.remove(entity)
            else:
                waiting = True
        if waiting and self.physics.simulation.esper_world is None:
            warn_user(
                "sprites wait for a Physics that nothing runs: esper.add_processor(physics), then "
                "esper.process(dt) in every frame"
            )
        followed = entities[rows >= 0].tolist()
        self._gone.know(followed, rows[rows >= 0].tolist())
        self._rows = rows[rows >= 0]
        self._slots = np.array([self.sprites.sprite_slot[self._sprite[e]] for e in followed], np.int64)
        self._frames = np.array([self._frame[e] for e in followed]).reshape(-1, 4)
        self._followers = [self._sprite[e] for e in followed]
        self._written = np.full((len(followed), 3), np.nan)
        self._row_of = {entity: k for k, entity in enumerate(followed)}
        self._known = column
        self._stale = waiting

    def _write(self, poses: Poses) -> None:
        """Write to the array that arcade uploads: x, y, depth, clockwise degrees per slot (arcade 3.3).

        The numpy view must not outlive this call: while it exists the list cannot grow.
        """
        table = np.frombuffer(self.sprites._sprite_pos_angle_data, np.float32).reshape(-1, 4)
        table[self._slots, 0] = poses[:, 0]
        table[self._slots, 1] = poses[:, 1]
        table[self._slots, 3] = poses[:, 2]
        self.sprites._sprite_pos_angle_changed = True
        moved = np.flatnonzero((poses != self._written).any(axis=1))
        self._written = poses
        _set_poses([self._followers[k] for k in moved.tolist()], poses[moved])
        if self.sprites.spatial_hash is not None:
            for k in moved.tolist():
                self.sprites.spatial_hash.move(self._followers[k])


def _set_poses(sprites: list[arcade.Sprite], poses: Poses) -> None:
    """Set the poses of sprites and their hit boxes.

    This bypasses the setters, which would write each pose to the list again.
    """
    positions = zip(poses[:, 0].tolist(), poses[:, 1].tolist(), strict=True)
    for sprite, position, angle in zip(sprites, positions, poses[:, 2].tolist(), strict=True):
        box: Any = sprite._hit_box
        sprite._position = box._position = position
        sprite._angle = box._angle = angle
        box._adjusted_cache_dirty = True


def sprite_poses(poses: Poses, frames: npt.NDArray[np.float64]) -> Poses:
    """Return x, y and clockwise degrees (N, 3) of sprites at `frames` in their bodies' frames.

    A row of `frames` is offset x, offset y, angle, and 1 if the sprite turns with its body, else 0.
    """
    turn = poses[:, 2] * frames[:, 3]
    c, s = np.cos(turn), np.sin(turn)
    result = np.empty_like(poses)
    result[:, 0] = poses[:, 0] + c * frames[:, 0] - s * frames[:, 1]
    result[:, 1] = poses[:, 1] + s * frames[:, 0] + c * frames[:, 1]
    result[:, 2] = -(turn + frames[:, 2]) * (180.0 / math.pi)
    return result
