"""Load and check a level from a map of the editor Tiled (JSON, `.tmj`)."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

from ecsphys import Vec2
from ecsphys.geometry import decompose
from ecsphys.math2d.outline import signed_area

from ..json_file import shown
from . import raw
from .kinds import KINDS, Form, Value
from .level import BrokenMap, Level, Thing, place

VIEWS = ("side", "top")
_WIDEST = 32768  # px of a map, either way
_THINNEST = 1.0  # px of a rectangle
_LONGEST_NAME, _LONGEST_TEXT = 60, 400  # letters
_LONGEST_OUTLINE, _MOST_POINTS = 256, 10_000  # of one object, of all
_FORMS = {  # keys that mark the form of an object; one without is a rectangle
    "ellipse": "an ellipse",
    "point": "a point",
    "gid": "a tile",
    "polygon": "a polygon",
    "polyline": "a polyline",
    "text": "a text",
}
_OUTLINES = ("polygon", "polyline")


def load(path: Path) -> Level:
    """Load the level in a map. Raises `BrokenMap`."""
    return _Reader(path).level()


class _Reader:
    """Turns a map whose structure is checked into a level."""

    def __init__(self, path: Path):
        self.path = path
        self.map = raw.load(path)
        self.properties = {entry["name"]: entry["value"] for entry in self.map.get("properties", ())}
        self.size = Vec2(
            self.map["width"] * self.map["tilewidth"], self.map["height"] * self.map["tileheight"]
        )

    def level(self) -> Level:
        """Return the checked level."""
        self._check_map()
        name, view = (self._map_property(key) for key in ("name", "view"))
        if view not in VIEWS:
            raise BrokenMap(f"{self.path}: the map's property 'view' must be side or top, got {shown(view)}")
        things = tuple(self._thing(layer, source) for layer, source in raw.objects_of(self.map))
        self._check_all(things)
        return Level(name, view, self.size, things)

    def _check_map(self) -> None:
        """Check what concerns the map as a whole."""
        if self.map["orientation"] != "orthogonal":
            raise BrokenMap(
                f"{self.path}: orientation must be orthogonal, got {shown(self.map['orientation'])}"
            )
        if self.map.get("infinite"):
            raise BrokenMap(f"{self.path}: must not be infinite")
        if not (0 < self.size.x <= _WIDEST and 0 < self.size.y <= _WIDEST):
            raise BrokenMap(
                f"{self.path}: width and height must be above 0 and at most {_WIDEST} px, "
                f"got {self.size.x:g} and {self.size.y:g} px"
            )

    def _map_property(self, name: str) -> str:
        """Return a text property of the map."""
        value = self.properties.get(name)
        if isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME:
            return value
        raise BrokenMap(
            f"{self.path}: the map needs a property {name!r}, a text of at most {_LONGEST_NAME} letters; "
            f"got {shown(value)}"
        )

    def _check_all(self, things: tuple[Thing, ...]) -> None:
        """Check numbers, required objects, and references between objects."""
        for number, count in Counter(thing.number for thing in things).items():
            if count > 1:
                raise BrokenMap(f"{self.path}: {count} objects have the number {number}")
        for kind, wanted in (("spawn", "exactly one"), ("exit", "at least one")):
            count = sum(thing.kind == kind for thing in things)
            if count == 0 or (count > 1 and kind == "spawn"):
                raise BrokenMap(f"{self.path}: must have {wanted} {kind}, got {count}")
        count = sum(len(thing.points) for thing in things)
        if count > _MOST_POINTS:
            raise BrokenMap(f"{self.path}: all outlines must have at most {_MOST_POINTS} points, got {count}")
        kinds = {thing.number: thing.kind for thing in things}
        for thing in things:
            for name, value in KINDS[thing.kind].values.items():
                target = thing.values[name]
                may_be_none = value.default is not None and target == 0
                if value.refers and not may_be_none and kinds.get(target) not in value.refers:
                    wanted = " or ".join(value.refers)
                    raise BrokenMap(
                        f"{self.path}: {thing.place}: {name} must be the number of a {wanted}, got {target} "
                        f"({kinds.get(target, 'there is no such object')})"
                    )

    def _broken(self, layer: str, source: dict[str, Any], what: str) -> BrokenMap:
        """Return the exception for an object before its conversion."""
        return BrokenMap(f"{self.path}: {place(layer, source['id'], source['name'])}: {what}")

    def _thing(self, layer: str, source: dict[str, Any]) -> Thing:
        """Convert an object of the map; check its kind and form."""
        name = source.get("class", source.get("type", ""))
        kind = KINDS.get(name)
        if kind is None:
            raise self._broken(
                layer, source, f"class must be one of {', '.join(sorted(KINDS))}; got {shown(name)}"
            )
        form = next((form for form in _FORMS if source.get(form)), "rectangle")
        allowed = {
            Form.BOX: ("rectangle",), Form.AREA: ("rectangle", "polygon"), Form.WAY: ("polyline",),
            Form.PLACE: ("point",),
        }  # fmt: skip
        if form not in allowed[kind.form]:
            raise self._broken(
                layer, source, f"a {name} must be {kind.form.value}, got {_FORMS.get(form, 'a rectangle')}"
            )
        if source["id"] < 1:
            raise self._broken(layer, source, "'id' must be above 0")
        return self._placed(layer, source, name, form)

    def _placed(self, layer: str, source: dict[str, Any], name: str, form: str) -> Thing:
        """Convert geometry and properties of an object whose kind and form are known."""
        kind = KINDS[name]
        turn = -math.radians(source["rotation"])  # Tiled turns clockwise, about the object's corner
        corner = Vec2(source["x"], self.size.y - source["y"])
        width, height = source["width"], source["height"]
        local = [Vec2(p["x"], -p["y"]) for p in source.get(form, ())] if form in _OUTLINES else []
        if form == "rectangle":
            if not (width > 0 and height > 0):
                raise self._broken(
                    layer, source, f"width and height must be above 0, got {width:g} and {height:g}"
                )
            if min(width, height) < _THINNEST:
                raise self._broken(
                    layer,
                    source,
                    f"width and height must be at least {_THINNEST:g} px, got {width:g} and {height:g}",
                )
            local = [Vec2(0, -height), Vec2(width, -height), Vec2(width, 0), Vec2(0, 0)]
        points = tuple(corner + p.rotated(turn) for p in local)
        if kind.form is Form.AREA and signed_area(points) < 0.0:
            points = points[::-1]
        center = (points[0] + points[2]) / 2 if form == "rectangle" else corner
        self._check_place(layer, source, center, points)
        if kind.form is Form.AREA:
            self._check_outline(layer, source, points)
        if kind.form is Form.WAY and (len(points) < 2 or points[0] == points[1]):
            raise self._broken(layer, source, f"a path needs two different points, got {len(points)}")
        values = self._values(layer, source, name)
        return Thing(source["id"], source["name"], name, layer, center, (width, height), turn, points, values)

    def _check_place(
        self, layer: str, source: dict[str, Any], center: Vec2, points: tuple[Vec2, ...]
    ) -> None:
        """Check that an object begins in the map and ends not far outside."""
        width, height = self.size
        where = f"{source['x']:g}, {source['y']:g}"
        if not (-1 <= center.x <= width + 1 and -1 <= center.y <= height + 1):
            raise self._broken(layer, source, f"must lie in the map, got {where}")
        if not all(-width <= p.x <= 2 * width and -height <= p.y <= 2 * height for p in points):
            raise self._broken(layer, source, f"must end within one map's size of the map, begins at {where}")

    def _check_outline(self, layer: str, source: dict[str, Any], points: tuple[Vec2, ...]) -> None:
        """Check that an outline has a bounded number of points and does not cross itself."""
        if len(points) > _LONGEST_OUTLINE:
            raise self._broken(
                layer, source, f"its outline must have at most {_LONGEST_OUTLINE} points, got {len(points)}"
            )
        try:
            decompose(points)
        except ValueError as error:
            raise self._broken(layer, source, f"its outline is no simple polygon: {error}") from error

    def _values(self, layer: str, source: dict[str, Any], kind: str) -> dict[str, Any]:
        """Return all properties of an object's kind, given or default."""
        entries = source.get("properties", ())
        given = {entry["name"]: entry["value"] for entry in entries if entry["value"] is not None}
        known = KINDS[kind].values
        unknown = sorted(set(given) - set(known))
        if unknown:
            raise self._broken(
                layer,
                source,
                f"a {kind} has no property {shown(unknown[0])}; there are: {', '.join(known) or 'none'}",
            )
        values = {}
        for name, value in known.items():
            complaint = _complaint(value, given.get(name))
            if complaint:
                raise self._broken(layer, source, f"{name} must be {complaint}, got {shown(given.get(name))}")
            values[name] = value.type(given.get(name, value.default))
        return values


def _complaint(value: Value, given: Any) -> str:
    """Return what a property must be if `given` is invalid, else an empty string; None stands for missing."""
    if given is None:
        return "" if value.default is not None else "given"
    if value.type is str:
        if not isinstance(given, str) or len(given) > _LONGEST_TEXT:
            return f"a text of at most {_LONGEST_TEXT} letters"
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
