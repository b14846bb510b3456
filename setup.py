"""Build `ecsphys._native`, the kernels compiled ahead of time; everything else is in `pyproject.toml`.

numba compiles the kernels (`ecsphys/compile/aot/emit.py`), a C compiler the module around them, and links
both. Without a C compiler, or with `ECSPHYS_NO_NATIVE=1`, the build prints a warning and goes on: ecsphys
then needs numba at run time to be fast.
"""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent


class BuildKernels(build_ext):
    """Compile the kernels where numba and a C compiler are available."""

    def build_extension(self, ext: Extension) -> None:
        """Reuse an earlier build of the same sources; try the C compiler before compiling the kernels."""
        path = ROOT / self.get_ext_filename(ext.name)
        if path.exists() and self._python("-c", "import ecsphys", backend="native") == 0:
            target = Path(self.get_ext_fullpath(ext.name))
            self.mkpath(str(target.parent))
            self.copy_file(str(path), str(target))
            print("ecsphys: native kernels are those of an earlier build", flush=True)
            return
        try:
            self.compiler.compile(ext.sources, output_dir=self.build_temp, include_dirs=ext.include_dirs)
            ext.extra_objects = [str(path) for path in self._kernels()]
            self.force = True  # an older module beside the sources lacks the new object files
            super().build_extension(ext)
        except Exception as error:
            self._left_out(f"{type(error).__name__}: {error}")
        else:
            print("ecsphys: native kernels built", flush=True)

    def _kernels(self) -> list[Path]:
        folder = Path(self.build_temp).absolute()
        print("ecsphys: compiling the kernels, about two minutes", flush=True)
        files = [folder / "kernels.o", folder / "wide.o"]  # at the same time: half the work each
        builds = [self._start("-m", "ecsphys.compile.aot.emit", str(file), backend="jit") for file in files]
        codes = [build.wait() for build in builds]
        if any(codes):
            raise RuntimeError("numba could not compile the kernels")
        return files

    def _python(self, *arguments: str, backend: str) -> int:
        """Run this Python as `_start` does; returns the exit code."""
        return self._start(*arguments, backend=backend).wait()

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


if os.environ.get("ECSPHYS_NO_NATIVE") == "1":
    print("ecsphys: native kernels are left out (ECSPHYS_NO_NATIVE=1)", flush=True)
    setup()
else:
    setup(
        ext_modules=[Extension("ecsphys._native", ["ecsphys/compile/aot/native.c"], optional=True)],
        cmdclass={"build_ext": BuildKernels},
    )
