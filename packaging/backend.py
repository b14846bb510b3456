"""The back end of the build: setuptools, numba where it has a wheel, and a C compiler where there is none.

pip asks what a build needs. numba compiles the kernels; where no C compiler works the package `ziglang` is
needed, too, and the build then compiles by `zig_cc.py`. What cannot be had leaves the kernels out, see
`setup.py`.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import setuptools
from setuptools import build_meta

ROOT = Path(__file__).resolve().parents[1]
OLDEST_SETUPTOOLS = 77  # as in pyproject.toml
# Its private parts compile the kernels ahead of time, so it is pinned to the minor version that was tested.
NUMBA = "numba>=0.68,<0.69"
IMPORTED = "esper>=3.9"  # by the sources of the kernels; numpy, too, which numba brings
# Its wheels, by ABI and platform. Elsewhere pip would try to build it, and LLVM. Not asked of pip, for the
# options of the pip that runs the build, as --find-links, do not reach a pip that is started here.
NUMBA_WHEELS = {
    *product(
        ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315"),
        ("manylinux_2_27_x86_64", "manylinux_2_27_aarch64", "macosx_12_0_arm64", "win_amd64"),
    ),
    *product(("cp312", "cp313", "cp314"), ("win_arm64",)),
}
HEADERS = Path(__file__).with_name("headers")  # enough of Python's where they are not installed


def compilers_needed() -> list[str]:
    """Return numba and esper where numba has a wheel, and what has a C compiler where that is needed, too."""
    if os.environ.get("ECSPHYS_NO_NATIVE") == "1":
        return []
    if not has_numba_wheel():
        say("WARNING: numba, which compiles the kernels, has no wheel for this Python here")
        return []
    return [NUMBA, IMPORTED, *c_compiler_needed()]


def has_numba_wheel() -> bool:
    """Whether pip can install numba as it is."""
    from packaging.tags import sys_tags  # setuptools brings it; one that is too old has been refused

    return any((tag.abi, tag.platform) in NUMBA_WHEELS for tag in sys_tags())


def c_compiler_needed() -> list[str]:
    """Return the package that has a C compiler if none works and this can be had."""
    if not lacks_compiler():
        return []
    if not is_on_index("ziglang"):
        say("WARNING: no C compiler works here, and pip does not find the package ziglang, which has one")
        return []
    say("no C compiler works here: the build takes that of the package ziglang, a download of 100 MB")
    return ["ziglang"]


def lacks_compiler() -> bool:
    """Whether no C compiler works where that of ziglang would do."""
    # On Windows the kernels are for Microsoft's linker.
    return sys.platform != "win32" and not compiler_works()


def lacks_headers() -> bool:
    """Whether Python came without its headers, which Linux distributions have in a package of their own.

    For a free-threaded Python there is no stand-in.
    """
    own = Path(sysconfig.get_path("include"), "Python.h")
    return not own.exists() and not sysconfig.get_config_var("Py_GIL_DISABLED")


def compiler_works() -> bool:
    """Whether what setuptools takes for a C compiler makes a library; its headers may be missing."""
    from distutils.ccompiler import new_compiler  # that of setuptools
    from distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "works.c"), Path(folder, "works.so")
        source.write_text("#include <string.h>\nint works(const char *word) { return (int)strlen(word); }\n")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            objects = compiler.compile([str(source)], output_dir=folder)
            compiler.link_shared_object(objects, str(library))
        except Exception:  # each compiler has its own
            return False
        return library.exists()


def is_on_index(package: str) -> bool:
    """Whether pip finds a package; without pip another front end looks for it."""
    pip = sys.executable, "-I", "-m", "pip"  # -I: outside the environment of the build, which has no pip
    if subprocess.run([*pip, "--version"], capture_output=True).returncode != 0:
        return True
    search = [*pip, "--retries", "1", "index", "versions", package]
    return subprocess.run(search, capture_output=True).returncode == 0


@contextmanager
def with_compiler() -> Iterator[None]:
    """Have setuptools compile by zig if nothing else works, and without Python's headers if need be."""
    if lacks_headers():
        say("Python's headers are not installed: a stand-in serves")
        os.environ["CPPFLAGS"] = shlex.join([f"-I{HEADERS}"]) + " " + os.environ.get("CPPFLAGS", "")
    no_kernels = os.environ.get("ECSPHYS_NO_NATIVE") == "1" or find_spec("numba") is None
    if no_kernels or not lacks_compiler():
        yield
        return
    if find_spec("ziglang") is None:  # as without isolation
        say("WARNING: no C compiler works here. The package ziglang has one: pip install ziglang")
        yield
        return
    say("the C compiler is that of the package ziglang")
    command = shlex.join([sys.executable, str(Path(__file__).with_name("zig_cc.py"))])
    with tempfile.TemporaryDirectory() as cache:  # not in the user's home
        os.environ |= {"CC": command, "LDSHARED": f"{command} -shared"}
        os.environ |= {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
        yield


@contextmanager
def elsewhere() -> Iterator[None]:
    """Have setuptools write to a folder that is this build's own.

    So the sources may be read-only, and builds that run side by side share no files.
    """
    version = setuptools.__version__
    if int(version.partition(".")[0]) < OLDEST_SETUPTOOLS:  # as without isolation
        sys.exit(f"ecsphys: setuptools {version} is too old to build this: pip install -U setuptools")
    with tempfile.TemporaryDirectory(prefix="ecsphys-") as folder:
        config = Path(folder, "build.cfg")
        config.write_text(f"[build]\nbuild_base = {folder}\n[egg_info]\negg_base = {folder}\n", "utf-8")
        os.environ["DIST_EXTRA_CONFIG"] = str(config)
        yield


def require_writable() -> None:
    """Exit with a message if an editable installation cannot put its modules beside the sources."""
    folder = ROOT / "ecsphys"
    if not os.access(folder, os.W_OK):
        sys.exit(f"ecsphys: {folder} cannot be written, as -e needs: install without -e, or a copy of {ROOT}")


def say(what: str) -> None:
    """Print a line, which pip shows with -v or after an error."""
    print(f"ecsphys: {what}", flush=True)


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what a wheel needs beside what `pyproject.toml` lists."""
    with elsewhere():
        return [*build_meta.get_requires_for_build_wheel(config_settings), *compilers_needed()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """Return what an editable installation needs beside what `pyproject.toml` lists."""
    require_writable()
    with elsewhere():
        return [*build_meta.get_requires_for_build_editable(config_settings), *compilers_needed()]


def build_wheel(folder: str, config_settings: Any = None, metadata: str | None = None) -> str:
    """Build a wheel."""
    with elsewhere(), with_compiler():
        return build_meta.build_wheel(folder, config_settings, metadata)


def build_editable(folder: str, config_settings: Any = None, metadata: str | None = None) -> str:
    """Build the modules beside the sources, and a wheel that leads there."""
    require_writable()
    with elsewhere(), with_compiler():
        return build_meta.build_editable(folder, config_settings, metadata)


get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = elsewhere()(build_meta.prepare_metadata_for_build_wheel)
prepare_metadata_for_build_editable = elsewhere()(build_meta.prepare_metadata_for_build_editable)
build_sdist = build_meta.build_sdist
