"""Values become trees that JSON can hold, and come back as they were."""

from __future__ import annotations

import copy
import dataclasses
import enum
import json
import math
import pickle
import random
import struct
import subprocess
import sys
from collections import Counter, OrderedDict, deque
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from ecsphys import (
    AABB,
    Bounds,
    Box,
    Capsule,
    Chain,
    CharacterHit,
    Circle,
    Ellipse,
    HalfPlane,
    MassProperties,
    Polygon,
    Sector,
    Segment,
    Shape,
    Transform,
    Vec2,
    WorldHit,
)
from ecsphys.state.values import from_tree, to_tree


class Color(enum.Enum):
    RED = 1
    ROUGE = 1  # noqa: PIE796  # an alias
    BLUE = "b"


class Layer(enum.IntFlag):
    GROUND = 1
    PLAYER = 2


class Rank(enum.IntEnum):
    LOW = 1


class Pair(NamedTuple):
    left: Any
    right: int = 0


@dataclasses.dataclass
class Bag:
    items: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Item:
    name: str
    uses: int = 3

    def __post_init__(self) -> None:
        assert self.uses != 99, "it is made without its constructor"

    @cached_property
    def label(self) -> str:
        return f"{self.name} ({self.uses})"


@dataclasses.dataclass(frozen=True, slots=True)
class Key:
    door: int
    notes: tuple[str, ...] = ()


@dataclasses.dataclass
class Inventory:
    items: list[Any] = dataclasses.field(default_factory=list)
    by_name: dict[Any, Any] = dataclasses.field(default_factory=dict)

    @dataclasses.dataclass
    class Slot:
        number: int


@dataclasses.dataclass(kw_only=True)
class Hidden(Item):
    derived: float = dataclasses.field(init=False, default=1.5)


class WithSlot:
    __slots__ = ("__own", "unset")

    def keep(self, own: int) -> WithSlot:
        self.__own = own
        return self

    def kept(self) -> int:
        return self.__own


@dataclasses.dataclass(slots=True)
class Slotted(WithSlot):
    number: int = 0


def on_use(a: int, b: int, event: Any) -> None:
    """A function of a module."""


class Tools:
    @staticmethod
    def on_drop(a: int) -> None:
        """A function in a class."""


def item_with_more() -> Item:
    item = Item("lamp")
    item.uses = 99
    assert item.label
    item.owner = Vec2(1.0, 2.0)  # type: ignore[attr-defined]
    return item


NAN = struct.unpack(">d", bytes.fromhex("fff8000000000123"))[0]

VALUES: list[Any] = [
    None, True, False, 0, -1, 2**62, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**5000,
    0.0, -0.0, 0.1, 5e-324, 1.7e308, math.inf, -math.inf, 1 / 3,
    "", "é€😀", "\x00\n\"\\", "\ud800", "\ud83d" + "\ude00", b"", b"\x00\xff",
    (), (1, (2, [3])), [], [[], {}], {},
    {"a": 1, 2: "b", (1, 2): None, None: 3.5, Key(1): 1, b"x": 2, True: 0},
    set(), {1, "a", (2, 3), Color.RED}, frozenset({1.5, frozenset()}),
    Counter(gems=3, doors=0), deque([1, (2,)]), deque([1, 2], 3),
    random.Random(3), np.random.default_rng(3), np.random.Generator(np.random.SFC64(3)),
    Vec2(1.5, -0.0), Vec2(1, 2), Bounds(Vec2(0.0, 1.0), Vec2(2.0, 3.0)),
    MassProperties(1.0, Vec2(0.0, 0.0), 2.0), CharacterHit(3, Vec2(0.0, 1.0), Vec2(2.0, 3.0)),
    WorldHit(3, Circle(1), 0.5, Vec2(0.0, 1.0), Vec2(1.0, 0.0)), Pair([1], 2), Pair(Pair(None)),
    Color.RED, Color.ROUGE, Color.BLUE, Rank.LOW,
    Layer.GROUND, Layer.GROUND | Layer.PLAYER, Layer(0), Layer(8),
    Item("sword"), Key(3, ("a",)), Inventory([Item("a"), Key(1)], {1: Inventory()}), Inventory.Slot(4),
    Hidden(name="x"), item_with_more(),
    np.arange(6).reshape(2, 3), np.zeros((0, 4), np.float32), np.array(2.5), np.array([True, False]),
    np.array(["a", "bcd"]), np.array([b"a", b"bcd"]), np.array([1 + 2j]), np.array([NAN, -0.0, np.inf]),
    np.zeros(2, [("x", "f8"), ("n", "i4", (3,))]), np.array(["2026-11-23"], "M8[D]"),
    np.float64(0.1), np.float32(0.1), np.int8(-3), np.bool_(True), np.str_("ab"),
    np.zeros(1, [("x", "f8")])[0],
    on_use,
]  # fmt: skip

SHAPES: list[Shape] = [
    Circle(2), Circle(1e-3, (1.1, -3.3)), AABB(1.1, 2.2), Box(1.1, 2.2), Box(1, 2, 0.3), Capsule(3, 0.7),
    Capsule.between((0.1, 0.2), (3.3, -4.4), 0.5), Capsule.between((1, 1), (1, 1), 2),
    Polygon([(0, 0), (3.3, 0.1), (0.2, 2.7)]), Polygon([(0, 0), (0, 2), (2, 0)], 0.25),
    Ellipse(3.3, 1.1, 12), Sector(2.2, 3.141592653589793), Chain.arc(1.1, 0.2, 3.3),
    Chain([(4, 0), (2, 1), (0, 0.1)]), Chain([(4, 0), (2, 1), (0, 0.1)], loop=True),
    Segment((0.1, 0.2), (3, 4)), HalfPlane((1.1, 2.3), 5.7), HalfPlane((0, -3)), HalfPlane((1e-3, 1e-3), 1e9),
]  # fmt: skip


def same(a: Any, b: Any) -> bool:
    """Whether two values are the same to the bit, and of the same types throughout."""
    if type(a) is not type(b):
        return False
    if isinstance(a, float):
        return struct.pack("d", a) == struct.pack("d", b)
    if isinstance(a, (np.ndarray, np.generic)):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, dict):
        return same(list(a.items()), list(b.items()))
    if isinstance(a, (set, frozenset)):
        return a == b and sorted(map(repr, a)) == sorted(map(repr, b))
    if isinstance(a, random.Random):
        return a.getstate() == b.getstate()
    if isinstance(a, np.random.Generator):
        return str(a.bit_generator.state) == str(b.bit_generator.state)
    if isinstance(a, deque) and a.maxlen != b.maxlen:
        return False
    if isinstance(a, (list, tuple, deque)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Shape):
        return same(a._arguments(), b._arguments())
    if dataclasses.is_dataclass(a):
        names = {*getattr(a, "__dict__", ()), *(field.name for field in dataclasses.fields(a))}
        return all(same(getattr(a, name), getattr(b, name)) for name in names)
    return bool(a == b)


def through_json(value: Any) -> Any:
    text = json.dumps(to_tree(value), allow_nan=False)
    return from_tree(json.loads(text.encode("ascii")))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_come_back(value: Any) -> None:
    assert same(through_json(value), value)
    assert same(through_json([{"a": (value,)}]), [{"a": (value,)}])


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_shapes_come_back(shape: Shape) -> None:
    assert same(through_json(shape), shape)


def random_shape(rng: random.Random) -> Shape:
    size = 10 ** rng.uniform(-3, 4)
    turns = sorted(rng.uniform(0, 6.28) for _ in range(rng.randrange(3, 9)))
    points = [(math.cos(a) * size + size, math.sin(a) * size) for a in turns]
    noisy = [(x + rng.gauss(0, 1e-9) * size, y) for x, y in points for _ in range(rng.randrange(1, 3))]
    match rng.randrange(5):
        case 0:
            return Polygon(points, rng.uniform(0, size))
        case 1:
            return Polygon(noisy)
        case 2:
            return Chain(noisy, loop=rng.random() < 0.5)
        case 3:
            return HalfPlane((rng.gauss(0, size), rng.gauss(0, size)), rng.gauss(0, size))
    return Capsule(size * 3, rng.uniform(0.1, 1.4) * size)


def test_random_shapes_come_back_to_the_bit() -> None:
    rng = random.Random(5)
    made = 0
    for _ in range(2000):
        try:
            shape = random_shape(rng)
        except ValueError:
            continue
        made += 1
        assert same(through_json(shape), shape)
        assert same(copy.deepcopy(shape), shape) and same(pickle.loads(pickle.dumps(shape)), shape)
    assert made > 1000


def test_slots_that_are_no_fields_come_back() -> None:
    made = through_json(Slotted(3).keep(5))
    assert (made.number, made.kept(), hasattr(made, "unset")) == (3, 5, False)


def test_arrays_can_be_written_to() -> None:
    array = through_json(np.arange(3))
    array[0] = 5
    assert array.tolist() == [5, 1, 2]


def test_a_value_that_is_there_twice_is_two() -> None:
    part: list[int] = []
    first, second = through_json([part, part])
    assert first == second and first is not second


def test_trees_of_sets_do_not_depend_on_the_process() -> None:
    script = "from ecsphys.state.values import to_tree; print(to_tree({'abc', 'de', 'fgh', 'i', 5}))"
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path), "ECSPHYS_BACKEND": "python"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(said) == 1


def test_classes_of_ecsphys_go_by_their_public_names() -> None:
    assert to_tree(Circle(1)) == {"shape": ["ecsphys:Circle", [1.0, {"vec": [0.0, 0.0]}]]}
    assert to_tree(Bounds(Vec2(0, 0), Vec2(1, 1)))["named"][0] == "ecsphys:Bounds"


# -- what cannot be saved ------------------------------------------------------------------------------


class Plain:
    pass


@dataclasses.dataclass
class Sorted(dict):  # type: ignore[type-arg]
    n: int = 0


@dataclasses.dataclass
class Unset:
    n: int = dataclasses.field(init=False)


def made_inside() -> Any:
    @dataclasses.dataclass
    class Inside:
        pass

    return Inside()


with open(__file__) as OPEN:
    pass


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (Inventory([1, OPEN]), r"entity 3: Inventory\.items\[1\] is a TextIOWrapper, which cannot be saved"),
        (Inventory([], {"key": {3: Plain()}}), r"3: Inventory\.by_name\['key'\]\[3\] is a Plain, which"),
        (Plain(), r"is a Plain, which cannot be saved: a class of your own can be, once it is a dataclass"),
        (Inventory([], {Vec2: 1}), r"Inventory\.by_name\.keys\(\)\[0\] is a type, which cannot"),
        ({lambda: 0}, r"Inventory\{…\} is a function, which cannot be saved: .*<lambda>"),
        (made_inside(), r"is an Inside, which cannot be saved: made_inside.<locals>.Inside of"),
        (Tools.on_drop, "is a function, which cannot be saved: Tools.on_drop of .* is not found"),
        (math.sin, "is a builtin_function_or_method"),
        (json.dumps, "is a function, which cannot be saved: json:dumps is none of the game's"),
        ([].append, "is a builtin_function_or_method"),
        (Item("x").__eq__, "is a method"),
        (Plain, "is a type"),
        (OrderedDict(), "is an OrderedDict"),
        (np.random.Generator(np.random.MT19937(1)), "is a Generator, which cannot be saved: of MT19937"),
        (1j, "is a complex"),
        (Sorted(), "is a Sorted, which cannot be saved: it is more than a dataclass, <class 'dict'>"),
        (Unset(), r"Inventory\.n is not set"),
        (np.array([object()]), "numpy arrays of object cannot be saved"),
        (np.ma.masked_array([1]), "is a MaskedArray, which cannot be saved$"),
        (Transform(), "is a Transform"),
        (type("Text", (str,), {})("x"), "is a Text"),
    ],
)  # fmt: skip
def test_what_cannot_be_saved_is_named(value: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        to_tree(value, "entity 3: Inventory")


def test_values_within_themselves_are_refused() -> None:
    own: list[Any] = []
    own.append(own)
    with pytest.raises(TypeError, match="nested deeper than 100 values, or is part of itself"):
        to_tree(own)
    deep: Any = ()
    for _ in range(100):
        deep = {1: deep}
    assert through_json(deep) == deep
    with pytest.raises(TypeError, match="nested deeper"):
        to_tree([deep])


# -- malformed trees -----------------------------------------------------------------------------------

HERE = __name__
CLOCKWISE = {"tuple": [{"vec": [0.0, 0.0]}, {"vec": [0.0, 2.0]}, {"vec": [2.0, 0.0]}]}


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({}, "entity 3 is no value: dict instead of an object with one key"),
        ({"a": 1, "b": 2}, "is no value"),
        ({"pickle": "x"}, "is no value: there is no kind of value 'pickle'"),
        ([1, [{"tuple": 3}]], r"entity 3\[1\]\[0\] is no tuple: must be a list, got int"),
        (math.inf, "is no value: float"),
        (b"x", "is no value: bytes"),
        ({"int": 3}, "is no int"),
        ({"int": "0xZZ"}, "is no int"),
        ({"float": "00"}, "is no float"),
        ({"text": "!"}, "is no text"),
        ({"bytes": "abc"}, "is no bytes"),
        ({"dict": [[1]]}, "is no dict"),
        ({"dict": [[[1], 2]]}, "is no dict: unhashable"),
        ({"dict": [[1, 2], [1, 3]]}, "is no dict: it has key 1 twice"),
        ({"set": [1, 1]}, "is no set: it has an element twice"),
        ({"set": [[1]]}, "is no set: unhashable"),
        ({"counter": [[[1], 2]]}, "is no counter: unhashable"),
        ({"deque": [[1, 2], 1]}, "is no deque: it has more than 1 elements"),
        ({"random": {"tuple": [3, {"tuple": [1]}, None]}}, "is no random: state vector is the wrong size"),
        ({"random": {"tuple": [3, {"tuple": [1]}, "x"]}}, "is no random: its third part must be a number"),
        ({"generator": {"dict": [["bit_generator", "MT19937"]]}}, "is no generator: its bits must come from"),
        ({"vec": [1, 2, 3]}, "is no vec"),
        ({"named": [f"{HERE}:Pair", [1]]}, "is no named: .*:Pair has not 1 fields"),
        ({"named": [f"{HERE}:Item", [1, 2]]}, "is no named: .*:Item is no NamedTuple"),
        ({"named": ["builtins:tuple", [1]]}, "is no named: builtins:tuple has not 1 fields"),
        ({"enum": [f"{HERE}:Color", "GREEN"]}, "is no enum: .*:Color has no member 'GREEN'"),
        ({"enum": [f"{HERE}:Item", "name"]}, "is no enum: .*:Item is no enum"),
        ({"enum": [f"{HERE}:Color", ["RED"]]}, "is no enum: unhashable"),
        ({"flags": [f"{HERE}:Layer", "x"]}, "is no flags"),
        ({"flags": [f"{HERE}:Color", 1]}, "is no flags: .*:Color is no enum of flags"),
        ({"object": ["missing:Item", {}, {}]}, "module 'missing' is not loaded, in which 'Item' was"),
        ({"object": [f"{HERE}:Missing", {}, {}]}, "has no 'Missing'"),
        ({"object": ["Item", {}, {}]}, 'must be given as "module:name"'),
        ({"object": [3, {}, {}]}, 'must be given as "module:name"'),
        ({"object": [f"{HERE}:Plain", {}, {}]}, "Plain is no dataclass"),
        ({"object": [f"{HERE}:on_use", {}, {}]}, "on_use is no dataclass"),
        ({"object": [f"{HERE}:Item", {"uses": 1}, {}]}, "'name' of .*:Item is missing, and has no default"),
        ({"object": [f"{HERE}:Item", {"name": "x", "uses": 1, "x": 2}, {}]}, "Item has no field 'x'"),
        ({"object": [f"{HERE}:Item", [], {}]}, "is no object"),
        ({"object": [f"{HERE}:Key", {"door": 1, "notes": 2}, {"more": 1}]}, "is no object: .*__dict__"),
        ({"object": [f"{HERE}:Sorted", {"n": 1}, {}]}, "is no object: object.__new__"),
        ({"object": [f"{HERE}:Item", {"name": {"int": 3}, "uses": 1}, {}]}, r"entity 3\.name is no int"),
        ({"array": ["|O", [1], ""]}, "is no array: no type of an array that is known"),
        ({"array": ["<f8", [1], ""]}, "is no array: it has 0 bytes, must be 8"),
        ({"array": ["<f8", [1 << 60], ""]}, "is no array"),
        ({"array": ["|b1", [1], "Ag=="]}, "is no array: an array of truth values"),
        ({"scalar": ["<f8", "AA=="]}, "is no scalar: it has 1 bytes, must be 8"),
        ({"shape": ["ecsphys:Circle", [-1.0]]}, "is no shape: radius must be a finite number > 0"),
        ({"shape": ["ecsphys:Circle", [1.0]]}, "is no shape: .* would become Circle"),
        ({"shape": ["ecsphys:Vec2", [1.0]]}, "is no shape: ecsphys:Vec2 is no shape"),
        ({"shape": ["ecsphys:Shape", []]}, "is no shape"),
        ({"shape": ["ecsphys:Box", [1.0, 2.0, {"float": "7ff8000000000000"}]]}, "is no shape: radius must"),
        ({"shape": ["ecsphys:HalfPlane", [{"vec": [2.0, 0.0]}, 1.0]]}, "is no shape: .* would become"),
        ({"shape": ["ecsphys:Polygon", [CLOCKWISE, 0.0]]}, "is no shape: .* would become"),
        ({"function": "os:system"}, "is no function"),
        ({"function": "os:makedirs"}, "os:makedirs is no function of that module of the game"),
        ({"function": f"{HERE}:dataclasses.replace"}, "is no function"),
        ({"function": f"{HERE}:Item"}, "is no function"),
        ({"function": f"{HERE}:Tools.__init__.__globals__"}, "is no function"),
    ],
)  # fmt: skip
def test_malformed_trees_are_refused(tree: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_tree(tree, "entity 3")


def test_deep_trees_are_refused() -> None:
    tree: Any = 1
    for _ in range(900):
        tree = {"tuple": [tree]}
    with pytest.raises(ValueError, match="nested deeper than 100 values"):
        from_tree(tree)


def test_a_field_that_a_class_got_since_has_its_default() -> None:
    assert from_tree({"object": [f"{HERE}:Item", {"name": "x"}, {}]}) == Item("x", 3)
    bag = from_tree({"object": [f"{HERE}:Bag", {}, {}]})
    assert bag == Bag() and bag.items is not Bag().items


def test_nothing_is_imported() -> None:
    """Classes are looked up among loaded modules, not among what a module imports when it is asked."""
    lazy = ModuleType("lazy_module")

    def find(name: str) -> None:
        if name.startswith("__"):  # as pytest does for a warning that comes meanwhile
            raise AttributeError(name)
        pytest.fail(f"asked for {name}")

    lazy.__getattr__ = find  # type: ignore[method-assign]
    sys.modules["lazy_module"] = lazy
    before = set(sys.modules)
    assert "imaplib" not in before
    for reference in ("imaplib:IMAP4", "lazy_module:Item"):
        with pytest.raises(ValueError):
            from_tree({"object": [reference, {}, {}]})
    assert set(sys.modules) == before
    del sys.modules["lazy_module"]
