"""Display lists, controls and numbers as JSON and arrays; `host` documents the messages."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...arrays import Ints
from ...drawing.lines import Color, Colors
from ..controls import Choice, Slider, Toggle
from ..display import Disc, Display, Item, Polygon, Segments, Text
from ..exhibit import Exhibit, Number
from ..sources import listing
from ..space import flat
from ..wording import format_number, format_value

Json = Any


def encode_display(display: Display) -> tuple[list[Json], bytes]:
    """Return the items of a display list, and the ends of their line segments as float32: x, y, x, y."""
    items: list[Json] = []
    ends: list[np.ndarray[Any, Any]] = []
    for item in flat(display).items:
        if isinstance(item, Segments):
            order, groups = _groups(item.colors)
            rows = np.asarray(item.points, np.float32).reshape(-1, 4)
            ends.append(rows if order is None else rows[order])
            items.append(["s", item.width, groups])
        else:
            items.append(_encode_item(item))
    return items, np.concatenate(ends).tobytes() if ends else b""


def _encode_item(item: Item) -> Json:
    if isinstance(item, Polygon):
        points = [_short(number) for point in item.points for number in point]
        return ["p", points, css(item.fill), css(item.line), item.width]
    if isinstance(item, Disc):
        x, y = item.center
        return ["d", _short(x), _short(y), _short(item.radius), css(item.fill), css(item.line), item.width]
    assert isinstance(item, Text)  # `flat` leaves no scenes
    x, y = item.position
    return ["t", _short(x), _short(y), item.text, css(item.color), item.size, item.align]


def _groups(colors: Colors) -> tuple[Ints | None, list[Json]]:
    """Return an order of segments in which equal colours follow each other, and each colour with its count.

    A canvas draws thousands of lines of one colour at once, but each change of colour costs it much. Colours
    keep the order of their first segments. None: the order is as it is.
    """
    keys = np.ascontiguousarray(colors[::2]).view(np.uint32).ravel()
    if (keys == keys[0]).all():
        return None, [[css(colors[0].tolist()), len(keys)]]
    _, firsts, kinds, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    groups = [[css(colors[2 * firsts[k]].tolist()), int(counts[k])] for k in np.argsort(firsts)]
    return np.argsort(firsts[kinds], kind="stable"), groups


def css(color: Color | None) -> str | None:
    """Return a colour as #rrggbbaa."""
    return None if color is None else "#" + bytes(color).hex()


def _short(number: float) -> float:
    """Return a coordinate to a hundredth of a pixel: JSON of all digits is three times as long."""
    return round(float(number), 2)


def describe(exhibit: Exhibit) -> dict[str, Json]:
    """Return what stays as it is while an exhibit is open."""
    return {
        "title": exhibit.title,
        "text": exhibit.text,
        "moves": exhibit.moves(),
        "space": exhibit.in_space,
        "handles": [name for name, control in exhibit.controls.items() if control.handle],
        "controls": [
            {"name": name, "label": control.label, "key": control.key, **_kind_of(control)}
            for name, control in exhibit.controls.items()
            if isinstance(control, Slider | Toggle | Choice)
        ],
        "buttons": [
            {"name": name, "label": button.label, "key": button.key}
            for name, button in exhibit.buttons.items()
        ],
    }


def _kind_of(control: Slider | Toggle | Choice) -> dict[str, Json]:
    if isinstance(control, Slider):
        even = control.step > 0.0 and not control.logarithmic
        return {"kind": "slider", "step": control.step / (control.high - control.low) if even else 0.005}
    if isinstance(control, Toggle):
        return {"kind": "toggle"}
    return {"kind": "choice", "options": control.options}


def encode_values(exhibit: Exhibit) -> dict[str, Json]:
    """Return the values of controls: of sliders the share 0 … 1 of their way, and a text."""
    values: dict[str, Json] = {}
    for name, control in exhibit.controls.items():
        value = exhibit.values[name]
        if isinstance(control, Slider):
            values[name] = [control.share(value), format_value(control, value)]
        elif isinstance(control, Toggle | Choice):
            values[name] = value
    return values


def encode_numbers(numbers: dict[str, Number]) -> list[tuple[str, str]]:
    """Return names and numbers as they are shown."""
    return [(name, _text_of(number)) for name, number in numbers.items()]


def _text_of(number: Number) -> str:
    if isinstance(number, float) and math.isfinite(number):
        return f"{number + 0.0:.6g}"  # more digits than the window has room for; + 0.0: no minus before 0
    return format_number(number)


def encode_sources(exhibit: Exhibit) -> list[dict[str, Json]]:
    """Return the lines of the engine that do what an exhibit shows."""
    return [listing(thing)._asdict() for thing in exhibit.source]
