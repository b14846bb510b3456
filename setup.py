"""Build `ecsphys._native` and `_native3d`, the kernels compiled ahead of time; ship examples and demo game.

Everything else is in `pyproject.toml`.

numba compiles the kernels (`ecsphys/compile/aot/emit.py`), a C compiler the modules around them, and links
both. Without a C compiler, or with `ECSPHYS_NO_NATIVE=1`, the build prints a warning and goes on: ecsphys
then needs numba at run time to be fast.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
SOURCE = "ecsphys/compile/aot/native.c"
sys.path.append(str(ROOT / "packaging"))

from long_description import long_description  # noqa: E402

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
        missing = [ext for ext in self.extensions if not self._reuse(ext)]
        if not missing:
            return
        try:
            for ext in missing:  # without a C compiler kernels would be compiled in vain
                self.compiler.compile(
                    ext.sources, str(self._folder(ext)), ext.define_macros, ext.include_dirs
                )
        except Exception as error:
            self._left_out(f"{type(error).__name__}: {error}")
            return
        print("ecsphys: compiling the kernels, three minutes unless ECSPHYS_CACHE_DIR has them", flush=True)
        builds = {path: self._compile_kernels(ext, path) for ext in missing for path in self._kernels(ext)}
        codes = {path: build.wait() for path, build in builds.items()}
        for ext in missing:
            if any(codes[path] for path in self._kernels(ext)):
                self._left_out(f"numba could not compile the kernels of {ext.name}")
            else:
                self._link(ext)

    def _reuse(self, ext: Extension) -> bool:
        """Take the module beside the sources if it was built from them."""
        path = ROOT / self.get_ext_filename(ext.name)
        module = ext.name.rpartition(".")[2]
        check = f"from ecsphys.compile.backends import load_native; load_native({module!r})"
        if not path.exists() or self._start("-c", check, backend="python").wait() != 0:
            return False
        target = Path(self.get_ext_fullpath(ext.name))
        self.mkpath(str(target.parent))
        self.copy_file(str(path), str(target))
        print(f"ecsphys: native kernels are those of an earlier build: {ext.name}", flush=True)
        return True

    def _folder(self, ext: Extension) -> Path:
        """Return the folder for the object files of a module."""
        folder = Path(self.build_temp).absolute() / ext.name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _kernels(self, ext: Extension) -> list[Path]:
        """Return the object files of a module's kernels."""
        return [self._folder(ext) / "kernels.o", self._folder(ext) / "wide.o"]

    def _compile_kernels(self, ext: Extension, path: Path) -> "subprocess.Popen[bytes]":
        """Start to compile one of these files."""
        module = ext.name.rpartition(".")[2]
        return self._start("-m", "ecsphys.compile.aot.emit", module, str(path), backend="jit")

    def _link(self, ext: Extension) -> None:
        """Link the kernels of a module with the C code around them."""
        ext.extra_objects = [str(path) for path in self._kernels(ext)]
        self.force = True  # an older module beside the sources lacks the new object files
        try:
            super().build_extension(ext)
        except Exception as error:
            self._left_out(f"{type(error).__name__}: {error}")
        else:
            print(f"ecsphys: native kernels built: {ext.name}", flush=True)

    def _start(self, *arguments: str, backend: str) -> "subprocess.Popen[bytes]":
        """Start this Python with these sources and the packages of the build."""
        path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        environment = os.environ | {"ECSPHYS_BACKEND": backend, "PYTHONPATH": path}
        return subprocess.Popen([sys.executable, *arguments], env=environment, cwd=ROOT)

    def _left_out(self, why: str) -> None:
        print(
            f"ecsphys: WARNING: native kernels are left out ({why}). ecsphys will need numba at run time "
            'to be fast: pip install "ecsphys[jit]"',
            flush=True,
        )


SHOWN = {
    "long_description": long_description(os.environ),
    "long_description_content_type": "text/markdown",
}
if os.environ.get("ECSPHYS_NO_NATIVE") == "1":
    print("ecsphys: native kernels are left out (ECSPHYS_NO_NATIVE=1)", flush=True)
    setup(**SHOWN, cmdclass={"build_py": BuildModules})
else:
    setup(
        **SHOWN,
        ext_modules=[
            Extension("ecsphys._native", [SOURCE], optional=True),
            Extension("ecsphys._native3d", [SOURCE], define_macros=[("SPACE", None)], optional=True),
        ],
        cmdclass={"build_ext": BuildKernels, "build_py": BuildModules},
    )
