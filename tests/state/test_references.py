"""What a program saves, another one reads, though Python calls the module it began with `__main__`."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import esper
import pytest

from ecsphys import Circle, Collider, Physics, Projectile, RigidBody, Transform
from ecsphys.replay import Recorder, Replay
from ecsphys.state import Snapshot
from ecsphys.state.fingerprint import fingerprint_of_snapshot, fingerprint_of_start
from ecsphys.state.references import find, reference_of
from ecsphys.testing import replay

ROOT = Path(__file__).parents[2]
GAME = """
import sys
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import esper
from ecsphys import *
from ecsphys.state import Snapshot

class Key(Enum):
    LEFT = 1

def win(*hit): ...

@dataclass
class Health:
    points: int = 3
    key: Key = Key.LEFT
    then: object = win

def save(path):
    physics = Physics()
    esper.add_processor(physics)
    hero = esper.create_entity(Transform(1, 2), RigidBody(), Collider(Circle(3)), Health(7))
    physics.step_once()
    Path(path).write_bytes(physics.snapshot(Health).to_bytes())

def load(path):
    esper.switch_world(path)
    physics = Physics()
    esper.add_processor(physics)
    physics.restore(Snapshot.from_bytes(Path(path).read_bytes()))
    (_, health), = esper.get_component(Health)
    assert health == Health(7) and health.then is win, health

def main():
    save(sys.argv[1])
    for path in sys.argv[2:]:
        load(path)

if __name__ == "__main__":
    main()
"""


def module_of(name: str, file: str = "", spec: str = "") -> Any:
    """Return the game as a module, that of a file or of `python -m spec`."""
    made: Any = types.ModuleType(name)
    made.__file__, made.__spec__ = file or None, ModuleSpec(spec, None) if spec else None
    return made


# How a program may be started: what Python makes of it.
WAYS: dict[str, Callable[[], Any]] = {
    "script": lambda: module_of("__main__", "/home/me/mygame.py"),
    "packed": lambda: module_of("__main__", "/tmp/_MEI12/mygame.py"),
    "python -m": lambda: module_of("__main__", "/home/me/mygame.py", "mygame"),
    "test": lambda: module_of("mygame", "/home/me/mygame.py", "mygame"),
    "process": lambda: module_of("__mp_main__", "/home/me/mygame.py"),
}


@contextmanager
def running(made: Any, *others: Any) -> Iterator[Any]:
    """Let a game be a module of this program, with others."""
    modules = {"__main__": made} if made.__name__ == "__mp_main__" else {}
    modules |= {one.__name__: one for one in (made, *others)}
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        exec(GAME.partition("def save")[0], vars(made))
        yield made
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def saved(game: Any) -> bytes:
    """Return a snapshot with a component of a game."""
    physics = Physics()
    esper.create_entity(Transform(), Collider(Circle(1)), game.Health(7))
    return physics.snapshot(game.Health).to_bytes()


def is_loaded(data: bytes, game: Any, **names: Any) -> bool:
    """Whether a snapshot has the component of this game."""
    physics = Physics()
    physics.restore(Snapshot.from_bytes(data, **names))
    ((_, health),) = esper.get_component(game.Health)
    return health == game.Health(7) and health.then is game.win


@pytest.mark.parametrize("writer", WAYS)
@pytest.mark.parametrize("reader", WAYS)
def test_a_game_reads_what_it_wrote_otherwise_started(writer: str, reader: str) -> None:
    with running(WAYS[writer]()) as game:
        data = saved(game)
        assert is_loaded(data, game)
    with running(WAYS[reader]()) as game:
        assert is_loaded(data, game)


@pytest.mark.parametrize(
    ("main", "name"),
    [
        (module_of("__main__", "/home/me/mygame.py"), "mygame"),
        (module_of("__main__", "/home/me/mygame/__main__.py", "mygame.__main__"), "mygame.__main__"),
        (module_of("__main__", "/home/me/mygame/__main__.py"), "mygame.__main__"),  # a folder is run
        (module_of("__main__", "/home/me/mygame.pyz/__main__.py", "__main__"), "mygame.__main__"),
        (module_of("__main__", "/home/me/levels/mygame.py", "levels.mygame"), "levels.mygame"),
        (module_of("__main__", str(ROOT / "demo_game" / "rules" / "mygame.py")), "demo_game.rules.mygame"),
        (module_of("__main__"), "__main__"),  # a console
        (module_of("__main__", "/home/me/queue.py"), "__main__"),  # would be Python's
    ],
)  # fmt: skip
def test_a_script_goes_by_the_name_by_which_others_import_it(main: Any, name: str) -> None:
    with running(main) as game:
        assert reference_of(game.Health) == f"{name}:Health"
        assert find(reference_of(game.Health)) is game.Health


def test_a_script_that_is_imported_as_well_has_each_class_twice() -> None:
    script, module = WAYS["script"](), WAYS["test"]()
    with running(script), running(module):
        for game in (script, module):
            assert find(reference_of(game.Health)) is game.Health
            assert find(reference_of(game.win)) is game.win


def test_a_packed_script_reads_what_a_package_wrote() -> None:
    with running(module_of("levels.mygame", "/home/me/levels/mygame.py")) as game:
        data = saved(game)
    with running(WAYS["packed"]()) as game:
        assert is_loaded(data, game)


def test_names_say_where_a_module_or_a_class_is_now() -> None:
    with running(module_of("__main__")) as game:
        data = saved(game)
    with running(WAYS["test"]()) as game:
        cure = r"module '__main__' has no 'Health': say where .*names=\{'__main__': 'mygame'\}"
        with pytest.raises(ValueError, match=cure):
            Snapshot.from_bytes(data)
        assert is_loaded(data, game, names={"__main__": "mygame"})
    with running(module_of("parts")) as game:
        parts = {f"__main__:{name}": f"parts:{name}" for name in ("Health", "Key", "win")}
        assert is_loaded(data, game, names=parts)


def test_a_module_that_is_not_there_is_looked_for_in_the_others() -> None:
    with running(WAYS["script"]()) as game:
        data = saved(game)
    with pytest.raises(ValueError, match=r"'mygame' is not loaded.*import it before, or say where"):
        Snapshot.from_bytes(data)
    cure = r"names=\{'mygame': 'levels.mygame'\}"
    with running(module_of("levels.mygame")), pytest.raises(ValueError, match=cure):
        Snapshot.from_bytes(data)


@pytest.mark.parametrize("names", ["mygame", {"__main__": 1}, {"a": "b:c"}, {"a:b": "c"}, ["__main__"]])
def test_names_are_checked(names: Any) -> None:
    with pytest.raises(TypeError, match="names must map modules"):
        Snapshot.from_bytes(b"", names=names)


def test_a_delta_goes_with_a_base_that_was_read_under_another_name() -> None:
    physics = Physics()
    place = Transform()
    esper.create_entity(place, RigidBody(velocity=(60, 0)), Collider(Circle(1)))
    with running(module_of("__main__")) as game:
        esper.create_entity(game.Health(7))
        base = physics.snapshot(game.Health)
        whole = base.to_bytes()
        physics.step_once()
        delta = physics.snapshot(game.Health).to_bytes(base)
    with running(WAYS["test"]()) as game:
        names = {"__main__": "mygame"}
        read = Snapshot.from_bytes(whole, names=names)
        esper.switch_world("another")
        again = Physics()
        again.restore(Snapshot.from_bytes(delta, read, names=names))
        ((_, health),) = esper.get_component(game.Health)
        ((_, moved),) = esper.get_component(Transform)
    assert health == game.Health(7) and moved.x == place.x == 1.0


def test_files_that_name_the_script_main_stay_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    with running(WAYS["script"]()) as game:
        physics = Physics()
        entity = esper.create_entity(Transform(), Collider(Circle(1)), game.Health(7))
        base = physics.snapshot(game.Health)
        with monkeypatch.context() as patch:  # a version that did not look for the name
            patch.setattr("ecsphys.state.references.script_name", lambda: "__main__")
            whole = base.to_bytes()
            esper.component_for_entity(entity, game.Health).points = 8
            delta = physics.snapshot(game.Health).to_bytes(base)
        assert b"__main__:Health" in whole and is_loaded(whole, game)
        physics.restore(Snapshot.from_bytes(delta, base))
        assert esper.component_for_entity(entity, game.Health).points == 8


def test_recordings_take_names_for_their_components_and_inputs(tmp_path: Path) -> None:
    path = tmp_path / "bug.recording"
    with running(module_of("__main__")) as game:
        physics, given = Physics(), []
        esper.create_entity(Transform(), RigidBody(), Collider(Circle(1)), game.Health(7))
        recorder = Recorder(physics, game.Health, apply=given.append)
        for _ in range(3):
            recorder.input(game.Key.LEFT)
            physics.step_once()
        recorder.save(path)
    with running(WAYS["test"]()) as game:
        with pytest.raises(ValueError, match=r"bug.recording: .*names=\{'__main__': 'mygame'\}"):
            Replay.load(path)
        given.clear()
        esper.switch_world("another")
        run = replay(path, apply=given.append, names={"__main__": "mygame"})
        assert run.steps == range(4) and given == [game.Key.LEFT] * 3


def test_fingerprints_are_the_same_wherever_a_program_has_its_classes() -> None:
    """Else a packed game and a script that play together would differ."""
    found = set()
    for made in (WAYS["script"](), module_of("levels.mygame"), module_of("__main__")):
        esper.switch_world(f"of {made!r}")
        with running(made) as game:
            physics, hook = Physics(), Projectile(on_hit=game.win)
            esper.create_entity(Transform(), RigidBody(), hook, game.Health(7))
            snapshot = physics.snapshot(game.Health)
            found.add((fingerprint_of_snapshot(snapshot, ""), fingerprint_of_start(snapshot)))
    assert len(found) == 1


@pytest.mark.long
def test_a_script_its_import_and_what_is_packed_of_it_read_each_others_files(tmp_path: Path) -> None:
    (tmp_path / "mygame.py").write_text(GAME)
    packed = (  # what the boot loader of PyInstaller does: the script runs in __main__, its file is not there
        "import sys; from pathlib import Path; code = Path('mygame.py').read_text();"
        "sys.frozen = True; sys.modules.pop('mygame', None); __file__ = '/tmp/_MEI/mygame.py'; exec(code)"
    )
    ways = (["mygame.py"], ["-c", "import mygame; mygame.main()"], ["-c", packed])
    variables = os.environ | {"PYTHONPATH": str(ROOT)}
    for _ in range(2):  # the second time with the files of all
        for k, way in enumerate(ways):
            files = sorted(map(str, tmp_path.glob("*.save")))
            command = [sys.executable, *way, str(tmp_path / f"{k}.save"), *files]
            subprocess.run(command, cwd=tmp_path, env=variables, check=True, timeout=60)
    assert len(files) == len(ways)
