"""Check the JSON of a map before pytiled_parser reads it, whose errors name no field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from numbers import Real
from pathlib import Path
from typing import Any

from .level import BrokenMap

_MAP = {
    "version": (str, int, float), "orientation": str, "renderorder": str, "nextobjectid": int, "width": int,
    "height": int, "tilewidth": int, "tileheight": int, "tilesets": list, "layers": list,
}  # fmt: skip
_LAYER = {"id": int, "name": str, "type": str, "opacity": Real, "visible": bool, "x": Real, "y": Real}
_OBJECT = {
    "id": int, "name": str, "x": Real, "y": Real, "width": Real, "height": Real, "rotation": Real,
    "visible": bool,
}  # fmt: skip
_MAY = {
    "type": str,
    "class": str,
    "properties": list,
    "polygon": list,
    "polyline": list,
}  # optional fields of an object
_LAYERS = ("tilelayer", "objectgroup", "imagelayer", "group")
_LAYER_PARTS: dict[str, dict[str, Any]] = {
    "objectgroup": {"objects": list, "draworder": str},
    "group": {"layers": list},
}


def check(path: Path) -> None:
    """Raise `BrokenMap` unless a file is a map of Tiled in JSON."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BrokenMap(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BrokenMap(f"{path}: is not JSON: {error}") from error
    _require(data, _MAP, str(path))
    for where, layer in layers_in(data["layers"], str(path)):
        for i, item in enumerate(layer.get("objects", ())):
            location = (
                f"{where}: object {item.get('id', f'number {i + 1}') if isinstance(item, dict) else i + 1}"
            )
            _require(item, _OBJECT, location)
            _require(item, {name: kind for name, kind in _MAY.items() if name in item}, location)
            _check_points(item, location)
            for value in item.get("properties", ()):
                _require(value, {"name": str, "type": str, "value": object}, f"{location}: a property")


def layers_in(layers: list[Any], where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all layers, also inside groups, each with its description for messages."""
    for i, layer in enumerate(layers):
        location = f"{where}: layer {layer.get('name', i + 1) if isinstance(layer, dict) else i + 1!r}"
        _require(layer, _LAYER, location)
        if layer["type"] not in _LAYERS:
            raise BrokenMap(f"{location}: 'type' must be one of {', '.join(_LAYERS)}, got {layer['type']!r}")
        _require(layer, _LAYER_PARTS.get(layer["type"], {}), location)
        yield location, layer
        if layer["type"] == "group":
            yield from layers_in(layer["layers"], where)


def _require(data: Any, fields: dict[str, Any], where: str) -> None:
    """Raise `BrokenMap` unless `data` is a table with these fields of these types."""
    if not isinstance(data, dict):
        raise BrokenMap(f"{where}: must be a table, got {data!r:.40}")
    for name, kind in fields.items():
        if name not in data:
            raise BrokenMap(f"{where}: {name!r} is missing")
        value = data[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind not in (bool, object)):
            wanted = getattr(kind, "__name__", "a number").replace("Real", "a number")
            raise BrokenMap(f"{where}: {name!r} must be {wanted}, got {value!r:.40}")


def _check_points(tiled_object: dict[str, Any], where: str) -> None:
    """Raise `BrokenMap` unless the points of a polygon or polyline have coordinates."""
    for form in ("polygon", "polyline"):
        for point in tiled_object.get(form, ()):
            _require(point, {"x": Real, "y": Real}, f"{where}: a point")
