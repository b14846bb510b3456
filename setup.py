"""Builds `ecsphys._native`, the kernels compiled ahead of time; all else is in `pyproject.toml`.

Machine code comes from numba (`ecsphys/ahead.py`), a C compiler makes the module around it and links both.
Without one, or with `ECSPHYS_NO_NATIVE=1`, the build says so and goes on: ecsphys then needs numba at run
time to be fast.
"""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent


class BuildKernels(build_ext):
    """Compile the kernels, if that can be done here."""

    def build_extension(self, ext: Extension) -> None:
        """Try the C compiler first: the kernels take half a minute."""
        try:
            self.compiler.compile(ext.sources, output_dir=self.build_temp, include_dirs=ext.include_dirs)
            ext.extra_objects = [str(self._kernels())]
            super().build_extension(ext)
        except Exception as error:
            self._left_out(f"{type(error).__name__}: {error}")
        else:
            print("ecsphys: native kernels built", flush=True)

    def _kernels(self) -> Path:
        path = Path(self.build_temp).absolute() / "kernels.o"
        environment = os.environ | {
            "ECSPHYS_BACKEND": "jit",
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]),
        }
        print("ecsphys: compiling the kernels, about half a minute", flush=True)
        subprocess.run([sys.executable, "-m", "ecsphys.ahead", path], check=True, env=environment, cwd=ROOT)
        return path

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
        ext_modules=[Extension("ecsphys._native", ["ecsphys/_jit/native.c"], optional=True)],
        cmdclass={"build_ext": BuildKernels},
    )
