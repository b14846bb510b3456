"""What numba makes of kernels is kept for later builds and other processes, which would make the same."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

pytest.importorskip("numba")

import llvmlite.binding as llvm

from ecsphys.compile import ENTRIES, sources
from ecsphys.compile.aot import emit, parts, pipeline
from ecsphys.compile.warm_up import find_entries

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[2]
NAMES = ["world.body_range.find_beyond", "world.waking.wake_rows", "contacts.growth.list_contacts"]
LOWER = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
from tests.compile.test_parts import entries_of
from ecsphys.compile.aot.pipeline import make_parts
make_parts(entries_of(sys.argv[2:]), Path(sys.argv[1]))
"""


def entries_of(names):
    find_entries(with_space=False)
    entries = {entry.name: entry for entry in ENTRIES}
    return [entries[name] for name in names]


def lower(folder: Path, *names: str) -> dict[str, parts.Part]:
    """Lower entries in a process of its own; return the parts in the folder."""
    environment = os.environ | {"ECSPHYS_BACKEND": "python", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", LOWER, str(folder), *names], check=True, env=environment)
    return {path.name: pickle.loads(path.read_bytes()) for path in folder.iterdir()}


def forget():
    """Let this process forget which parts it has made."""
    parts._parts.clear()
    pipeline._dispatcher.cache_clear()


@pytest.fixture
def forgetful(monkeypatch):
    """Let a test begin and end without parts."""
    monkeypatch.setattr(parts, "_parts", {})
    forget()
    yield
    forget()


def test_all_processes_make_the_same_parts_in_any_order(tmp_path):
    first = lower(tmp_path / "first", *NAMES)
    second = lower(tmp_path / "second", *reversed(NAMES))
    assert len(first) > len(NAMES)
    assert first.keys() == second.keys()
    for name, part in first.items():
        assert part.bitcode == second[name].bitcode
        assert part.callees == second[name].callees
        assert part.described.llvm_func_name == second[name].described.llvm_func_name


def test_functions_of_numba_are_inlined_whoever_needs_them_first(tmp_path):
    """numba marks `max` if the first kernel that needs it is `inlined`: so costs hung on what was kept."""
    made = lower(tmp_path, "spatial.proxies.enlarge_falling")
    modules = [llvm.parse_bitcode(part.bitcode) for part in made.values()]
    functions = [function for module in modules for function in module.functions]
    of_numba = [each for each in functions if each.linkage.name == "internal" and not each.is_declaration]
    assert any("ol_max" in each.name for each in of_numba)
    assert all(b"alwaysinline" in b" ".join(each.attributes) for each in of_numba)


def test_parts_that_are_there_are_not_made_again_and_give_the_same_module(tmp_path, monkeypatch, forgetful):
    made = pipeline.lowered(entries_of(NAMES), tmp_path).as_bitcode()
    forget()
    monkeypatch.setattr(parts.PartCache, "save_overload", lambda *_: pytest.fail("a part is made again"))
    assert pipeline.lowered(entries_of(NAMES), tmp_path).as_bitcode() == made


def test_a_change_makes_what_can_reach_it_again_and_nothing_else(tmp_path, monkeypatch, forgetful):
    pipeline.make_parts(entries_of(NAMES), tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    forget()
    (changed,) = (entry.source for entry in entries_of(NAMES[:1]))
    digest_of = sources._digest
    monkeypatch.setattr(
        sources, "_digest", lambda source: b"changed" if source == changed else digest_of(source)
    )
    pipeline.make_parts(entries_of(NAMES), tmp_path)
    after = {path.name for path in tmp_path.iterdir()}
    assert before < after
    made = [parts.part(name).described for name in after - before]
    assert "find_beyond" in {described.qualname for described in made}
    assert {described.modname for described in made} == {"ecsphys.world.body_range"}


def test_a_damaged_file_is_made_again(tmp_path, forgetful):
    pipeline.make_parts(entries_of(NAMES), tmp_path)
    before = {path.name: pickle.loads(path.read_bytes()).bitcode for path in tmp_path.iterdir()}
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes()[:100])
    forget()
    pipeline.make_parts(entries_of(NAMES), tmp_path)
    assert {path.name: pickle.loads(path.read_bytes()).bitcode for path in tmp_path.iterdir()} == before


def test_a_part_that_calls_a_missing_one_is_made_again(tmp_path, forgetful):
    pipeline.make_parts(entries_of(NAMES[:1]), tmp_path)
    before = {path.name: pickle.loads(path.read_bytes()) for path in tmp_path.iterdir()}
    (missing, *_) = next(part.callees for part in before.values() if part.callees)
    (tmp_path / missing).unlink()
    forget()
    pipeline.lowered(entries_of(NAMES[:1]), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == before.keys()
    assert pickle.loads((tmp_path / missing).read_bytes()).bitcode == before[missing].bitcode


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path, forgetful):
    (tmp_path / "file").write_text("")
    module = pipeline.lowered(entries_of(NAMES), tmp_path / "file" / "folder")
    assert NAMES[0] in {function.name for function in module.functions}
    parts.remove_unused(tmp_path / "file" / "folder")


def test_files_that_no_build_has_used_for_long_are_removed(tmp_path, forgetful):
    pipeline.make_parts(entries_of(NAMES), tmp_path)
    (tmp_path / "of other sources").write_bytes(b"")
    long_ago = time.time() - 30 * 86400.0
    for path in tmp_path.iterdir():
        os.utime(path, (long_ago, long_ago))
    forget()
    pipeline.lowered(entries_of(NAMES), tmp_path)
    count = len(list(tmp_path.iterdir()))
    parts.remove_unused(tmp_path)
    assert len(list(tmp_path.iterdir())) == count - 1


def test_the_second_process_compiles_the_kernels_of_the_wide_file(tmp_path, monkeypatch, forgetful):
    entries = entries_of(NAMES)
    monkeypatch.setattr(emit, "_entries_of", lambda module: entries)
    monkeypatch.setattr(emit, "WIDE", NAMES[1:])
    kernels = pipeline.lowered(entries, tmp_path / "parts")
    alone, helped = tmp_path / "alone", tmp_path / "helped"
    for folder in (alone, helped):
        folder.mkdir()
    emit.write_kernels({emit.HOST: alone}, entries, kernels)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(kernels.as_bitcode())))
    emit.help_emit("_native", tmp_path / "parts", {emit.HOST: helped})
    assert [path.name for path in helped.iterdir()] == ["wide.o"]
    assert (helped / "wide.o").read_bytes() == (alone / "wide.o").read_bytes()


def test_a_second_process_that_ends_early_is_done_without(tmp_path, monkeypatch, forgetful):
    entries = entries_of(NAMES)
    monkeypatch.delenv("ECSPHYS_CACHE_DIR", raising=False)
    monkeypatch.setattr(emit, "_entries_of", lambda module: entries)
    monkeypatch.setattr(emit, "WIDE", NAMES[1:])
    alone, helped = tmp_path / "alone", tmp_path / "helped"
    for folder in (alone, helped):
        folder.mkdir()
    emit.emit("_native", alone)
    monkeypatch.setattr(emit.sys, "executable", "false")
    emit.emit("_native", helped, processes=2)
    for name in emit.FILES:
        assert (helped / name).read_bytes() == (alone / name).read_bytes()


def test_a_first_process_that_ends_early_ends_the_second(tmp_path, monkeypatch, forgetful):
    monkeypatch.setattr(emit, "_entries_of", lambda module: entries_of(NAMES))
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))
    with pytest.raises(SystemExit, match="first process has ended"):
        emit.help_emit("_native", tmp_path / "parts", {emit.HOST: tmp_path})
    assert not list(tmp_path.glob("*.o"))


def test_each_architecture_has_the_wide_kernels_that_it_has_alone(tmp_path, monkeypatch, forgetful):
    entries = entries_of(NAMES)
    monkeypatch.setattr(emit, "WIDE", NAMES[1:])
    kernels = pipeline.lowered(entries, tmp_path / "parts")
    triples = "aarch64-unknown-linux-gnu", "x86_64-unknown-linux-gnu"
    together = {triple: tmp_path / triple for triple in triples}
    for place in (*together.values(), tmp_path / "alone"):
        place.mkdir()
    emit.write_file("wide.o", together, entries, kernels)
    emit.write_file("wide.o", {triples[1]: tmp_path / "alone"}, entries, kernels)
    wide, narrow = (together[triple] / "wide.o" for triple in reversed(triples))
    assert wide.read_bytes() == (tmp_path / "alone" / "wide.o").read_bytes()
    assert len(wide.read_bytes()) > 2 * len(narrow.read_bytes()), "ARM has none"
