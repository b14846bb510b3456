"""Check the structure of a map of the editor Tiled: which fields there are, and of which types.

Tiled's own tilesets, templates and tile data are not read: they may name other files, or unpack to gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Real
from pathlib import Path
from typing import Any

from ..json_file import BrokenFile, check_fields, read, shown
from .level import BrokenMap

MAX_OBJECTS = 2000
_MAP = {"orientation": str, "width": int, "height": int, "tilewidth": int, "tileheight": int, "layers": list}
_MAP_MAY = {"infinite": bool, "properties": list}
_LAYER = {"name": str, "type": str}
_LAYERS = ("tilelayer", "objectgroup", "imagelayer", "group")
_LAYER_PARTS: dict[str, dict[str, Any]] = {"objectgroup": {"objects": list}, "group": {"layers": list}}
_OBJECT = {"id": int, "name": str, "x": Real, "y": Real, "width": Real, "height": Real, "rotation": Real}
_OBJECT_MAY = {"type": str, "class": str, "properties": list, "polygon": list, "polyline": list}
_PROPERTY = {"name": str, "type": str, "value": object}


def load(path: Path) -> dict[str, Any]:
    """Return the data of a map with checked structure. Raises `BrokenMap`."""
    try:
        data = read(path)
    except OSError as error:
        raise BrokenMap(f"{path}: cannot be read: {error.strerror}") from error
    except BrokenFile as error:
        raise BrokenMap(f"{path}: {error}") from error
    try:
        _check(data, str(path))
    except BrokenMap:
        raise
    except BrokenFile as error:
        raise BrokenMap(str(error)) from error
    return data  # type: ignore[no-any-return]


def objects_of(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name of the layer and the data of each object of a checked map."""
    for where, layer in _layers_in(data["layers"], ""):
        del where
        for item in layer.get("objects", ()):
            yield layer["name"], item


def _check(data: Any, path: str) -> None:
    check_fields(data, _MAP, path)
    _check_optional(data, _MAP_MAY, path)
    _check_properties(data, path)
    count = 0
    for where, layer in _layers_in(data["layers"], f"{path}: "):
        for i, item in enumerate(layer.get("objects", ())):
            number = item.get("id", f"number {i + 1}") if isinstance(item, dict) else i + 1
            _check_object(item, f"{where}: object {shown(number)}")
            count += 1
    if count > MAX_OBJECTS:
        raise BrokenMap(f"{path}: must have at most {MAX_OBJECTS} objects, got {count}")


def _layers_in(layers: list[Any], where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all layers, also inside groups, each with its description for messages."""
    for i, layer in enumerate(layers):
        name = layer.get("name", i + 1) if isinstance(layer, dict) else i + 1
        location = f"{where}layer {shown(name)}"
        check_fields(layer, _LAYER, location)
        kind = layer["type"]
        if kind not in _LAYERS:
            raise BrokenMap(f"{location}: 'type' must be one of {', '.join(_LAYERS)}, got {shown(kind)}")
        check_fields(layer, _LAYER_PARTS.get(kind, {}), location)
        if kind == "objectgroup":
            yield location, layer
        elif kind == "group":
            yield from _layers_in(layer["layers"], where)


def _check_object(item: Any, where: str) -> None:
    check_fields(item, _OBJECT, where)
    _check_optional(item, _OBJECT_MAY, where)
    if "template" in item:
        raise BrokenMap(f"{where}: must not be made from a template; detach it in Tiled")
    for form in ("polygon", "polyline"):
        for point in item.get(form, ()):
            check_fields(point, {"x": Real, "y": Real}, f"{where}: a point")
    _check_properties(item, where)


def _check_optional(data: dict[str, Any], fields: dict[str, Any], where: str) -> None:
    """Check the types of those fields that there are."""
    check_fields(data, {name: kind for name, kind in fields.items() if name in data}, where)


def _check_properties(data: dict[str, Any], where: str) -> None:
    for entry in data.get("properties", ()):
        check_fields(entry, _PROPERTY, f"{where}: a property")
