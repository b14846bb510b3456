"""Build `ecsphys._native` and `_native3d`, the kernels compiled ahead of time; ship examples and demo game.

Everything else is in `pyproject.toml`.

numba compiles the kernels (`ecsphys/compile/aot/emit.py`), a C compiler the modules around them, and links
both. An editable installation gets `_native` alone: `_native3d` is built when space is first imported, or by
`python -m ecsphys build`. With `ECSPHYS_SPACE=1` it gets both, compiled side by side. Without a C compiler,
or with `ECSPHYS_NO_NATIVE=1`, the build prints a warning and goes on: ecsphys then needs numba at run time to
be fast.
"""

import os
import runpy
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
SOURCE = "ecsphys/compile/aot/native.c"
SPACE = "ecsphys._native3d"
sys.path.append(str(ROOT / "packaging"))

from long_description import long_description, project_urls  # noqa: E402

cache_root = runpy.run_path(str(ROOT / "ecsphys/compile/sources.py"))["cache_root"]  # numba is not needed yet
KEPT = 200_000_000  # bytes, of some builds: one has 60 MB
SHIPPED = ("examples", "demo_game")  # `ecsphys/shipped.py` finds them, here beside the package


class BuildModules(build_py):
    """Put the examples and the demo game inside the package: their names could be anybody's."""

    def run(self) -> None:
        """Copy the modules, then these folders; an editable installation uses those of the clone."""
        super().run()
        if self.editable_mode:
            return
        for name in SHIPPED:
            target = Path(self.build_lib, "ecsphys", f"_{name}")
            shutil.rmtree(target, ignore_errors=True)  # of an earlier build
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__", "*.py[cod]"))


class BuildKernels(build_ext):
    """Compile the kernels where numba and a C compiler are available."""

    def build_extensions(self) -> None:
        """Compile the kernels of all modules at the same time, then link them."""
        missing = [ext for ext in self.extensions if not self._reuse(ext) and not self._later(ext)]
        if not missing:
            return
        Path(self.build_temp).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.build_temp) as folder:  # another build has its own
            self._build(missing, Path(folder).absolute())

    def _later(self, ext: Extension) -> bool:
        """Leave a module to the first import of what needs it; one that is out of date would prevent that."""
        if not self.editable_mode or ext.name != SPACE or os.environ.get("ECSPHYS_SPACE") == "1":
            return False
        (ROOT / self.get_ext_filename(ext.name)).unlink(missing_ok=True)
        print("ecsphys: the kernels of space are compiled at the first import of ecsphys.space3d", flush=True)
        return True

    def _build(self, missing: list[Extension], folder: Path) -> None:
        """Compile in a folder."""
        if find_spec("numba") is None:
            self._left_out("numba is missing: it has no wheel for this Python, or was not installed")
            return
        try:
            for ext in missing:  # without a C compiler kernels would be compiled in vain
                Path(self.get_ext_fullpath(ext.name)).unlink(missing_ok=True)  # of an earlier build
                (folder / ext.name).mkdir()
                self.compiler.compile(
                    ext.sources, str(folder / ext.name), ext.define_macros, ext.include_dirs
                )
        except Exception as error:
            self._left_out(f"the C compiler failed: {error}")
            return
        names = " and ".join(ext.name for ext in missing)
        print(f"ecsphys: compiling the kernels of {names}, one to two minutes", flush=True)
        processes = (os.cpu_count() or 1) // len(missing)  # two modules keep two processors busy
        builds = [(ext, self._compile_kernels(ext, folder / ext.name, processes)) for ext in missing]
        for ext, build in builds:
            if build.wait() != 0:
                self._left_out(f"numba could not compile the kernels of {ext.name}")
            else:
                self._link(ext, folder / ext.name)
        for kept in keeping().values():
            trim(Path(kept), KEPT)

    def _reuse(self, ext: Extension) -> bool:
        """Take the module of an earlier build if it was built from these sources."""
        module = ext.name.rpartition(".")[2]
        find = f"from ecsphys.compile.modules import load_native; print(load_native({module!r}).__file__)"
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        search = self._start("-c", find, environment={"ECSPHYS_BACKEND": "python"}, **pipes)
        found = search.communicate()[0].strip()
        if search.returncode != 0:
            return False
        self._put(found, ext)
        print(f"ecsphys: native kernels are those of an earlier build: {ext.name}", flush=True)
        return True

    def _put(self, path: str, ext: Extension) -> None:
        """Copy a module to where the build wants it."""
        target = Path(self.get_ext_fullpath(ext.name))
        self.mkpath(str(target.parent))
        self.copy_file(path, str(target))

    def copy_file(self, infile: str, outfile: str, *args: Any, **options: Any) -> tuple[str, bool]:
        """Copy a module whole, also to beside the sources: programs may be using or importing the old one."""
        part = f"{outfile}.{os.getpid()}"
        try:
            super().copy_file(infile, part, *args, **options)
            os.replace(part, outfile)
        finally:
            Path(part).unlink(missing_ok=True)
        return outfile, True

    def _compile_kernels(self, ext: Extension, folder: Path, processes: int) -> "subprocess.Popen[Any]":
        """Start to compile the object files of a module's kernels into a folder."""
        module = ext.name.rpartition(".")[2]
        emit = "-m", "ecsphys.compile.aot.emit", module, str(folder), "--processes", str(processes)
        return self._start(*emit, environment={"ECSPHYS_BACKEND": "jit", **keeping()})

    def _link(self, ext: Extension, folder: Path) -> None:
        """Link the kernels of a module with the C code around them.

        Symbols stay, 0.3 of 2 MB: profilers and the ledger (`benchmarks/callgrind.py`) name kernels by them.
        Wheels of a release have none, see `packaging/wheels.py`.
        """
        ext.extra_objects = [str(folder / name) for name in ("kernels.o", "wide.o")]
        self.force = True  # an older module in the build folder lacks the new object files
        own = self.build_lib, self.build_temp
        self.build_lib = self.build_temp = str(folder)
        try:
            super().build_extension(ext)
            built = self.get_ext_fullpath(ext.name)
        except Exception as error:
            self._left_out(f"the linker failed: {error}")
            return
        finally:
            self.build_lib, self.build_temp = own
        self._put(built, ext)
        print(f"ecsphys: native kernels built: {ext.name}", flush=True)

    def _start(self, *arguments: str, environment: dict[str, str], **options: Any) -> "subprocess.Popen[Any]":
        """Start this Python with these sources and the packages of the build."""
        path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        own = os.environ | {"PYTHONPATH": path} | environment
        return subprocess.Popen([sys.executable, *arguments], env=own, cwd=ROOT, **options)

    def _left_out(self, why: str) -> None:
        print(
            f"ecsphys: WARNING: native kernels are left out ({why}). Mend that and install again, or let "
            'numba compile them at run time: pip install "ecsphys[jit]"',
            flush=True,
        )


def keeping() -> dict[str, str]:
    """Have a build in a clone, whose sources will change, keep what it compiles for the next one.

    It does so in the cache of the user, which all clones share, unless the user has named another folder.
    """
    if os.environ.get("ECSPHYS_CACHE_DIR") or not (ROOT / ".git").exists():
        return {}
    return {"ECSPHYS_CACHE_DIR": str(cache_root() / "builds")}


def trim(folder: Path, most: int) -> None:
    """Remove the files of a folder that were not used for longest, until it has at most so many bytes."""
    with suppress(OSError):  # another build removes them, too; the next one goes on
        files = {path: path.stat() for path in folder.rglob("*") if path.is_file()}
        for path in sorted(files, key=lambda path: files[path].st_mtime, reverse=True):
            most -= files[path].st_size
            if most < 0:
                path.unlink(missing_ok=True)


if "develop" in sys.argv:  # so pip made editable installs before 21.3
    sys.exit("ecsphys: this pip is too old for -e; python -m pip install -U pip, then install again")
SHOWN = {
    "long_description": long_description(os.environ),
    "long_description_content_type": "text/markdown",
    "project_urls": project_urls(os.environ),
}
if os.environ.get("ECSPHYS_NO_NATIVE") == "1":
    print("ecsphys: native kernels are left out (ECSPHYS_NO_NATIVE=1)", flush=True)
    setup(**SHOWN, cmdclass={"build_py": BuildModules})
else:
    setup(
        **SHOWN,
        ext_modules=[
            Extension("ecsphys._native", [SOURCE], optional=True),
            Extension(SPACE, [SOURCE], define_macros=[("SPACE", None)], optional=True),
        ],
        cmdclass={"build_ext": BuildKernels, "build_py": BuildModules},
    )
