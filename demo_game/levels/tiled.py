"""Load and check a level from a map of the editor Tiled (JSON, `.tmj`)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ecsphys import Vec2
from ecsphys.geometry import decompose
from ecsphys.math2d.outline import signed_area

from . import raw
from .kinds import KINDS, Form, Kind, Value
from .level import BrokenMap, Level, Thing

VIEWS = ("side", "top")


def load(path: Path) -> Level:
    """Load the level in a map. Raises `BrokenMap`."""
    raw.check(path)
    import pytiled_parser  # comes with arcade: only the game needs it

    try:
        tiled_map = pytiled_parser.parse_map(path)
    except (KeyError, TypeError, ValueError, AttributeError, OSError, pytiled_parser.UnknownFormat) as error:
        raise BrokenMap(f"{path}: is not a map that Tiled wrote: {error!r}") from error
    return _Reader(path, tiled_map).level()


class _Reader:
    """Turns one parsed map into a level."""

    def __init__(self, path: Path, tiled_map: Any):
        self.path = path
        self.map = tiled_map
        width, height = tiled_map.map_size
        self.size = Vec2(width * tiled_map.tile_size.width, height * tiled_map.tile_size.height)

    def level(self) -> Level:
        """Return the checked level."""
        self._check_map()
        name, view = (self._map_property(key) for key in ("name", "view"))
        if view not in VIEWS:
            raise BrokenMap(f"{self.path}: the map's property 'view' must be side or top, got {view!r}")
        things = tuple(
            self._thing(layer.name, source)
            for layer in _object_layers(self.map)
            for source in layer.tiled_objects
        )
        self._check_all(things)
        return Level(name, view, self.size, things)

    def _check_map(self) -> None:
        """Check what concerns the map as a whole."""
        if self.map.orientation != "orthogonal":
            raise BrokenMap(f"{self.path}: orientation must be orthogonal, got {self.map.orientation!r}")
        if self.map.infinite:
            raise BrokenMap(f"{self.path}: must not be infinite")
        if not (self.size.x > 0 and self.size.y > 0):
            raise BrokenMap(f"{self.path}: width and height must be above 0, got {tuple(self.size)}")

    def _map_property(self, name: str) -> str:
        """Return a text property of the map."""
        value = (self.map.properties or {}).get(name)
        if isinstance(value, str) and value:
            return value
        raise BrokenMap(f"{self.path}: the map needs a property {name!r}, a word; got {value!r}")

    def _check_all(self, things: tuple[Thing, ...]) -> None:
        """Check numbers, required objects, and references between objects."""
        for number, count in Counter(thing.number for thing in things).items():
            if count > 1:
                raise BrokenMap(f"{self.path}: {count} objects have the number {number}")
        for kind, wanted in (("spawn", "exactly one"), ("exit", "at least one")):
            count = sum(thing.kind == kind for thing in things)
            if count == 0 or (count > 1 and kind == "spawn"):
                raise BrokenMap(f"{self.path}: must have {wanted} {kind}, got {count}")
        kinds = {thing.number: thing.kind for thing in things}
        for thing in things:
            for name, value in KINDS[thing.kind].values.items():
                target = thing.values[name]
                if value.refers and target and kinds.get(target) not in value.refers:
                    wanted = " or ".join(value.refers)
                    raise self._broken(
                        thing.layer,
                        thing,
                        f"{name} must be the number of a {wanted}, got {target} ({kinds.get(target)})",
                    )

    def _broken(self, layer: str, source: Any, what: str) -> BrokenMap:
        """Return the exception for an object, before or after its conversion."""
        number = source.number if isinstance(source, Thing) else source.id
        name = f" {source.name!r}" if source.name else ""
        return BrokenMap(f"{self.path}: layer {layer!r}: object {number}{name}: {what}")

    def _thing(self, layer: str, source: Any) -> Thing:
        """Convert an object of the map; check its kind and form."""
        kind = KINDS.get(source.class_)
        if kind is None:
            raise self._broken(
                layer, source, f"class must be one of {', '.join(sorted(KINDS))}; got {source.class_!r}"
            )
        form = type(source).__name__
        allowed = {
            Form.BOX: ("Rectangle",), Form.AREA: ("Rectangle", "Polygon"), Form.WAY: ("Polyline",),
            Form.PLACE: ("Point",),
        }  # fmt: skip
        if form not in allowed[kind.form]:
            raise self._broken(
                layer, source, f"a {source.class_} must be {kind.form.value}, got a {form.lower()}"
            )
        return self._placed(layer, source, kind)

    def _placed(self, layer: str, source: Any, kind: Kind) -> Thing:
        """Convert geometry and properties of an object whose kind is known."""
        turn = -math.radians(source.rotation)  # Tiled turns clockwise, about the object's corner
        corner = Vec2(source.coordinates.x, self.size.y - source.coordinates.y)
        width, height = source.size
        local = [Vec2(p.x, -p.y) for p in getattr(source, "points", ())]
        if type(source).__name__ == "Rectangle":
            if not (width > 0 and height > 0):
                raise self._broken(
                    layer, source, f"width and height must be above 0, got {width:g} and {height:g}"
                )
            local = [Vec2(0, -height), Vec2(width, -height), Vec2(width, 0), Vec2(0, 0)]
        points = tuple(corner + p.rotated(turn) for p in local)
        if kind.form is Form.AREA and signed_area(points) < 0.0:
            points = points[::-1]
        center = (points[0] + points[2]) / 2 if type(source).__name__ == "Rectangle" else corner
        if kind.form is Form.AREA:
            self._check_outline(layer, source, points)
        if kind.form is Form.WAY and (len(points) < 2 or points[0] == points[1]):
            raise self._broken(layer, source, f"a path needs two different points, got {len(points)}")
        if not (-1 <= center.x <= self.size.x + 1 and -1 <= center.y <= self.size.y + 1):
            raise self._broken(
                layer, source, f"must lie in the map, got {source.coordinates.x:g}, {source.coordinates.y:g}"
            )
        values = self._values(layer, source, kind)
        return Thing(
            source.id, source.name, source.class_, layer, center, (width, height), turn, points, values
        )

    def _check_outline(self, layer: str, source: Any, points: tuple[Vec2, ...]) -> None:
        """Check that an outline does not cross itself."""
        try:
            decompose(points)
        except ValueError as error:
            raise self._broken(layer, source, f"its outline is no simple polygon: {error}") from error

    def _values(self, layer: str, source: Any, kind: Kind) -> dict[str, Any]:
        """Return all properties of an object's kind, given or default."""
        given = {name: value for name, value in (source.properties or {}).items() if value is not None}
        unknown = sorted(set(given) - set(kind.values))
        if unknown:
            known = ", ".join(kind.values) or "none"
            raise self._broken(
                layer, source, f"a {source.class_} has no property {unknown[0]!r}; there are: {known}"
            )
        values = {}
        for name, value in kind.values.items():
            complaint = _complaint(value, given.get(name))
            if complaint:
                raise self._broken(layer, source, f"{name} must be {complaint}, got {given.get(name)!r}")
            values[name] = value.type(given.get(name, value.default))
        return values


def _complaint(value: Value, given: Any) -> str:
    """Return what a property must be if `given` is invalid, else an empty string; None stands for missing."""
    if given is None:
        return "" if value.default is not None else "given"
    if value.type is str:
        if not isinstance(given, str):
            return "a word"
        words = given.replace(" ", "").split(",") if value.several else [given]
        if value.choices and not all(word in value.choices for word in words):
            return ("some" if value.several else "one") + " of " + ", ".join(value.choices)
        return ""
    if value.type is bool:
        return "" if isinstance(given, bool) else "true or false"
    if value.refers:
        return "" if isinstance(given, int) and not isinstance(given, bool) else "an object"
    if isinstance(given, bool) or not isinstance(given, int | float) or not value.low <= given <= value.high:
        return f"a number from {value.low:g} to {value.high:g}"
    return ""


def _object_layers(group: Any) -> Iterator[Any]:
    """Yield all object layers, also inside groups. Other layers are decoration."""
    for layer in getattr(group, "layers", None) or ():
        if hasattr(layer, "tiled_objects"):
            yield layer
        yield from _object_layers(layer)
