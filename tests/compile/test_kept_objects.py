"""A build keeps object files for the next one, under a name that changes with all they depend on."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numba")

from ecsphys.compile import ENTRIES, sources
from ecsphys.compile.aot import emit


@pytest.fixture
def compiled(tmp_path, monkeypatch):
    """Folders into which object files were compiled, and a cache folder of their own."""
    monkeypatch.setenv("ECSPHYS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(emit, "cache_folder", sources.cache_folder.__wrapped__)
    monkeypatch.setattr(sources, "cache_root", sources.cache_root.__wrapped__)
    folders: list[Path] = []

    def write(name: str, places: dict[str, Path], entries: object, module: object) -> None:
        for folder in places.values():
            if name == emit.FILES[0]:
                folders.append(folder)
            (folder / name).write_bytes(b"%s %d" % (name.encode(), folders.index(folder) + 1))

    monkeypatch.setattr(emit, "make_parts", lambda entries, parts: None)
    monkeypatch.setattr(emit, "lowered", lambda entries, parts: emit.llvm.parse_assembly(""))
    monkeypatch.setattr(emit, "write_file", write)
    return folders


def build(folder: Path) -> list[bytes]:
    folder.mkdir()
    emit.emit("_native", folder)
    return [(folder / name).read_bytes() for name in emit.FILES]


def test_a_second_build_compiles_nothing_and_has_the_same_files(tmp_path, compiled):
    first = build(tmp_path / "first")
    assert first == [b"kernels.o 1", b"wide.o 1"]
    assert build(tmp_path / "second") == first
    assert compiled == [tmp_path / "first"]
    assert not list((tmp_path / "cache").rglob("*.o.*")), "parts are left behind"


def test_other_machines_have_folders_of_their_own(tmp_path, compiled):
    build(tmp_path / "first")
    triples = ["aarch64-apple-macosx11.0", "x86_64-pc-windows-msvc"]
    for name in ("second", "third"):
        (tmp_path / name).mkdir()
        emit.emit("_native", tmp_path / name, triples)
        content = [(tmp_path / name / triple / "wide.o").read_bytes() for triple in triples]
        assert content == [b"wide.o 2", b"wide.o 3"]
    assert len(compiled) == 3


@pytest.mark.parametrize("value", [None, ""])
def test_without_the_variable_nothing_is_kept(tmp_path, monkeypatch, compiled, value):
    monkeypatch.delenv("ECSPHYS_CACHE_DIR") if value is None else monkeypatch.setenv(
        "ECSPHYS_CACHE_DIR", value
    )
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    build(tmp_path / "first")
    build(tmp_path / "second")
    assert len(compiled) == 2
    assert not (tmp_path / "cache").exists()


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path, monkeypatch, compiled):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(emit, "cache_folder", lambda *_: tmp_path / "file" / "folder")
    build(tmp_path / "first")
    build(tmp_path / "second")
    assert len(compiled) == 2


def test_the_place_changes_with_sources_versions_settings_processor_and_entries(monkeypatch, compiled):
    def place(count: int | None = None) -> Path:
        return emit.kept_folder(ENTRIES[:count])

    usual = place()
    places = [usual, place(-1)]
    for name, value in {
        "version": lambda package: "0",
        "WIDE_FEATURES": "+avx512f",
    }.items():
        with monkeypatch.context() as m:
            m.setattr(emit, name, value)
            places.append(place())
    for name in ("get_process_triple", "get_host_cpu_name"):
        with monkeypatch.context() as m:
            m.setattr(emit.llvm, name, lambda: "another")
            places.append(place())
    with monkeypatch.context() as m:
        m.setenv("NUMBA_BOUNDSCHECK", "1" if "NUMBA_BOUNDSCHECK" not in emit.os.environ else "0")
        places.append(place())
    with monkeypatch.context() as m:
        m.setattr(sources, "_digest", lambda source: b"changed")
        places.append(place())
    assert len(set(places)) == len(places)
    assert place() == usual
