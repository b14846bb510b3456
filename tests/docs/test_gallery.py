"""The gallery: every example is played for a picture, and its page shows it below the title."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="the documentation's tools are not installed")
pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

import example_gallery
from PIL import Image

from docs.pictures.make_examples import SHOTS

EXAMPLES = sorted(path for path in example_gallery.EXAMPLES.glob("*.py"))


def test_every_example_is_filmed() -> None:
    assert len(EXAMPLES) >= 24
    assert {path.stem for path in EXAMPLES} == {*SHOTS, "headless_server"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_begins_with_a_title(path: Path) -> None:
    text = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    assert text is not None
    title, line, *rest = text.splitlines()
    assert title and set(line) == {"="} and len(line) == len(title) and rest


def test_a_page_shows_the_picture_below_its_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(example_gallery, "PICTURES", tmp_path)
    source = ["\n.. _label:\n\n\nHello ball\n==========\n\nA ball falls.\n"]
    app: object = None
    example_gallery.introduce(app, "gallery/hello_ball", source)  # type: ignore[arg-type]
    assert "image" not in source[0]
    Image.new("RGB", (4, 4)).save(tmp_path / "hello_ball.gif")
    example_gallery.introduce(app, "guide/hello_ball", source)  # type: ignore[arg-type]
    assert "image" not in source[0]
    example_gallery.introduce(app, "gallery/hello_ball", source)  # type: ignore[arg-type]
    before, image, after = source[0].partition(".. image:: /pictures/examples/hello_ball.gif")
    assert before.rstrip().endswith("==========") and image and "A ball falls." in after
