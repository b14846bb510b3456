"""Text as textured quads: glyphs in one image, and the layout of a line of text, kept by text."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import arcade.resources
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

Face = Literal["sans", "bold", "mono"]

SIDE = 1024  # px, of the square image
_MARGIN = 1  # px between glyphs
_FILES = {"sans": "Sans_Regular", "bold": "Sans_Bold", "mono": "Mono_Regular"}
_FOLDER = "system/fonts/ttf/Liberation"  # comes with arcade: text looks the same on every machine


class Glyph(NamedTuple):
    """A glyph's place in the image (left, top, width, height), offset from the pen, and advance; px."""

    left: int
    top: int
    width: int
    height: int
    shift_x: int
    shift_y: int
    advance: float


class Run(NamedTuple):
    """A line of text: per glyph a box (left, bottom, right, top) about the baseline's start, and its place
    in the image (left, bottom, right, top) in shares of it; `width` of the line. Lengths in px.
    """  # fmt: skip

    boxes: npt.NDArray[np.float32]
    places: npt.NDArray[np.float32]
    width: float


class Glyphs:
    """Glyphs of all sizes in one grey image. `ratio`: pixels of the screen per px of the window.

    `version` grows with the image.
    """

    def __init__(self, ratio: float = 1.0):
        self.ratio = ratio
        self.image: npt.NDArray[np.uint8] = np.zeros((SIDE, SIDE), np.uint8)
        self.version: int = 0
        self._glyphs: dict[tuple[str, int, Face], Glyph] = {}
        self._runs: dict[tuple[str, float, Face], Run] = {}
        self._left = self._top = self._row = 0  # of the next glyph, and the height of its row

    def run(self, text: str, size: float, face: Face = "sans") -> Run:
        """Return the layout of a line of text, `size` in px."""
        key = (text, size, face)
        if key not in self._runs:
            if len(self._runs) > 5000:  # numbers that change leave theirs behind
                self._runs.clear()
            self._runs[key] = self._lay_out(text, round(size * self.ratio), face)
        return self._runs[key]

    def width(self, text: str, size: float, face: Face = "sans") -> float:
        """Return the width of a line of text, px."""
        return self.run(text, size, face).width

    def _lay_out(self, text: str, size: int, face: Face) -> Run:
        boxes, places, pen = [], [], 0.0
        for letter in text:
            glyph = self._glyph(letter, size, face)
            if glyph.width:
                left, bottom = round(pen) + glyph.shift_x, glyph.shift_y
                boxes.append((left, bottom, left + glyph.width, bottom + glyph.height))
                right, low = glyph.left + glyph.width, glyph.top + glyph.height
                places.append((glyph.left, low, right, glyph.top))
            pen += glyph.advance
        return Run(
            np.array(boxes, np.float32).reshape(-1, 4) / np.float32(self.ratio),
            np.array(places, np.float32).reshape(-1, 4) / np.float32(SIDE),
            pen / self.ratio,
        )

    def _glyph(self, letter: str, size: int, face: Face) -> Glyph:
        key = (letter, size, face)
        if key not in self._glyphs:
            self._glyphs[key] = self._add(letter, _font(face, size))
        return self._glyphs[key]

    def _add(self, letter: str, font: ImageFont.FreeTypeFont) -> Glyph:
        """Draw a glyph into the next free place; when the image is full, glyphs that are new stay blank."""
        left, top, right, bottom = map(round, font.getbbox(letter, anchor="ls"))
        width, height = right - left, bottom - top
        if self._left + width > SIDE:
            self._left, self._top, self._row = 0, self._top + self._row + _MARGIN, 0
        if width <= 0 or self._top + height > SIDE:
            return Glyph(0, 0, 0, 0, 0, 0, font.getlength(letter))
        picture = Image.new("L", (width, height))
        ImageDraw.Draw(picture).text((-left, -top), letter, 255, font, anchor="ls")
        x, y = self._left, self._top
        self.image[y : y + height, x : x + width] = np.asarray(picture)
        self.version += 1
        self._left, self._row = x + width + _MARGIN, max(self._row, height)
        return Glyph(x, y, width, height, left, -bottom, font.getlength(letter))


@cache
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    folder = Path(arcade.resources.__file__).parent / _FOLDER
    return ImageFont.truetype(folder / f"Liberation_{_FILES[face]}.ttf", size)
