"""A Jupyter server of its own, and Chromium without a screen.

Tests are skipped where one of them is missing, but fail with ECSPHYS_REQUIRE_BROWSER=1.
"""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
WAIT = 60_000  # ms, for anything in the page: the machines of CI are slow


def missing() -> list[str]:
    modules = ("anywidget", "jupyterlab", "nbformat", "playwright")
    names = [name for name in modules if importlib.util.find_spec(name) is None]
    return names if CHROMIUM else [*names, "chromium"]


@pytest.fixture(scope="session")
def needed() -> None:
    if names := missing():
        reason = f"needs {', '.join(names)}"
        if os.environ.get("ECSPHYS_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def server(needed: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, Path]]:
    """Address, token and folder of a JupyterLab server."""
    home, notebooks = tmp_path_factory.mktemp("jupyter"), tmp_path_factory.mktemp("notebooks")
    (home / "config" / "labconfig").mkdir(parents=True)
    quiet = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (home / "config" / "labconfig" / "page_config.json").write_text(json.dumps(quiet))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = secrets.token_hex(8)
    places = {f"JUPYTER_{name.upper()}_DIR": str(home / name) for name in ("config", "data", "runtime")}
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
        "--ServerApp.ip=127.0.0.1", "--ServerApp.port_retries=0", f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={notebooks}",
    ]  # fmt: skip
    environment = {**os.environ, **places, "PYTHONPATH": str(ROOT), "JUPYTERLAB_WORKSPACES_DIR": str(home)}
    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/api/status?token={token}", process, home / "log")
            yield address, token, notebooks
        finally:
            process.terminate()
            process.wait(30)


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(1800):
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            if process.poll() is not None:
                break
            time.sleep(0.1)
    pytest.fail(f"the server does not answer:\n{log.read_text()}")


@pytest.fixture(scope="session")
def browser(needed: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("chromium"), executable_path=CHROMIUM, headless=True, args=FLAGS,
            viewport={"width": 1400, "height": 1000}, permissions=["clipboard-read", "clipboard-write"],
        )  # fmt: skip
        context.set_default_timeout(WAIT)
        yield context
        context.close()


@pytest.fixture
def notebook(server: tuple[str, str, Path], browser: Any) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a new notebook with some cells, and returns the page."""
    import nbformat

    address, token, folder = server
    pages = []

    def open_notebook(*cells: str) -> Any:
        name = f"{secrets.token_hex(4)}.ipynb"
        content = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        content.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(content, folder / name)
        page = browser.new_page()
        pages.append(page)
        page.goto(f"{address}/doc/tree/{name}?token={token}")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        return page

    yield open_notebook
    for page in pages:
        page.close()
