"""Save a headless game as an image or an animation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from ..game import Game
from ..launch import Launch, saving
from .play import PlayView
from .window import GameWindow, frame, save_frame

_COARSE = 3  # low bits of a colour ignored by the palette
_MOST = 3_000_000  # bytes of a GIF
_EVERY, _DURATION = 6, 100  # steps per picture; milliseconds per picture, a multiple of 10 in GIFs
_SIZES = (
    (560, 315, 96),
    (480, 270, 96),
    (440, 248, 80),
    (400, 225, 64),
    (320, 180, 48),
)  # width, height, colours


@contextmanager
def watching(game: Game) -> Iterator[tuple[GameWindow, PlayView]]:
    """Open a window that shows a game; yields window and screen."""
    window = GameWindow(Launch(sound=False), antialiasing=False, keep=False)
    try:
        view = PlayView(game)
        window.show_view(view)
        yield window, view
    finally:
        window.close()


def save(game: Game, path: Path) -> None:
    """Draw a game once and write the image to `path`. Raises `NotSaved`."""
    with watching(game) as (window, view):
        save_frame(window, view, path)


def save_gif(game: Game, path: Path, seconds: float) -> None:
    """Run a game for `seconds` and write it as an animation of at most 3 MB to `path`.

    Longer animations get smaller pictures. Raises `NotSaved`.
    """
    content = animation(film(game, seconds))
    with saving(path):
        path.write_bytes(content)


def film(game: Game, seconds: float) -> list[Image.Image]:
    """Run a game for `seconds` and return ten pictures per second."""
    pictures = []
    with watching(game) as (window, view):
        for step in range(round(seconds / game.physics.step)):
            if window.current_view is view:  # else the results are on screen
                view.on_update(game.physics.step)
            if step % _EVERY == 0:
                picture = frame(window, window.current_view or view)
                pictures.append(picture.resize(_SIZES[0][:2], Image.Resampling.LANCZOS))
    return pictures


def animation(pictures: list[Image.Image]) -> bytes:
    """Return a GIF of at most 3 MB, with pictures as large as that allows."""
    for width, height, colors in _SIZES:
        data = _encoded(pictures, (width, height), colors)
        if len(data) <= _MOST:
            return data
    return animation(pictures[::2])


def _encoded(pictures: list[Image.Image], size: tuple[int, int], colors: int) -> bytes:
    """Encode pictures with one palette, taken from a sample of them."""
    small = [picture.resize(size, Image.Resampling.LANCZOS) for picture in pictures]
    samples = small[:: max(1, len(small) // 8)]
    sheet = Image.new("RGB", (size[0], size[1] * len(samples)))
    for k, sample in enumerate(samples):
        sheet.paste(sample, (0, k * size[1]))
    palette = palette_of(sheet, colors)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in small]
    file = BytesIO()
    frames[0].save(
        file, "GIF", save_all=True, append_images=frames[1:], duration=_DURATION, loop=0, optimize=False
    )
    return file.getvalue()


def palette_of(picture: Image.Image, colors: int) -> Image.Image:
    """Return an image whose palette has the main colours of a picture.

    A colour is weighted by the root of its pixel count, so that small bright things keep their colours.
    """
    coarse = (np.asarray(picture) >> _COARSE) << _COARSE
    values, counts = np.unique(coarse.reshape(-1, 3), axis=0, return_counts=True)
    row = np.repeat(values + (1 << _COARSE >> 1), np.sqrt(counts).astype(int) + 1, axis=0)
    strip = Image.fromarray(row[None].astype(np.uint8))
    return strip.quantize(colors, Image.Quantize.MEDIANCUT)
