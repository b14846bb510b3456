"""Build native kernels in a copy of the repository: those of space at its first import, or all by a command.

A source install compiles those of the plane only, for few of its games need space. pip makes the build, in an
environment of its own with numba in it, as it did for the install: that of the user need not have it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from .files import write_whole
from .modules import COMMAND, NATIVE_MODULES, in_checkout, is_whole, kept_module, load_native, specs
from .progress import TOLD, shares_shown
from .sources import PACKAGE

_DURATION = "one to two minutes"


class BuildFailed(Exception):
    """No native kernels were built; the message says why and what to do."""


def build_at_import(module: str) -> bool:
    """Build a module that is not there yet; return whether it is now.

    Processes that want it at the same time wait for one of them. What failed is not tried again: the command
    does that.
    """
    if not in_checkout() or os.environ.get("ECSPHYS_NO_NATIVE") == "1":
        return False
    try:
        with _alone():
            if _exists(module):
                return True
            if _failed().exists():
                raise BuildFailed(f"ecsphys.space3d was not compiled: {COMMAND} tries again and says why")
            _tell(f"compiling the kernels of ecsphys.space3d, once, {_DURATION} ({COMMAND} does it ahead)")
            start = time.monotonic()
            _build_or_remember()
            _tell(f"compiled in {time.monotonic() - start:.0f} s")
    except BuildFailed as error:
        _tell(str(error))
    return _exists(module)


def build_all() -> None:
    """Bring all extension modules up to date; tells what it does. Raises `BuildFailed`."""
    if not in_checkout():
        raise BuildFailed(f"there is nothing to build from beside {PACKAGE}: install ecsphys again")
    if os.environ.get("ECSPHYS_NO_NATIVE") == "1":
        raise BuildFailed("ECSPHYS_NO_NATIVE=1 forbids it")
    with _alone():
        if all(map(_is_up_to_date, NATIVE_MODULES)):
            _tell("all kernels are compiled, and up to date")
            return
        _tell(f"compiling the kernels that are not up to date, {_DURATION}")
        _build_or_remember()


def _build_or_remember() -> None:
    failed = _failed()
    try:
        _build()
    except BuildFailed:
        failed.touch()
        raise
    failed.unlink(missing_ok=True)


def _build() -> None:
    """Let pip make a wheel and take the modules out of it. All else that it writes is temporary."""
    if find_spec("pip") is None:
        raise BuildFailed(f"this Python has no pip to build with: python -m ensurepip, then {COMMAND}")
    with tempfile.TemporaryDirectory(prefix="ecsphys-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        output = _run_pip(folder)
        wheels = list(folder.glob("*.whl"))
        if not wheels:
            raise BuildFailed("\n".join(["pip could not build it:", *output[-15:], _hint()]))
        with zipfile.ZipFile(wheels[0]) as wheel:
            built = [name for name in wheel.namelist() if name.startswith(f"{PACKAGE.name}/_native")]
            for path in built:
                _put(wheel.read(path), path.rpartition("/")[2])
    if len(built) < len(NATIVE_MODULES):
        raise BuildFailed(_hint())


def _hint() -> str:
    return (
        "the kernels are not compiled. Mend what is said above (PyPI must be within reach, on Windows a C "
        f"compiler be there), then {COMMAND}; or install numba, which compiles at run time: "
        'pip install "ecsphys[jit]"'
    )


def _run_pip(folder: Path) -> list[str]:
    """Make a wheel in a folder, with all else there, too; return the lines that pip prints.

    Nothing is written into the sources (`packaging/backend.py`): they may be read-only.
    """
    own = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
    own |= {"PIP_RETRIES": "1"}  # of the pip inside of pip, too: without a network it took a minute to say so
    options = "--verbose --no-deps --no-input --disable-pip-version-check --wheel-dir"
    command = [sys.executable, "-m", "pip", "wheel", *options.split(), str(folder), str(PACKAGE.parent)]
    with subprocess.Popen(
        command,
        cwd=folder,  # not that of the user: Python looks for pip there first
        env=os.environ | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,  # an interrupt reaches this process alone, which passes it on
    ) as pip:
        try:
            return list(_relayed(pip.stdout))  # type: ignore[arg-type]
        except BaseException:
            _end(pip)
            raise


def _relayed(stream: IO[str]) -> Iterator[str]:
    """Yield lines; show those for the user, and a bar of what is compiled on a terminal."""
    with shares_shown() as show:
        for line in stream:
            text = line.strip()
            if not show(text) and text.startswith(TOLD):
                _tell(text.removeprefix(TOLD))
            yield text


def _end(pip: subprocess.Popen[str]) -> None:
    """End pip and the compilers that it runs."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(pip.pid)], capture_output=True)
    else:
        with suppress(ProcessLookupError):
            os.killpg(pip.pid, signal.SIGKILL)
    pip.wait()


def _put(content: bytes, name: str) -> None:
    """Put an extension module in its place, whole: others may be importing it. Raises `BuildFailed`."""
    beside = PACKAGE / name
    if beside.exists() and beside.read_bytes() == content:
        return
    problems = []
    for target in (beside, kept_module(name.partition(".")[0])):
        try:
            write_whole(target, content)
            return
        except OSError as error:
            problems.append(str(error))
    raise BuildFailed(f"no folder for the compiled kernels can be written: {'; '.join(problems)}")


def _exists(module: str) -> bool:
    invalidate_caches()  # they remember what was there before
    return any(map(is_whole, specs(module)))


def _is_up_to_date(module: str) -> bool:
    try:
        return bool(load_native(module))
    except ImportError:
        return False


def _failed() -> Path:
    """Return the file that tells of a build that failed."""
    return kept_module("failed")


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other process builds this copy. The system unlocks the file of one that dies."""
    try:
        file = _locked_file()
    except OSError as error:
        raise BuildFailed(f"ECSPHYS_CACHE_DIR must name a folder that can be written: {error}") from error
    with file:
        yield


def _locked_file() -> IO[str]:
    folder = kept_module("").parent
    folder.mkdir(parents=True, exist_ok=True)
    file = (folder / "lock").open("a")
    if not _locks(file):
        _tell("waiting for another process, which compiles the kernels")
        while not _locks(file):
            time.sleep(0.1)
    return file


def _locks(file: IO[str]) -> bool:
    """Lock a file if no other process does; return whether."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _tell(text: str) -> None:
    if sys.stderr is not None:  # as under pythonw
        print(f"{TOLD}{text}", file=sys.stderr, flush=True)
