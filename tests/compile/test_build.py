"""Native kernels of a copy of the repository: whole or not there, built once whoever asks, and when not."""

from __future__ import annotations

import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ecsphys.compile import backends, build, modules
from ecsphys.compile.build import BuildFailed

ROOT = Path(__file__).parents[2]
MODULES = sorted(path for path in (ROOT / "ecsphys").glob("_native*") if path.suffix in (".so", ".pyd"))
PIP = """if True:  # in place of pip: notes that it runs, and puts into the wheel what is in a folder
    import os, pathlib, sys, time, zipfile
    here = pathlib.Path(__file__).parent
    with (here / "runs").open("a") as runs:
        print(os.getpid(), file=runs)
    print("  ecsphys: said by setup.py")
    print("said by pip", flush=True)
    time.sleep(float((here / "seconds").read_text()))
    if (here / "modules").exists():
        with zipfile.ZipFile("ecsphys-0-any.whl", "w") as wheel:
            for module in (here / "modules").iterdir():
                wheel.write(module, f"ecsphys/{module.name}")
"""
EDITABLE = """if True:  # as setuptools' finder where another copy of the repository is installed as editable
    import sys
    from importlib.machinery import PathFinder
    class Finder:
        def find_spec(name, path=None, target=None):
            return PathFinder.find_spec(name, [FOLDER]) if name.startswith("ecsphys.") else None
    sys.meta_path.append(Finder)
"""
IMPORT = """if True:
    import ecsphys, ecsphys.space3d
    from ecsphys.compile.backends import native_of
    print(ecsphys.backend, getattr(native_of("_native3d"), "__file__", None))
"""


class Checkout:
    """A copy of the package with `_native`, without `_native3d`, and a stand-in for pip."""

    def __init__(self, folder: Path):
        self.root, self.pip, self.cache, self.temp = (
            folder / name for name in ("clone", "pip", "cache", "temp")
        )
        shutil.copytree(ROOT / "ecsphys", self.root / "ecsphys")
        for name in ("setup.py", "pyproject.toml"):
            (self.root / name).write_text("")
        for path in (self.cache, self.temp, self.pip / "pip" / "modules"):
            path.mkdir(parents=True)
        for path in MODULES:
            shutil.copy(path, self.pip / "pip" / "modules")
        (self.pip / "pip" / "__init__.py").write_text("")
        (self.pip / "pip" / "__main__.py").write_text(PIP)
        (self.pip / "pip" / "seconds").write_text("0")
        (self.pip / "sitecustomize.py").write_text(EDITABLE.replace("FOLDER", repr(str(ROOT / "ecsphys"))))
        self.space = next(self.root.glob("ecsphys/_native3d*"))
        self.space.unlink()

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        own = {k: v for k, v in os.environ.items() if not k.startswith(("ECSPHYS_", "NUMBA_"))}
        path = os.pathsep.join(map(str, (self.root, self.pip)))
        own |= {"PYTHONPATH": path, "ECSPHYS_CACHE_DIR": str(self.cache)}
        own |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(self.temp))
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.temp.parent,
            env=own | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, **environment: str) -> SimpleNamespace:
        process = self.start(*arguments, **environment)
        out, told = process.communicate()
        return SimpleNamespace(out=out.strip(), told=told, code=process.returncode)

    def runs(self) -> int:
        """How often pip ran."""
        noted = self.pip / "pip" / "runs"
        return len(noted.read_text().split()) if noted.exists() else 0

    def files(self) -> set[Path]:
        """All files but those of the stand-in and Python's own."""
        found = {path for folder in (self.root, self.cache, self.temp) for path in folder.rglob("*")}
        return {path for path in found if path.is_file() and "__pycache__" not in path.parts}


on_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems load no module that is cut short"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    if len(MODULES) != 2 or backends.native_of("_native3d") is None:
        pytest.skip("native kernels are not built here")
    return Checkout(tmp_path)


@pytest.mark.long
def test_the_first_import_of_space_builds_its_kernels_and_says_so(checkout: Checkout) -> None:
    first = checkout.run("-c", IMPORT)
    assert first.out == f"native {checkout.space}", first.told
    assert "ecsphys: compiling the kernels of ecsphys.space3d, once, " in first.told
    assert "ecsphys: said by setup.py" in first.told and "said by pip" not in first.told
    again = checkout.run("-c", IMPORT)
    assert (again.out, again.told, checkout.runs()) == (first.out, "", 1)
    assert not list(checkout.temp.iterdir())


@pytest.mark.long
def test_processes_that_import_it_at_once_build_it_once(checkout: Checkout) -> None:
    (checkout.pip / "pip" / "seconds").write_text("2")
    processes = [checkout.start("-c", IMPORT) for _ in range(3)]
    told = [process.communicate() for process in processes]
    assert [out.strip() for out, _ in told] == [f"native {checkout.space}"] * 3
    assert checkout.runs() == 1
    assert sum("waiting for another process" in text for _, text in told) == 2


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_leaves_nothing_and_no_lock(checkout: Checkout) -> None:
    (checkout.pip / "pip" / "seconds").write_text("60")
    before = checkout.files()
    process = checkout.start("-c", IMPORT)
    while not checkout.runs() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate()[1]
    with pytest.raises(ProcessLookupError):
        os.kill(int((checkout.pip / "pip" / "runs").read_text()), 0)
    assert {path.name for path in checkout.files() - before} == {"lock"}
    (checkout.pip / "pip" / "seconds").write_text("0")
    assert checkout.run("-c", IMPORT).out == f"native {checkout.space}"


@pytest.mark.long
def test_what_failed_is_tried_again_by_the_command_only(checkout: Checkout) -> None:
    shutil.move(checkout.pip / "pip" / "modules", checkout.pip / "kept")
    failed = checkout.run("-c", IMPORT)
    assert failed.out == "native None"
    assert "ecsphys: pip could not build it:" in failed.told and "said by pip" in failed.told
    assert f"then {modules.COMMAND}" in failed.told
    again = checkout.run("-c", IMPORT)
    assert (again.out, again.told.count("\n"), checkout.runs()) == ("native None", 1, 1)
    assert f"{modules.COMMAND} tries again" in again.told
    command = checkout.run("-m", "ecsphys", "build")
    assert command.code == 1 and "ecsphys: pip could not build it:" in command.told and checkout.runs() == 2
    shutil.move(checkout.pip / "kept", checkout.pip / "pip" / "modules")
    assert checkout.run("-m", "ecsphys", "build").code == 0
    assert checkout.run("-c", IMPORT).out == f"native {checkout.space}"
    assert "all kernels are compiled" in checkout.run("-m", "ecsphys", "build").told and checkout.runs() == 3


@pytest.mark.long
def test_nothing_is_built_where_that_is_not_wanted(checkout: Checkout) -> None:
    assert checkout.run("-c", IMPORT, ECSPHYS_NO_NATIVE="1").out == "native None"
    assert checkout.run("-m", "ecsphys", "build", ECSPHYS_NO_NATIVE="1").code == 1
    for backend in ("python", "jit") if backends.can_compile else ("python",):
        assert checkout.run("-c", IMPORT, ECSPHYS_BACKEND=backend).out == f"{backend} None"
    (checkout.root / "setup.py").unlink()  # an installed package
    assert checkout.run("-c", IMPORT).out == "native None"
    assert "nothing to build from" in checkout.run("-m", "ecsphys", "build").told
    assert checkout.runs() == 0


@pytest.mark.long
def test_without_numba_a_warning_names_the_command(checkout: Checkout) -> None:
    (checkout.root / "setup.py").unlink()
    hide = 'import sys; sys.modules["numba"] = None; import importlib.util as u; f = u.find_spec\n'
    hide += 'u.find_spec = lambda name, *package: None if name == "numba" else f(name, *package)\n'
    told = checkout.run("-c", f"{hide}exec({IMPORT!r})").told
    assert told.count("RuntimeWarning") == 1 and f"{modules.COMMAND} compiles them" in told


@pytest.mark.long
def test_modules_of_a_folder_that_cannot_be_written_are_kept_elsewhere(checkout: Checkout) -> None:
    where = "from ecsphys.compile.modules import kept_module; print(kept_module('_native3d'))"
    kept = Path(checkout.run("-c", where).out)
    kept.parent.mkdir()
    shutil.copy(checkout.pip / "pip" / "modules" / checkout.space.name, kept)
    assert kept.is_relative_to(checkout.cache)
    assert checkout.run("-c", IMPORT).out == f"native {kept}"


@pytest.mark.long
@on_linux
def test_a_module_that_was_cut_short_is_built_anew(checkout: Checkout) -> None:
    checkout.run("-c", IMPORT)
    whole = checkout.space.read_bytes()
    checkout.space.write_bytes(whole[: len(whole) // 2])
    assert checkout.run("-c", IMPORT).out == f"native {checkout.space}"
    assert checkout.space.read_bytes() == whole


@on_linux
@pytest.mark.skipif(not MODULES, reason="native kernels are not built here")
def test_a_module_that_was_cut_short_is_not_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(modules, "PACKAGE", tmp_path)
    module, content = tmp_path / MODULES[0].name, MODULES[0].read_bytes()
    for length in (0, 63, 64, len(content) // 2, len(content) - 1):
        module.write_bytes(content[:length])
        with pytest.raises(ImportError, match=r"damaged: .* was cut short; install ecsphys again"):
            modules.load_native.__wrapped__("_native")
    module.write_bytes(content)
    assert all(map(modules.is_whole, modules.specs("_native")))


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Put a module into the folder `package`; what cannot be put there goes to the folder `kept`."""
    monkeypatch.setattr(build, "PACKAGE", tmp_path / "package")
    monkeypatch.setattr(build, "kept_module", lambda module: tmp_path / "kept" / f"{module}.so")
    return lambda content: build._put(content, "_native3d.so")


def test_a_module_is_replaced_whole(tmp_path: Path, put: Callable[[bytes], None]) -> None:
    (tmp_path / "package").mkdir()
    put(b"old")
    with (tmp_path / "package" / "_native3d.so").open("rb") as used:
        put(b"new")
        assert used.read() == b"old"
    assert [path.read_bytes() for path in (tmp_path / "package").iterdir()] == [b"new"]


def test_a_module_goes_where_it_can_be_written(tmp_path: Path, put: Callable[[bytes], None]) -> None:
    (tmp_path / "package").write_text("no folder")
    with pytest.raises(BuildFailed, match="no folder for the compiled kernels can be written"):
        put(b"new")
    (tmp_path / "kept").mkdir()
    put(b"new")
    assert [path.read_bytes() for path in (tmp_path / "kept").iterdir()] == [b"new"]


def test_without_pip_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    with pytest.raises(BuildFailed, match="python -m ensurepip"):
        build._build()


def test_where_nothing_can_be_locked_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(build, "kept_module", lambda module: tmp_path / "file" / "folder" / module)
    with pytest.raises(BuildFailed, match="ECSPHYS_CACHE_DIR must name a folder"), build._alone():
        pass


@pytest.fixture
def setup_py(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """Run `setup.py` in a folder without building; returns its command `build_ext`."""
    setuptools = pytest.importorskip("setuptools")
    given: dict[str, Any] = {}
    monkeypatch.setattr(setuptools, "setup", lambda **arguments: given.update(arguments))
    monkeypatch.setattr(sys, "path", [*sys.path])
    names = runpy.run_path(str(ROOT / "setup.py"))
    kind = names["BuildKernels"]
    monkeypatch.setitem(kind.build_extensions.__globals__, "ROOT", tmp_path)

    def command(editable: bool = False) -> Any:
        made = kind(setuptools.Distribution({"ext_modules": given["ext_modules"]}))
        made.build_lib, made.build_temp = str(tmp_path / "lib"), str(tmp_path / "temp")
        made.editable_mode = editable
        made.ensure_finalized()
        made.compiler = SimpleNamespace(compile=lambda *arguments: [])
        return made

    return command


@pytest.mark.parametrize(
    "editable, wanted, built",
    [(True, "0", ["_native"]), (True, "1", ["_native", "_native3d"]), (False, "0", ["_native", "_native3d"])],
)
def test_an_editable_install_leaves_space_to_its_first_import(
    setup_py: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    editable: bool,
    wanted: str,
    built: list[str],
) -> None:
    command, compiled = setup_py(editable), []
    old = tmp_path / command.get_ext_filename("ecsphys._native3d")
    old.parent.mkdir()
    old.write_text("out of date")
    monkeypatch.setenv("ECSPHYS_SPACE", wanted)
    monkeypatch.setattr(command, "_reuse", lambda ext: False)
    monkeypatch.setattr(command, "_build", lambda missing, folder: compiled.extend(missing))
    command.build_extensions()
    assert [ext.name for ext in compiled] == [f"ecsphys.{name}" for name in built]
    assert old.exists() is ("_native3d" in built)
    assert not list((tmp_path / "temp").iterdir())


def test_an_install_copies_modules_whole(setup_py: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "new").write_bytes(b"new")
    (tmp_path / "there").write_bytes(b"old")
    with (tmp_path / "there").open("rb") as used:
        setup_py().copy_file(str(tmp_path / "new"), str(tmp_path / "there"), level=1)
        assert used.read() == b"old"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"new": b"new", "there": b"new"}


def test_a_compiler_or_linker_that_fails_leaves_the_kernels_out(
    setup_py: Callable[..., Any], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = setup_py()

    def fail(*arguments: object) -> None:
        raise OSError("no such compiler")

    old = tmp_path / "lib" / command.get_ext_filename("ecsphys._native")
    old.parent.mkdir(parents=True)
    old.write_text("of an earlier build")
    command.compiler.compile = fail
    command._build(command.extensions, tmp_path)
    assert "native kernels are left out (the C compiler failed: no such compiler)" in capsys.readouterr().out
    command._link(command.extensions[0], tmp_path)
    assert "native kernels are left out (the linker failed: " in capsys.readouterr().out
    assert not list(old.parent.iterdir())


def test_numba_that_fails_leaves_the_kernels_out(
    setup_py: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    command, linked = setup_py(), []
    failing, working = (f"raise SystemExit({code})" for code in (1, 0))

    def start(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", failing if "_native" in arguments else working])

    monkeypatch.setattr(command, "_start", start)
    monkeypatch.setattr(command, "_link", lambda ext, folder: linked.append(ext.name))
    command._build(command.extensions, tmp_path)
    said = capsys.readouterr().out
    assert "native kernels are left out (numba could not compile the kernels of ecsphys._native)" in said
    assert 'numba compile them at run time: pip install "ecsphys[jit]"' in said
    assert linked == ["ecsphys._native3d"]
    monkeypatch.setitem(command._build.__globals__, "find_spec", lambda name: None)
    command._build(command.extensions, tmp_path)
    assert "native kernels are left out (numba is missing" in capsys.readouterr().out


def test_builds_in_a_clone_keep_what_they_compile(
    setup_py: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command, given = setup_py(), []
    monkeypatch.setattr(command, "_start", lambda *_, environment: given.append(environment))
    monkeypatch.setitem(command._build.__globals__, "cache_root", lambda: tmp_path / "cache")
    monkeypatch.delenv("ECSPHYS_CACHE_DIR", raising=False)
    compile_kernels = partial(command._compile_kernels, command.extensions[0], tmp_path, 1)
    compile_kernels()
    (tmp_path / ".git").touch()
    compile_kernels()
    monkeypatch.setenv("ECSPHYS_CACHE_DIR", "elsewhere")
    compile_kernels()
    usual, in_clone, wished = given
    assert usual == wished == {"ECSPHYS_BACKEND": "jit"}
    assert in_clone == {**usual, "ECSPHYS_CACHE_DIR": str(tmp_path / "cache" / "builds")}


def test_what_builds_keep_has_a_limit(setup_py: Callable[..., Any], tmp_path: Path) -> None:
    trim = setup_py()._build.__globals__["trim"]
    for age, name in enumerate(("new", "used", "old", "small")):
        path = tmp_path / name / "kernels.o"
        path.parent.mkdir()
        path.write_bytes(b"x" * (1 if name == "small" else 10))
        os.utime(path, (1e9 - age, 1e9 - age))
    for most, left in ((31, 4), (30, 3), (29, 2), (0, 0)):
        trim(tmp_path, most)
        assert len(list(tmp_path.rglob("*.o"))) == left
    trim(tmp_path / "missing", 0)


def test_a_pip_that_is_too_old_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("setuptools")
    monkeypatch.setattr(sys, "argv", ["setup.py", "develop", "--no-deps"])
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SystemExit, match="too old for -e; python -m pip install -U pip, then install again"):
        runpy.run_path(str(ROOT / "setup.py"))


def test_where_modules_are_kept_depends_on_the_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    here = modules.kept_module("_native3d")
    monkeypatch.setattr(modules, "PACKAGE", Path("elsewhere"))
    assert modules.kept_module("_native3d") not in (here, modules.kept_module("_native"))
