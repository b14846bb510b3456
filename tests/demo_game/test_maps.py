"""Levels as Tiled maps: their objects, and the maps that are refused."""

from __future__ import annotations

import base64
import copy
import json
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest

from demo_game.game import Game
from demo_game.levels import LEVELS, BrokenMap, find_levels, load, load_number
from demo_game.levels.kinds import KINDS
from ecsphys import Vec2
from tests.demo_game.play import run

PIECE: dict[str, Any] = {
    "id": 1, "name": "", "type": "solid", "x": 0, "y": 448, "width": 640, "height": 64, "rotation": 0,
    "visible": True,
}  # fmt: skip


def one(kind: str, number: int, x: float, y: float, form: str = "box", **properties: Any) -> dict[str, Any]:
    """An object as Tiled writes it."""
    piece = {**PIECE, "id": number, "type": kind, "name": f"my {kind}", "x": x, "y": y}
    if form == "box":
        piece |= {"width": 64, "height": 128}
    else:
        piece |= {"width": 0, "height": 0, form: True}
    words = {bool: "bool", str: "string", float: "float", int: "object"}
    if properties:
        piece["properties"] = [
            {"name": name, "type": words[type(value)], "value": value} for name, value in properties.items()
        ]
    return piece


def small_map() -> dict[str, Any]:
    """A map with a floor, a start, a door with its plate, and an exit."""
    objects = [
        PIECE,
        one("spawn", 2, 100, 380, "point"),
        one("exit", 3, 500, 320),
        one("door", 4, 300, 320),
        one("plate", 5, 200, 320, opens=4),
    ]
    layer = {
        "id": 1, "name": "things", "type": "objectgroup", "draworder": "topdown", "opacity": 1,
        "visible": True, "x": 0, "y": 0, "objects": objects,
    }  # fmt: skip
    return {
        "version": "1.10", "tiledversion": "1.11.2", "type": "map", "orientation": "orthogonal",
        "renderorder": "right-down", "infinite": False, "width": 10, "height": 8, "tilewidth": 64,
        "tileheight": 64, "nextlayerid": 2, "nextobjectid": 6, "tilesets": [], "layers": [layer],
        "properties": [
            {"name": "name", "type": "string", "value": "small"},
            {"name": "view", "type": "string", "value": "side"},
        ],
    }  # fmt: skip


def written(data: Any, folder: Path) -> Path:
    path = folder / "small.tmj"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


def test_a_small_map_is_read_with_y_up(tmp_path):
    level = load(written(small_map(), tmp_path))
    assert (level.name, level.view, level.size) == ("small", "side", Vec2(640, 512))
    assert level.of("solid")[0].center == (320, 32)
    assert level.of("spawn")[0].center == (100, 132)
    assert level.named("my plate").values == {"opens": 4, "stays": False}
    game = Game(level=level)
    run(game, 0.1)
    game.close()


def test_a_turned_rectangle_and_a_clockwise_polygon(tmp_path):
    data = small_map()
    corners = [{"x": 0, "y": 0}, {"x": 64, "y": 0}, {"x": 64, "y": 64}, {"x": 0, "y": 64}]
    data["layers"][0]["objects"] += [
        {**one("glass", 6, 320, 192), "width": 100, "height": 10, "rotation": 90},
        {**one("slope", 7, 64, 64), "polygon": corners},
        {**one("slope", 8, 64, 64), "polygon": corners[::-1]},
    ]
    level = load(written(data, tmp_path))
    pane = level.of("glass")[0]
    assert pane.center == pytest.approx((315, 512 - 242)) and pane.size == (100, 10)
    for slope in level.of("slope"):
        area = sum(
            a.cross(b) for a, b in zip(slope.points, (*slope.points[1:], slope.points[0]), strict=True)
        )
        assert area == 2 * 64 * 64


def test_objects_in_groups_of_layers_count(tmp_path):
    data = small_map()
    layer = data["layers"][0]
    group = {**layer, "id": 2, "name": "group", "type": "group", "layers": [layer]}
    del group["objects"]
    data["layers"] = [group]
    assert load(written(data, tmp_path)).of("exit")


def test_a_property_that_is_null_is_as_if_it_was_not_there(tmp_path):
    data = small_map()
    data["layers"][0]["objects"].append(
        {**one("door", 9, 64, 64), "properties": [{"name": "slides", "type": "string", "value": None}]}
    )
    assert load(written(data, tmp_path)).of("door")[-1].values["slides"] == "up"


def put(index: int, **changes: Any):
    """Return a change of one object."""

    def change(data: dict[str, Any]) -> None:
        data["layers"][0]["objects"][index] |= changes

    return change


def lose(index: int, key: str):
    return lambda data: data["layers"][0]["objects"][index].pop(key)


def add(piece: dict[str, Any]):
    return lambda data: data["layers"][0]["objects"].append(piece)


def head(**changes: Any):
    return lambda data: data.update(changes)


def points(*corners: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in corners]


BOW = points((0, 0), (64, 64), (64, 0), (0, 64))
OF_PLATE = r"layer 'things': object 5 'my plate': "
BROKEN = [
    (head(orientation="isometric"), r"small.tmj: orientation must be orthogonal, got 'isometric'"),
    (head(infinite=True), r"small.tmj: must not be infinite"),
    (head(width=0), r"small.tmj: width and height must be above 0"),
    (head(layers=3), r"small.tmj: 'layers' must be a list, got 3"),
    (lambda data: data.pop("tilewidth"), r"small.tmj: 'tilewidth' is missing"),
    (lambda data: data.pop("properties"), r"small.tmj: the map needs a property 'name'"),
    (lambda data: data["properties"][1].update(value="front"), r"'view' must be side or top, got 'front'"),
    (lambda data: data["layers"][0].pop("name"), r"small.tmj: layer 1: 'name' is missing"),
    (lambda data: data["layers"][0].update(objects={}), r"layer 'things': 'objects' must be a list"),
    (put(0, x="left"), r"layer 'things': object 1: 'x' must be a number, got 'left'"),
    (lose(4, "rotation"), r"layer 'things': object 5: 'rotation' is missing"),
    (add(7), r"layer 'things': object 6 must be a table, got 7"),
    (put(4, type="plait"), OF_PLATE + r"class must be one of .*; got 'plait'"),
    (put(4, width=0), OF_PLATE + r"width and height must be above 0, got 0 and 128"),
    (put(4, x=9000), OF_PLATE + r"must lie in the map, got 9000, 320"),
    (put(4, properties=[]), OF_PLATE + r"opens must be given, got None"),
    (add(one("plate", 9, 64, 64, opens=4, keeps=True)), r"has no property 'keeps'; there are: opens, stays"),
    (add(one("plate", 9, 64, 64, opens=4, stays="yes")), r"stays must be true or false, got 'yes'"),
    (add(one("plate", 9, 64, 64, opens="door")), r"opens must be an object, got 'door'"),
    (
        add(one("plate", 9, 64, 64, opens=77)),
        r"opens must be the number of a door, got 77 \(there is no such object\)",
    ),
    (add(one("plate", 9, 64, 64, opens=3)), r"opens must be the number of a door, got 3 \(exit\)"),
    (add(one("glass", 9, 64, 64, strength=-2.0)), r"object 9 'my glass': strength must be a number from 1"),
    (add(one("pickup", 9, 64, 64, "point", what="gun")), r"what must be one of gem, .*, got 'gun'"),
    (add(one("sign", 9, 64, 64, words=2.5)), r"words must be a text of at most 400 letters, got 2.5"),
    (
        put(1, properties=[{"name": "weapons", "type": "string", "value": "pistol,bow"}]),
        r"weapons must be some of",
    ),
    (add(one("crate", 9, 64, 64)), r"a crate must be a point, got a rectangle"),
    (add({**one("drone", 9, 64, 64), "ellipse": True}), r"a drone must be a point, got an ellipse"),
    (
        add({**one("solid", 9, 64, 64), "polygon": points((0, 0), (9, 9))}),
        r"its outline is no simple polygon",
    ),
    (
        add({**one("solid", 9, 64, 64), "polygon": BOW}),
        r"object 9 'my solid': its outline is no simple polygon",
    ),
    (add({**one("solid", 9, 64, 64), "polygon": [{"x": 0}]}), r"object 9: a point: 'y' is missing"),
    (add({**one("solid", 9, 64, 64), "polygon": None}), r"object 9: 'polygon' must be a list, got None"),
    (put(4, properties=7), r"layer 'things': object 5: 'properties' must be a list, got 7"),
    (put(4, type={}), r"layer 'things': object 5: 'type' must be a text, got \{\}"),
    (lambda data: data["layers"][0].update(type="x"), r"layer 'things': 'type' must be one of .*, got 'x'"),
    (
        add({**one("path", 9, 64, 64), "polyline": points((0, 0))}),
        r"a path needs two different points, got 1",
    ),
    (add(one("spawn", 9, 64, 64, "point")), r"small.tmj: must have exactly one spawn, got 2"),
    (lambda data: data["layers"][0]["objects"].pop(1), r"small.tmj: must have exactly one spawn, got 0"),
    (lambda data: data["layers"][0]["objects"].pop(2), r"small.tmj: must have at least one exit, got 0"),
    (put(3, id=5), r"small.tmj: 2 objects have the number 5"),
    (
        put(3, rotation=float("inf")),
        r"small.tmj: layers\[0\]\.objects\[3\]\.rotation must be a number of at most",
    ),
    (
        put(3, x=float("nan")),
        r"small.tmj: layers\[0\]\.objects\[3\]\.x must be a number of at most .*, got nan",
    ),
    (put(3, y=10**400), r"small.tmj: layers\[0\]\.objects\[3\]\.y must be a number of at most .*, got inf"),
    (add(one("mover", 9, 64, 64, path=0)), r"object 9 'my mover': path must be the number of a path, got 0"),
    (
        add(one("plate", 9, 64, 64, opens=0)),
        r"object 9 'my plate': opens must be the number of a door, got 0",
    ),
    (add(one("sign", 9, 64, 64, words="w" * 401)), r"words must be a text of at most 400 letters"),
    (head(width=10**9), r"small.tmj: width and height must be above 0 and at most 32768 px"),
    (put(4, width=0.5), OF_PLATE + r"width and height must be at least 1 px, got 0.5 and 128"),
    (put(4, width=4000, x=-1900), OF_PLATE + r"must end within one map's size of the map"),
    (put(3, id=0), r"object 0 'my door': 'id' must be above 0"),
    (put(3, template="door.tx"), r"layer 'things': object 4: must not be made from a template"),
    (lambda data: data["properties"][0].update(value="n" * 61), r"'name', a text of at most 60 letters"),
    (lambda data: data.update(properties=[7]), r"small.tmj: a property must be a table, got 7"),
    (
        lambda data: data["layers"][0]["objects"].extend(
            one("crate", k, 64, 64, "point") for k in range(9, 2005)
        ),
        r"small.tmj: must have at most 2000 objects, got 2001",
    ),
    (
        add({**one("solid", 9, 64, 64), "polygon": points(*((k, k * k / 500) for k in range(257)))}),
        r"its outline must have at most 256 points, got 257",
    ),
]


@pytest.mark.parametrize(("change", "message"), BROKEN, ids=[message[-40:] for _, message in BROKEN])
def test_a_broken_map_is_refused_with_file_layer_and_object(change, message, tmp_path):
    data = copy.deepcopy(small_map())
    change(data)
    with pytest.raises(BrokenMap, match=message) as error:
        load(written(data, tmp_path))
    assert str(tmp_path / "small.tmj") in str(error.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "<map/>", "\x00", "[" * 100_000])
def test_a_file_that_is_no_map_is_refused(text, tmp_path):
    with pytest.raises(BrokenMap, match=r"small.tmj"):
        load(written(text, tmp_path))
    with pytest.raises(BrokenMap, match="cannot be read"):
        load(tmp_path / "none.tmj")


def test_there_are_four_levels_from_the_side_and_one_from_above():
    assert [entry.number for entry in LEVELS] == [1, 2, 3, 4, 5]
    assert [entry.view for entry in LEVELS].count("side") == 4
    assert [entry.view for entry in LEVELS].count("top") == 1
    with pytest.raises(BrokenMap, match="no level 6; there are: 1, 2, 3, 4, 5"):
        load_number(6)


@pytest.mark.parametrize("entry", LEVELS, ids=lambda entry: entry.path.stem)
def test_the_maps_are_as_tiled_writes_them(entry):
    data = json.loads(entry.path.read_text())
    objects = [piece for layer in data["layers"] for piece in layer["objects"]]
    numbers = [piece["id"] for piece in objects]
    assert len(set(numbers)) == len(numbers) and max(numbers) < data["nextobjectid"]
    assert max(layer["id"] for layer in data["layers"]) < data["nextlayerid"]
    assert data["width"] * data["tilewidth"] * data["height"] * data["tileheight"] > 2000 * 64 * 64


def test_every_kind_of_thing_is_in_some_level():
    used = {thing.kind for entry in LEVELS for thing in load_number(entry.number).things}
    assert used == set(KINDS)


@pytest.mark.parametrize("entry", LEVELS, ids=lambda entry: entry.path.stem)
def test_nothing_begins_inside_a_wall(entry):
    from demo_game.layers import Layer

    game = Game(entry.number)
    game.physics.settle()
    for thing in game.level.things:
        if thing.kind in ("spawn", "pickup", "walker", "drone", "crate", "cube", "barrel"):
            assert not game.physics.overlap_point(thing.center, mask=Layer.WALL), thing
    game.close()


def test_the_levels_own_readme_names_every_kind_and_property():
    words = (LEVELS[0].path.parent / "README.md").read_text()
    for name, kind in KINDS.items():
        assert f"`{name}`" in words, name
        rows = [row for row in words.splitlines() if row.startswith("|") and f"`{name}`" in row.split("|")[1]]
        for value in kind.values:
            assert f"`{value}`" in rows[0], (name, value)


def test_tiles_are_not_unpacked_and_other_files_not_read(tmp_path):
    """A few kilobytes stand for a tile layer of many megabytes, and could for one of gigabytes."""
    data = small_map()
    tiles = {**data["layers"][0], "name": "tiles", "type": "tilelayer", "width": 5000, "height": 2500}
    del tiles["objects"], tiles["draworder"]
    packed = base64.b64encode(zlib.compress(bytes(50 << 20))).decode()
    tiles |= {"data": packed, "encoding": "base64", "compression": "zlib"}
    data["layers"].append(tiles)
    data["tilesets"].append({"firstgid": 1, "source": "/no/such/file.tsx"})
    tracemalloc.start()
    try:
        assert load(written(data, tmp_path)).name == "small"
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


def test_a_broken_map_is_left_out_and_the_others_keep_their_numbers(tmp_path):
    for name in ("1_a", "2_b", "3_c"):
        written(small_map(), tmp_path).rename(tmp_path / f"{name}.tmj")
    (tmp_path / "2_b.tmj").write_text("[" * 100_000)
    levels, left_out = find_levels(tmp_path)
    assert [(entry.number, entry.name) for entry in levels] == [(1, "small"), (3, "small")]
    assert list(left_out) == [2] and "2_b.tmj: the file is nested deeper" in left_out[2]
    assert find_levels(tmp_path / "none") == ((), {})


def test_what_the_engine_refuses_names_the_object(tmp_path, monkeypatch):
    import demo_game.spawn

    def refused(thing, context):
        raise ValueError("too small")

    monkeypatch.setitem(demo_game.spawn._SPAWNERS, "plate", refused)
    with pytest.raises(BrokenMap, match=r"small: layer 'things': object 5 'my plate': too small"):
        Game(level=load(written(small_map(), tmp_path)))


@pytest.mark.parametrize("view", ["side", "top"])
def test_a_script_says_that_it_does_not_know_a_level(view, tmp_path):
    data = small_map()
    data["properties"][1]["value"] = view
    level = load(written(data, tmp_path))
    for number in (1, 2, 3, 4, 5, 6):
        game = Game(number, script=True, level=level)
        run(game, 0.1)
        knows = number in ((4,) if view == "top" else (1, 2, 3, 5))
        assert knows or game.stuck == "no script knows this level"
        game.close()
