"""Take in joints: find their bodies, resolve what follows from these, and list the joints that act.

All is O(1) while neither joints nor bodies come, go or change. k changed joints cost time proportional to k,
and a pass of numpy over all joints where some begin or cease to act.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ..arrays import FREE, Array, Flags, Ints, JointRows
from ..spatial.pair_keys import pair_key, pair_keys
from ..user_warnings import warn_user
from ..world.bodies import DYNAMIC, PUT_ASIDE
from ..world.joint_frames import resolve_joints
from ..world.joints import IMPULSES, JOINT_FIELDS, JOINT_STATE, LOADS, MOVED, NO_JOINTS, Joints
from ..world.state import World
from ..world.waking import wake_rows
from .components import JOINT_KINDS, Joint, JointTable, Transform
from .components.joints.holding import let_go, let_go_elsewhere, was_whole, worlds
from .joint_faults import JointFaults
from .registry import Components, Registry, Watch, change_token, dying_entities
from .synchronize import synchronize
from .torn import torn_apart

_NO_ROWS = np.zeros(0, np.int64)
_SIDES = ("entity_a", "body_a"), ("entity_b", "body_b")
_WORDS = [(JOINT_FIELDS[entity], JOINT_FIELDS[body]) for entity, body in _SIDES]
_ENTITY, _READY, _BROKEN, _OVERLOAD = (
    JOINT_FIELDS[name] for name in ("entity", "ready", "broken", "overload")
)

Claim = tuple[int, Joint]  # the entity that has a joint, and that joint
Mistake = tuple[Joint, str]  # a joint, and what keeps it from acting


class JointAdoption:
    """Keeps the table of joints as esper has them, and `World.joints` as they act."""

    def __init__(self, world: World, registry: Registry):
        self._world = world
        self._registry = registry
        self._watch = Watch(JOINT_KINDS)
        self._type_count = len(JOINT_KINDS)  # `Joint.type_count` when the watch was last brought up to date
        self.table: JointTable[Joint] = JointTable(Joint, world)
        self._faults = JointFaults(self.table)
        self._mistakes: dict[Mistake, int] = {}  # that were raised and are not mended, to the joint's entity
        self._idle_token: object = None  # `change_token()` when esper was last seen to have no joints
        self._structure = -1  # `World.structure_version` at the last update
        self._had_lost = False  # some body was put aside then
        self.apart: Ints = _NO_ROWS  # ascending `pair_key`s of entities that joints keep from colliding
        self._parting: Ints = _NO_ROWS  # rows of the joints that do so
        self.fresh: list[int] = []  # rows of joints that held their bodies together before their first step
        self._has_warned = False  # of a machine that is torn
        self.breakable: Ints = _NO_ROWS  # rows of joints that act and may break

    def is_unchanged(self) -> bool:
        """Whether no update is due, in constant time."""
        table, world = self.table, self._world
        if not table.members:
            token = change_token()
            if token is self._idle_token:  # spares a look at ten types
                return True
            if not self.touched():
                self._idle_token = token
                return True
            return False
        return not (
            self.touched()
            or table.changed
            or self._structure != world.structure_version
            or world.lost
            or self._had_lost
            or self._mistakes
            or dying_entities()
        )

    def update(self) -> list[int]:
        """Adopt and release joints, find bodies, wake what changed; return the rows of which a body died.

        Raises `ValueError` for two joints of one entity and a joint of two entities; and once for a joint of
        an entity with a body, and an entity to be joined that never existed or has no Transform. Nothing has
        changed then.
        """
        table, world = self.table, self._world
        changes = self._changes()
        removed = [entity for entity, _ in changes if entity in table.members]
        claims = [(entity, joint) for entity, joint in changes if joint is not None]
        let_go_elsewhere([joint for _, joint in claims], world.bodies.esper_world)
        edited, waiting = self._edited(removed), self._waiting(removed)
        self._check([*claims, *edited, *waiting])
        edited_rows = [table.row_of(joint) for _, joint in edited]
        woken = self._bodies_of([*edited_rows, *(table.row_of(table.members[one]) for one in removed)])
        whole = [joint for _, joint in claims if was_whole(joint)]
        table.exchange(removed, claims, world.bodies.esper_world)
        self.fresh = [table.row_of(joint) for joint in whole]
        table.is_rewired = table.is_rewired or bool(changes)
        table.changed.clear()
        found = [*edited_rows, *(table.row_of(joint) for _, joint in claims)]
        found += [table.row_of(joint) for _, joint in waiting]
        self._rows()["moved"][found] = MOVED
        died = self._find_bodies(found, set())
        self._faults.look_at(claims, edited, died)
        if self._structure != world.structure_version:
            died += self._follow_bodies(found)
        self._wake([*woken, *self._bodies_of([*self._able(found), *died])])
        if table.is_rewired or world.lost or self._had_lost:
            self._list_acting()
        if len(self.apart):
            self._mark_joined()
        self._mark_hung()
        self._structure, self._had_lost = world.structure_version, bool(world.lost)
        self._watch.touched.clear()
        return died

    def follow_teleports(self, length_unit: float) -> None:
        """Wake what hangs on teleported bodies, static ones too; warn, once, if a joint was torn by it.

        Torn by more than a length unit, before the first step of a joint that counts since it was made.
        """
        bodies, order, fresh = self._world.bodies, self._world.joints.order, self.fresh
        self.fresh = []
        if not len(order):
            return
        rows = self._rows()[order]
        teleported = np.zeros(len(order), bool)
        for _, name in _SIDES:
            teleported |= np.isin(rows[name], bodies.teleported)
        moved = teleported | np.isin(order, fresh)
        if not moved.any():
            return
        self._wake(self._bodies_of(order[teleported].tolist()))
        self._rows()["moved"][order[moved]] = MOVED
        if self._has_warned:
            return
        worst, gap = torn_apart(bodies.rows.view(np.ndarray), rows[moved])
        if gap > length_unit:
            self._has_warned = True
            self._warn_of_gap(order[moved][worst], gap)

    def _warn_of_gap(self, row: int, gap: float) -> None:
        entity, *held = (int(self._rows()[row][name]) for name in ("entity", "entity_a", "entity_b"))
        kind = type(self.table.members[entity]).__name__
        names = " and ".join(f"entity {one}" if one else "the world" for one in held)
        warn_user(
            f"the {kind} of entity {entity} holds {names} together, and a teleport has torn them {gap:g} "
            "apart: it pulls them back at once. Move a machine whole, by "
            "physics.teleport(entities, by=(dx, dy)) or preset.move_to(position)"
        )

    def end_step(self) -> None:
        """Let joints that the step has not adopted take hold of their bodies when one does."""
        if worlds:
            let_go(self._world.bodies.esper_world)

    def forget(self) -> None:
        """Release all joints: their entities have been deleted."""
        table = self.table
        table.release(*table.members)
        table.changed.clear()
        self.touched().clear()
        self._mistakes.clear()
        self._list_acting()

    def expect(self, touched: Iterable[int], is_bound: bool) -> None:
        """Go on where a snapshot was taken: look at these entities in the next step, and at no others.

        `is_bound`: the joints have the rows of bodies that they need.
        """
        self.touched().clear()
        self._watch.touched.update(touched)
        self._structure = self._world.structure_version if is_bound else -1
        self._idle_token = None

    @property
    def is_bound(self) -> bool:
        """Whether the joints have the rows of bodies that they need."""
        return self._structure == self._world.structure_version

    # -- what has changed --------------------------------------------------------------------------

    def touched(self) -> set[int]:
        """Return the entities whose joint may be another one than before."""
        if self._type_count != Joint.type_count:  # a game has derived further types
            self._type_count = Joint.type_count
            self._watch.add(*subclasses(Joint))
        return self._watch.look()

    def _changes(self) -> list[tuple[int, Joint | None]]:
        """Return the entities whose joint is another one than before, ascending, and that joint."""
        touched, members = self.touched(), self.table.members
        suspects = touched | (dying_entities() & members.keys())
        changes = [(int(entity), self.joint_of(entity)) for entity in sorted(suspects)]
        return [(entity, joint) for entity, joint in changes if members.get(entity) is not joint]

    def joint_of(self, entity: int) -> Joint | None:
        """Return the joint that an entity has now. Raises `ValueError` for two."""
        components = self._registry.current_components(entity)
        joints = _joints_in(components or {})
        if len(joints) > 1:
            names = " and a ".join(type(joint).__name__ for joint in joints)
            raise ValueError(f"entity {entity} has a {names}: each joint needs an entity of its own")
        return joints[0] if joints else None

    def _edited(self, removed: list[int]) -> list[Claim]:
        """Return the joints that the game has changed, or whose entities got bodies, and that stay."""
        table = self.table
        entities = {table.ints[row * table.width + _ENTITY] for row in table.changed}
        entities.update(table.members.keys() & self._registry.added)
        return [(entity, table.members[entity]) for entity in sorted(entities.difference(removed))]

    def _waiting(self, removed: list[int]) -> list[Claim]:
        """Return the joints that a mistake keeps from acting, and that stay."""
        members = self.table.members
        entities = sorted(set(self._mistakes.values()).difference(removed))
        return [(entity, members[entity]) for entity in entities if entity in members]

    def _able(self, rows: list[int]) -> list[int]:
        """Return those of some joints that no mistake keeps from acting."""
        kept = {self.table.row_of(joint) for joint, _ in self._mistakes}
        return [row for row in rows if row not in kept]

    def _check(self, joints: list[Claim]) -> None:
        """Raise `ValueError` for mistakes that are new; give static bodies to mere Transforms."""
        held: list[int] = []
        known, self._mistakes = self._mistakes, {}
        for entity, joint in joints:
            if not joint.broken:
                self._mistakes |= {(joint, what): entity for what in self._look_at(entity, joint, held)}
        if new := self._mistakes.keys() - known.keys():
            found = self._mistakes.items()  # in the order of the joints
            raise ValueError("; ".join(f"entity {at}: {one[1]}" for one, at in found if one in new))
        if held:
            self._registry.hold(held)
            synchronize(self._world, self._registry)

    def _look_at(self, entity: int, joint: Joint, held: list[int]) -> Iterator[str]:
        """Say what keeps a joint from acting; add its mere Transforms to `held`.

        Not so for a side that has died: that ends the joint.
        """
        kind, registry = type(joint).__name__, self._registry
        if self._world.row_of(entity) != FREE:
            yield f"its {kind} needs an entity of its own, without a body"
        for name, other in (("a", joint.a), ("b", joint.b)):
            if other is None or self._world.row_of(other) != FREE:
                continue
            components = registry.current_components(other)
            if other in registry.removed or (components is None and registry.has_existed(other)):
                continue
            if components is None:
                fault = "does not exist"
            elif Transform not in components:
                fault = "has no Transform"
            elif _joints_in(components):
                fault = "has a joint"
            else:
                held.append(other)
                continue
            yield f"{name} of its {kind} must be an entity with a body, got {other}, which {fault}"

    # -- bodies ------------------------------------------------------------------------------------

    def _find_bodies(self, rows: list[int], gone: set[int]) -> list[int]:
        """Find the bodies of joints, and resolve what follows from them; return the rows whose bodies died.

        `gone`: numbers of entities that other entities have by now. Those rows are broken.
        """
        table, world = self.table, self._world
        ints, bound, died = table.ints, list[int](), list[int]()
        ready = table.rows.view(np.ndarray)["ready"]
        before, able = ready[rows], set(self._able(rows))
        for row in rows:
            at, is_missing = row * table.width, False
            for entity_word, body_word in _WORDS:
                entity = ints[at + entity_word]
                body = FREE if entity in gone else world.row_of(entity)
                ints[at + body_word] = body
                is_missing = is_missing or (entity != 0 and body == FREE)
            is_broken, ints[at + _OVERLOAD] = ints[at + _BROKEN] == 1, 0
            if row not in able:
                ints[at + _READY] = 0
                continue
            if is_missing and not is_broken:
                died.append(row)
            if is_missing or is_broken:
                ints[at + _BROKEN], ints[at + _READY] = 1, 0
            else:
                bound.append(row)
        resolve_joints(world.bodies.rows, table.rows, np.array(bound, np.int64))
        table.changed += [row for row in bound if ready[row] == 0]  # of a body whose pose is NaN
        table.is_rewired = table.is_rewired or bool(died) or not np.array_equal(before, ready[rows])
        return died

    def _follow_bodies(self, found: list[int]) -> list[int]:
        """Find the bodies anew that have another row; return the rows of joints of which a body died.

        `found`: rows of joints whose bodies have just been found.
        """
        rows, entities = self._rows(), self._world.bodies.rows.view(np.ndarray)["entity"]
        known, removed = self._registry.components, self._registry.removed
        gone = [entity for entity, components in removed.items() if known.get(entity) is not components]
        is_stale = np.zeros(len(rows), bool)
        for entity_name, body_name in _SIDES:
            entity, body = rows[entity_name], rows[body_name]
            is_stale |= (entity != 0) & ((body == FREE) | (entities[body] != entity))
            if gone:
                is_stale |= np.isin(entity, gone)
        is_stale &= (rows["entity"] != FREE) & (rows["ready"] == 1)
        is_stale[found] = False
        return self._find_bodies(np.flatnonzero(is_stale).tolist(), set(gone))

    def _bodies_of(self, rows: Iterable[int]) -> list[int]:
        """Return the rows of the bodies that joints hold, FREE among them."""
        ints, width = self.table.ints, self.table.width
        return [ints[row * width + word] for row in rows for _, word in _WORDS]

    def _wake(self, bodies: list[int]) -> None:
        """Wake bodies, but those that are put aside."""
        rows = np.unique(np.array(bodies, np.int64))
        rows = rows[rows != FREE]
        rows = rows[self._world.bodies.rows.view(np.ndarray)["lost"][rows] != PUT_ASIDE]
        if wake_rows(self._world.bodies.rows, rows):
            self._world.awake_stale = True

    # -- what acts ---------------------------------------------------------------------------------

    def _rows(self) -> Array:
        """Return the rows of joints up to the last one in use."""
        rows: Array = self.table.rows[: self.table.count].view(np.ndarray)
        return rows

    def _list_acting(self) -> None:
        """List the joints that act, the pairs that do not collide, and the joints that may break."""
        world, rows = self._world, self._rows()
        is_used = rows["entity"] != FREE
        acts = is_used & (rows["ready"] == 1) & (rows["enabled"] == 1) & (rows["broken"] == 0)
        if world.lost:
            acts &= self._are_in_range(rows)
        _clear_results(rows, np.flatnonzero(is_used & ~acts))
        order = np.flatnonzero(acts)
        order = order[np.argsort(rows["entity"][order], kind="stable")]
        world.joints = Joints(self.table.rows, order) if len(order) else NO_JOINTS
        world.joints_checked = -1
        parts = (rows["collide_connected"] == 0) & (rows["entity_a"] != 0) & (rows["entity_b"] != 0)
        self._parting = order[parts[order]]
        self.apart = np.unique(pair_keys(rows["entity_a"][self._parting], rows["entity_b"][self._parting]))
        bears = np.minimum(rows["break_force"][order], rows["break_torque"][order])
        self.breakable = order[bears < np.inf]
        self.table.is_rewired = False

    def _are_in_range(self, rows: Array) -> Flags:
        """Whether neither body of joints is put aside, (n,)."""
        lost = self._world.bodies.rows.view(np.ndarray)["lost"] == PUT_ASIDE
        a, b = rows["body_a"], rows["body_b"]
        in_range: Flags = ~(((a != FREE) & lost[a]) | ((b != FREE) & lost[b]))
        return in_range

    def clear_lost(self) -> None:
        """Forget what the solver has found of joints whose bodies this step has put aside.

        They measure what is between the places where the bodies stopped. A load that is NaN or infinite has
        broken none of them.
        """
        world, rows = self._world, self._rows()
        acting = rows[world.joints.order]
        is_known = self._are_in_range(acting)
        for name in (*LOADS, "value", "overload_value"):
            is_known &= np.isfinite(acting[name])
        unknown = world.joints.order[~is_known]
        _clear_results(rows, unknown)
        resolve_joints(world.bodies.rows, self.table.rows, unknown)
        mended = unknown[(rows["overload"][unknown] != 0) & ~np.isfinite(rows["overload_value"][unknown])]
        rows["overload"][mended] = rows["broken"][mended] = 0
        rows["overload_value"][mended] = 0.0

    def _mark_joined(self) -> None:
        """Mark the bodies that joints keep from colliding with another one."""
        joined = self._world.bodies.rows.view(np.ndarray)["joined"]
        joined[:] = 0
        for _, name in _SIDES:
            joined[self.table.rows.view(np.ndarray)[name][self._parting]] = 1

    def _mark_hung(self) -> None:
        """Mark the bodies that joints hold to the world or to a body that nothing pushes."""
        rows, order = self._rows(), self._world.joints.order
        bodies = self._world.bodies.rows.view(np.ndarray)
        bodies["hung"] = 0
        a, b = (rows[name][order] for _, name in _SIDES)
        for body, other in ((a, b), (b, a)):
            is_fixed = (other == FREE) | (bodies["kind"][other] != DYNAMIC)
            bodies["hung"][body[is_fixed & (body != FREE)]] = 1

    # -- questions ---------------------------------------------------------------------------------

    def state(self) -> JointRows:
        """Return rows of JOINT_STATE of all joints, read-only: a view, or a copy where there are gaps."""
        rows = self._rows().view(JOINT_STATE)
        rows = rows if self.table.is_dense() else rows[rows["entity"] != FREE]
        rows.flags.writeable = False
        return rows

    def joints_of(self, entity: int) -> list[int]:
        """Return the entities of the joints of an entity as esper has them now, ascending."""
        rows = self._rows()
        mine = (rows["entity"] != FREE) & ((rows["entity_a"] == entity) | (rows["entity_b"] == entity))
        entities = set(rows["entity"][mine].tolist())
        for suspect in self.touched() | dying_entities():
            entities.discard(suspect)
            joint = self.joint_of(suspect)
            if joint is not None and entity in (joint.a, joint.b):
                entities.add(suspect)
        return sorted(entities)

    def apart_by(self, a: int, b: int) -> list[int]:
        """Return the entities of the joints that keep two entities from colliding, ascending."""
        rows = self._rows()[self._parting]
        own = pair_keys(rows["entity_a"], rows["entity_b"]) == pair_key(a, b)
        found: list[int] = rows["entity"][own].tolist()
        return found


def _clear_results(rows: Array, places: Ints) -> None:
    """Set the impulses and loads of joints to 0."""
    for name in (*IMPULSES, *LOADS):
        rows[name][places] = 0.0


def _joints_in(components: Components) -> list[Joint]:
    return [part for part in components.values() if isinstance(part, Joint)]


def subclasses(kind: type[Joint]) -> Iterator[type[Joint]]:
    """Return all types that derive from one."""
    for derived in kind.__subclasses__():
        yield derived
        yield from subclasses(derived)
