"""Build an extension module with the native code of one entry kernel, as a wheel build does for all."""

from __future__ import annotations

import importlib.util
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

import ecsphys
from ecsphys.compile import Entry
from ecsphys.compile.aot import emit
from ecsphys.compile.aot.pipeline import lowered

SOURCE = Path(ecsphys.__file__).parent / "compile" / "aot" / "native.c"


def build_native(entry: Entry, folder: Path) -> Callable[..., Any]:
    """Compile, link and import; skips the test where there is no C compiler."""
    emit.write_kernels({emit.HOST: folder}, [entry], lowered([entry], folder / "parts"))
    objects = [str(folder / name) for name in emit.FILES]
    extension = Extension("_native", [str(SOURCE)], extra_objects=objects)
    command = build_ext(Distribution({"ext_modules": [extension]}))
    command.build_lib, command.build_temp = str(folder), str(folder / "temp")
    command.ensure_finalized()
    try:
        command.run()
    except Exception as error:
        pytest.skip(f"no C compiler: {error}")
    path = folder / f"_native{sysconfig.get_config_var('EXT_SUFFIX')}"
    spec = importlib.util.spec_from_file_location("_native", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.bind(entry.name, entry.results)
