"""The gallery of examples: sphinx-gallery's pages, with pictures that a script has made.

An example opens a window and runs until it is closed, so sphinx-gallery executes none (`plot_gallery`).
The picture of `examples/NAME.py` is `docs/pictures/examples/NAME.gif` or `.png`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from PIL import Image
from sphinx.application import Sphinx
from sphinx.util import logging

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PICTURES = ROOT / "docs" / "pictures" / "examples"
GALLERY = "gallery"

CONFIGURATION: dict[str, Any] = {
    "examples_dirs": str(EXAMPLES),
    "gallery_dirs": GALLERY,
    "plot_gallery": False,
    "filename_pattern": r"(?!)",  # execute nothing
    "image_scrapers": (),
    "download_all_examples": False,
    "write_computation_times": False,
    "show_memory": False,
    "show_signature": False,
    "thumbnail_size": (480, 270),
}

_log = logging.getLogger(__name__)
_TITLE = re.compile(r"^(=+)\n(.+)\n=+\n|^(.+)\n(=+)\n", re.M)


def find_picture(name: str) -> Path | None:
    """Return the picture of an example."""
    for kind in ("gif", "png"):
        path = PICTURES / f"{name}.{kind}"
        if path.exists():
            return path
    return None


def save_thumbnails(app: Sphinx) -> None:
    """Save a frame of each picture, late in it, where sphinx-gallery looks for figures; runs before it."""
    folder = Path(app.srcdir) / GALLERY / "images"
    folder.mkdir(parents=True, exist_ok=True)
    for example in sorted(EXAMPLES.glob("*.py")):
        picture = find_picture(example.stem)
        if picture is None:
            _log.info("%s has no picture in %s", example.name, PICTURES)
            continue
        with Image.open(picture) as image:
            image.seek(2 * (getattr(image, "n_frames", 1) - 1) // 3)
            image.convert("RGB").save(folder / f"sphx_glr_{example.stem}_001.png")


def introduce(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the picture of an example, and how to start it, below the title of its page."""
    folder, _, name = page.rpartition("/")
    if folder != GALLERY or not (EXAMPLES / f"{name}.py").exists():
        return
    text = f"\nStart it with ``python -m ecsphys examples {name}``.\n"
    picture = find_picture(name)
    if picture is not None:
        text = f"\n.. image:: /pictures/examples/{picture.name}\n   :alt: {name.replace('_', ' ')}\n" + text
    source[0] = _TITLE.sub(lambda match: match[0] + text, source[0], count=1)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect both to the build."""
    app.connect("builder-inited", save_thumbnails, priority=1)
    app.connect("source-read", introduce)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
