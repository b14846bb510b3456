"""The back end of the build finds a C compiler, or has one fetched, and says what hinders it."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from configparser import ConfigParser
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.tags import parse_tag

pytest.importorskip("setuptools")

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"


def load(name: str) -> ModuleType:
    """Import a file of `packaging/`, which is no package."""
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


backend, zig_cc = load("backend"), load("zig_cc")
posix = pytest.mark.skipif(sys.platform == "win32", reason="on Windows it is Microsoft's compiler or none")


@pytest.fixture
def without_compiler(monkeypatch):
    """A machine that lacks a C compiler only."""
    monkeypatch.delenv("ECSPHYS_NO_NATIVE", raising=False)
    monkeypatch.setattr(backend.sys, "platform", "linux")
    monkeypatch.setattr(backend, "find_spec", lambda name: name if name == "numba" else None)
    monkeypatch.setattr(backend, "lacks_headers", lambda: False)
    monkeypatch.setattr(backend, "compiler_works", lambda: False)
    monkeypatch.setattr(backend, "is_on_index", lambda package: True)


def test_without_a_compiler_one_is_asked_for(without_compiler, capsys):
    assert backend.c_compiler_needed() == ["ziglang"]
    assert "the package ziglang, a download of 100 MB" in capsys.readouterr().out


def test_with_a_compiler_none_is_asked_for(without_compiler, monkeypatch):
    monkeypatch.setattr(backend, "compiler_works", lambda: True)
    assert backend.c_compiler_needed() == []


def test_none_is_asked_for_where_it_would_not_help(without_compiler, monkeypatch, capsys):
    with monkeypatch.context() as m:
        m.setenv("ECSPHYS_NO_NATIVE", "1")
        assert backend.compilers_needed() == []
    with monkeypatch.context() as m:
        m.setenv("CC", "mine")
        m.setattr(backend, "find_spec", lambda name: None)  # numba compiles the kernels
        with backend.with_compiler():
            assert os.environ["CC"] == "mine"
    with monkeypatch.context() as m:
        m.setattr(backend.sys, "platform", "win32")
        assert backend.c_compiler_needed() == []
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("abi", "platform", "there"),
    [
        ("cp311", "manylinux_2_27_x86_64", True),
        ("cp315", "macosx_12_0_arm64", True),
        ("cp314t", "win_amd64", True),
        ("cp313", "win_arm64", True),
        ("cp311", "win_arm64", False),
        ("cp315", "win_arm64", False),
        ("cp313", "musllinux_1_2_x86_64", False),
        ("cp313t", "manylinux_2_27_x86_64", False),
        ("cp312", "manylinux_2_17_x86_64", False),
        ("cp312", "macosx_12_0_x86_64", False),
        ("pypy311_pp73", "manylinux_2_27_x86_64", False),
    ],
)
def test_numba_is_asked_for_where_it_has_a_wheel(without_compiler, monkeypatch, capsys, abi, platform, there):
    tags = [tag for oldest in (platform, "any") for tag in parse_tag(f"{abi[:5]}-{abi}-{oldest}")]
    monkeypatch.setattr("packaging.tags.sys_tags", lambda: tags)
    assert backend.compilers_needed() == ([backend.NUMBA, backend.IMPORTED, "ziglang"] if there else [])
    assert ("numba, which compiles the kernels, has no wheel" in capsys.readouterr().out) is not there


@pytest.mark.parametrize("hook", ["get_requires_for_build_wheel", "get_requires_for_build_editable"])
def test_what_a_build_needs_is_not_asked_for_before(monkeypatch, hook):
    monkeypatch.setattr(backend, "elsewhere", nullcontext)
    monkeypatch.setattr(backend.build_meta, hook, lambda settings: ["other"])
    monkeypatch.setattr(backend, "compilers_needed", lambda: [backend.NUMBA])
    assert getattr(backend, hook)() == ["other", backend.NUMBA]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "numba" not in str(project["build-system"]["requires"]), "pip would build it where it has no wheel"
    assert backend.NUMBA in project["project"]["optional-dependencies"]["wheels"]
    assert backend.IMPORTED in project["project"]["dependencies"]


def test_a_compiler_that_cannot_be_had_is_not_asked_for(without_compiler, monkeypatch, capsys):
    monkeypatch.setattr(backend, "is_on_index", lambda package: False)
    assert backend.c_compiler_needed() == []
    assert "pip does not find the package ziglang" in capsys.readouterr().out


def test_without_isolation_the_build_says_what_to_install(without_compiler, monkeypatch, capsys):
    monkeypatch.setenv("CC", "mine")
    with backend.with_compiler():
        assert os.environ["CC"] == "mine"
    assert "pip install ziglang" in capsys.readouterr().out


def test_setuptools_compiles_by_zig_where_nothing_else_works(without_compiler, monkeypatch):
    monkeypatch.setattr(backend, "find_spec", lambda name: name)
    for name in ("CC", "LDSHARED", "ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"):
        monkeypatch.setenv(name, "before")  # set back after the test
    with backend.with_compiler():
        assert os.environ["CC"].endswith("zig_cc.py")
        assert os.environ["LDSHARED"] == os.environ["CC"] + " -shared"
        cache = Path(os.environ["ZIG_GLOBAL_CACHE_DIR"])
    assert cache.parent == Path(backend.tempfile.gettempdir()), "not in the user's home"


@pytest.mark.parametrize(
    ("free_threaded", "flags"), [(0, f"-I{PACKAGING / 'headers'} -DMINE"), (1, "-DMINE")]
)
def test_a_compiler_without_pythons_headers_gets_a_stand_in(tmp_path, monkeypatch, free_threaded, flags):
    monkeypatch.setattr(backend.sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setattr(backend.sysconfig, "get_config_var", lambda name: free_threaded)
    monkeypatch.setattr(backend, "compiler_works", lambda: True)
    monkeypatch.setenv("CPPFLAGS", "-DMINE")
    with backend.with_compiler():
        assert os.environ["CPPFLAGS"] == flags


KERNEL = """
#include <Python.h>
static PyObject *same(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    Py_IncRef(arguments[0]);
    return arguments[0];
}
struct kernel { const char *name; void *call; };
const struct kernel ecsphys_kernels[] = {{"same", same}, {NULL, NULL}};
const struct kernel ecsphys_wide_kernels[] = {{NULL, NULL}};
const char ecsphys_digest[] = "1f", ecsphys_sources[] = "a\\nb";
"""


@posix
@pytest.mark.skipif(
    not shutil.which("cc") or sysconfig.get_config_var("Py_GIL_DISABLED"),
    reason="needs a C compiler, and a Python whose objects begin as in the stable ABI",
)
def test_the_stand_in_for_the_headers_makes_a_module(tmp_path):
    source, library = tmp_path / "kernel.c", tmp_path / "_native.so"
    source.write_text(KERNEL)
    native = ROOT / "ecsphys" / "compile" / "aot" / "native.c"
    options = ["-Wall", "-Werror", "-shared", "-fPIC", f"-I{PACKAGING / 'headers'}"]
    options += ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
    subprocess.run(["cc", *options, native, source, "-o", library], check=True)
    spec = importlib.util.spec_from_file_location("_native", library)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (module.kernels, module.digest, module.sources) == ({"same"}, "1f", "a\nb")
    assert module.bind("same", ())(thing := object()) is thing
    with pytest.raises(KeyError, match="no kernel other"):
        module.bind("other", ())


@posix
@pytest.mark.parametrize("compiler", ["/nowhere", "false", "true"])
def test_a_compiler_that_is_not_there_or_makes_nothing_does_not_work(monkeypatch, compiler):
    monkeypatch.setenv("CC", compiler)
    assert not backend.compiler_works()


@posix
@pytest.mark.skipif(not shutil.which("cc"), reason="without a C compiler")
def test_a_compiler_works(monkeypatch):
    monkeypatch.setenv("CC", "cc")
    assert backend.compiler_works()


def test_a_folder_that_cannot_be_written_is_named(monkeypatch):
    monkeypatch.setattr(backend.os, "access", lambda path, mode: False)
    for hook in (backend.get_requires_for_build_editable, backend.build_editable):
        with pytest.raises(SystemExit, match="ecsphys cannot be written, as -e needs: install without -e"):
            hook("folder")


def test_an_old_setuptools_is_named(monkeypatch):
    monkeypatch.setattr(backend.setuptools, "__version__", "65.5.0")
    with pytest.raises(SystemExit, match=r"65\.5\.0 is too old .*: pip install -U setuptools"):
        backend.build_wheel("folder")
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert f"setuptools>={backend.OLDEST_SETUPTOOLS}" in requires


def test_each_build_has_a_folder_of_its_own(monkeypatch):
    monkeypatch.setattr(backend.setuptools, "__version__", "77.0")
    monkeypatch.setenv("DIST_EXTRA_CONFIG", "")  # set back after the test
    folders = []
    for _ in range(2):
        with backend.elsewhere():
            config = ConfigParser()
            config.read(os.environ["DIST_EXTRA_CONFIG"])
            folders.append(config["build"]["build_base"])
            assert config["egg_info"]["egg_base"] == folders[-1] and Path(folders[-1]).is_dir()
        assert not Path(folders[-1]).exists()
    assert folders[0] != folders[1]


def test_zig_gets_what_matters_of_what_setuptools_gives():
    usual = [
        "-fno-semantic-interposition",
        "-flto",
        "-specs=/usr/lib/rpm/redhat/redhat-hardened-cc1",
        "-Wall",
        "-g",
    ]
    files = ["-DSPACE", "-I/usr/include/python3.14", "-c", "native.c", "-o", "native.o"]
    compiled = zig_cc.zig_arguments([*usual, "-arch", "arm64", "-isysroot", "/sdk", *files])
    assert compiled == [*zig_cc.COMPILE, *files]
    linked = ["native.o", "kernels.o", "-o", "_native.so"]
    given = ["-shared", "-Wl,-z,relro", "-L/usr/lib", *linked]
    assert zig_cc.zig_arguments(given, "linux") == [*zig_cc.LINK_ELF, *linked]
    given = ["-bundle", "-undefined", "dynamic_lookup", *linked]
    assert zig_cc.zig_arguments(given, "darwin") == [*zig_cc.LINK_MACOS, *linked]


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64" or not shutil.which("cc"),
    reason="Linux lists what the processor can do, a C compiler makes the program",
)
def test_the_processor_is_asked_for_wide_registers(tmp_path):
    source, program = tmp_path / "ask.c", tmp_path / "ask"
    source.write_text('int main(void) { return __builtin_cpu_supports("avx2") ? 42 : 43; }\n')
    subprocess.run(["cc", "-include", PACKAGING / "processor.h", source, "-o", program], check=True)
    flags = next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags"))
    assert subprocess.run([program]).returncode == (42 if "avx2" in flags.split() else 43)


@pytest.mark.parametrize(
    ("system", "machine", "versions"),
    [
        ("win32", "AMD64", ["3.11", "3.12", "3.13", "3.14", "3.15"]),
        ("win32", "ARM64", ["3.12", "3.13", "3.14"]),
        ("darwin", "x86_64", ["3.11", "3.12", "3.13"]),
        ("darwin", "arm64", []),
        ("linux", "x86_64", []),
    ],
)
@pytest.mark.parametrize("extra", ["demo", "lab"])
def test_game_and_lab_bring_numba_where_a_build_may_lack_kernels(extra, system, machine, versions):
    lines = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][extra]
    numba = [Requirement(line).marker for line in lines if line.startswith("ecsphys[jit]")]
    place = {"sys_platform": system, "platform_machine": machine}
    all_versions = ["3.11", "3.12", "3.13", "3.14", "3.15"]
    got = [v for v in all_versions if any(m.evaluate(place | {"python_version": v}) for m in numba)]
    assert got == versions


def test_game_and_lab_take_the_arcade_that_python_has():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    demo, lab = ([line for line in extras[name] if line.startswith("arcade")] for name in ("demo", "lab"))
    assert demo == lab
    assert len(demo) == 2
