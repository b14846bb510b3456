"""The guide's arcade game runs as it stands; the pictures of README and guide are there and small."""

from __future__ import annotations

import re
from pathlib import Path

import esper
import pytest

from ecsphys import RigidBody, Transform

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

import arcade
from arcade import key

import ecsphys.arcade
from ecsphys.arcade import bind

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGE = (ROOT / "docs" / "guide" / "arcade.md").read_text("utf-8")


def test_the_game_of_the_guide_runs(window, monkeypatch):
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    heights = []

    def run() -> None:
        for _ in range(90):
            window.dispatch_event("on_update", 1 / 60)
            heights.append([t.y for _, (t, _) in esper.get_components(Transform, RigidBody)])
        window.dispatch_event("on_key_press", key.F1, 0)
        window.dispatch_event("on_mouse_motion", 400, 62, 0, 0)
        window.dispatch_event("on_mouse_press", 400, 62, 1, 0)
        window.dispatch_event("on_draw")

    monkeypatch.setattr(arcade, "Window", lambda *arguments: window)
    monkeypatch.setattr(arcade, "run", run)
    undo = []
    monkeypatch.setattr(ecsphys.arcade, "bind", lambda window: undo.append(bind(window)))
    names: dict[str, object] = {}
    exec(compile(code, "arcade.md", "exec"), names)
    undo[0]()
    assert len(heights[0]) == 10
    assert min(heights[-1]) > 60  # they lie on the ground, which is 64 high, and fell through nothing
    assert sum(heights[-1]) < sum(heights[0])
    assert names["window"].current_view.overlay.inspector.hovered is not None


def test_the_pictures_are_there_and_small():
    from PIL import Image

    assert README.index("![") < README.index("## ")  # on the first screen
    pages = [ROOT / "README.md", *(ROOT / "docs" / "guide").glob("*.md")]
    pictures = {
        page.parent / name
        for page in pages
        for name in re.findall(r"!\[[^]]+\]\(([^)]+)\)", page.read_text("utf-8"))
        if "measured" not in name  # made by the build
    }
    assert len(pictures) >= 7
    for path in pictures:
        assert path.stat().st_size < (3_000_000 if path.suffix == ".gif" else 150_000), path
        with Image.open(path) as image:
            assert image.mode == "P" and image.width >= 320
