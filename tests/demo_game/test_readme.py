"""The README's arcade game runs as it stands, and its pictures are there and small."""

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
README = (ROOT / "README.md").read_text()


def test_the_game_of_the_readme_runs(window, monkeypatch):
    page = README[README.index("## In your own arcade game") : README.index("## Speed")]
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
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
    exec(compile(code, "README.md", "exec"), names)
    undo[0]()
    assert len(heights[0]) == 10
    assert min(heights[-1]) > 60  # they lie on the ground, which is 64 high, and fell through nothing
    assert sum(heights[-1]) < sum(heights[0])
    assert names["window"].current_view.overlay.inspector.hovered is not None


def test_the_pictures_are_there_and_small():
    from PIL import Image

    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 5 and README.index(pictures[0]) < README.index("## ")
    for name in pictures:
        path = ROOT / name
        assert path.stat().st_size < (3_000_000 if path.suffix == ".gif" else 150_000), name
        with Image.open(path) as image:
            assert image.mode == "P" and image.width >= 320
