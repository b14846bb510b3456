"""One command makes the wheels of all platforms, and refuses what does not belong into them."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PACKAGING = Path(__file__).parents[2] / "packaging"
TOOLS = "abi3info", "auditwheel", "delvewheel", "elftools", "numba", "setuptools", "wheel", "ziglang"


@pytest.fixture
def wheels(monkeypatch):
    monkeypatch.syspath_prepend(str(PACKAGING))
    return importlib.import_module("wheels")


@pytest.fixture
def checks(wheels):
    return importlib.import_module("wheel_checks")


@pytest.mark.parametrize("workflow", sorted((PACKAGING.parent / ".github" / "workflows").iterdir()))
def test_workflows_can_be_read(workflow):
    jobs = pytest.importorskip("yaml").safe_load(workflow.read_text())["jobs"]
    assert all("run" in step or "uses" in step for job in jobs.values() for step in job["steps"])


def test_the_eight_platforms(wheels):
    assert {platform.tag for platform in wheels.PLATFORMS.values()} == {
        "cp311-abi3-manylinux2014_x86_64.manylinux_2_17_x86_64",
        "cp311-abi3-manylinux2014_aarch64.manylinux_2_17_aarch64",
        "cp311-abi3-musllinux_1_2_x86_64",
        "cp311-abi3-musllinux_1_2_aarch64",
        "cp311-abi3-win_amd64",
        "cp311-abi3-win_arm64",
        "cp311-abi3-macosx_10_13_x86_64",
        "cp311-abi3-macosx_11_0_arm64",
    }


def test_all_names_of_a_platform_mean_the_same_machine(wheels):
    for platform in wheels.PLATFORMS.values():
        assert platform.triple.startswith(f"{platform.processor}-")
        assert platform.system in platform.triple or "macosx" in platform.triple
        for tag in platform.tags:
            assert tag.endswith(platform.processor) or (platform.processor, tag[-5:]) in (
                ("x86_64", "amd64"),
                ("aarch64", "arm64"),
            )


def test_a_wheel_says_what_it_is_for(wheels):
    pure = "Wheel-Version: 1.0\nGenerator: g (1)\nRoot-Is-Purelib: true\nTag: py3-none-any\n\n"
    assert wheels.about_wheel(pure, wheels.PLATFORMS["manylinux_aarch64"]) == (
        "Wheel-Version: 1.0\nGenerator: g (1)\nRoot-Is-Purelib: false\n"
        "Tag: cp311-abi3-manylinux2014_aarch64\nTag: cp311-abi3-manylinux_2_17_aarch64\n\n"
    )


def test_a_platform_that_is_not_known_is_refused():
    command = [sys.executable, str(PACKAGING / "wheels.py"), "win32"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "no platform win32: they are manylinux_x86_64, " in done.stderr


def test_a_wheel_of_another_tag_is_refused(checks):
    with pytest.raises(SystemExit, match="is for no platform of manylinux_x86_64"):
        checks.platform_of(Path("ecsphys-0.1.0-cp311-cp311-linux_x86_64.whl"))


def test_files_that_do_not_belong_into_a_wheel_are_refused(wheels, checks, tmp_path):
    platform = wheels.PLATFORMS["win_amd64"]
    (tmp_path / "ecsphys").mkdir()
    (tmp_path / "x.dist-info").mkdir()
    (tmp_path / "x.dist-info" / "WHEEL").write_text(wheels.about_wheel("", platform))
    for module in wheels.MODULES:
        (tmp_path / "ecsphys" / f"{module}.pyd").touch()
    checks.check_files(platform, tmp_path)
    (tmp_path / "ecsphys" / "_native.lib").touch()
    with pytest.raises(SystemExit, match=r"_native\.lib"):
        checks.check_files(platform, tmp_path)


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ((set(), {"fmod", "sin"}, {"PyInit__native"}), r"imports \['sin'\]"),
        (({"libc.so.6"}, {"floor"}, {"PyInit__native"}), r"needs \['libc.so.6'\]"),
        (
            (set(), {"floor"}, {"PyInit__native", "ecsphys_kernels"}),
            r"exports \['PyInit__native', 'ecsphys",
        ),
    ],
)
def test_foreign_symbols_are_refused(wheels, checks, tmp_path, monkeypatch, found, message):
    monkeypatch.setattr(checks, "stable_abi", set)
    monkeypatch.setitem(checks.READERS, "linux", lambda module: checks.Linkage(*found))
    with pytest.raises(SystemExit, match=message):
        checks.check_symbols(wheels.PLATFORMS["musllinux_x86_64"], tmp_path)


def test_folders_of_this_machine_are_refused(wheels, checks, tmp_path):
    (tmp_path / "ecsphys").mkdir()
    for module in wheels.MODULES:
        (tmp_path / "ecsphys" / f"{module}.abi3.so").write_bytes(b"\x7fELF\0/usr/lib/libSystem.B.dylib\0")
    platform = wheels.PLATFORMS["macosx_arm64"]
    checks.check_paths(platform, tmp_path)
    (tmp_path / "ecsphys" / "_native3d.abi3.so").write_bytes(b"\0" + str(PACKAGING).encode())
    with pytest.raises(SystemExit, match="_native3d"):
        checks.check_paths(platform, tmp_path)


def test_python_has_on_windows_what_the_stand_in_for_its_headers_names(wheels):
    pytest.importorskip("abi3info")
    assert {"PyTuple_Pack", "PyExc_ImportError", "_Py_NoneStruct"} <= wheels.stable_abi()
    assert "PyType_GetName" in wheels.stable_abi(), "new in 3.11"
    assert "PyType_GetFullyQualifiedName" not in wheels.stable_abi(), "new in 3.13"


@pytest.mark.long
@pytest.mark.skipif(
    not all(map(find_spec, TOOLS)) or not os.environ.get("ECSPHYS_CACHE_DIR"),
    reason="needs the extra wheels, and kernels that an earlier build kept",
)
def test_a_wheel_for_another_processor(tmp_path):
    command = [sys.executable, str(PACKAGING / "wheels.py"), "manylinux_aarch64", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (made,) = tmp_path.glob("*.whl")
    assert done.stdout.startswith(f"{made.name}: ")
