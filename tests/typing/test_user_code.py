"""The types of the public names, as mypy's strict mode reads them in the code of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

USER_CODE = Path(__file__).with_name("user_code.py")


@pytest.mark.slow
def test_mypy_accepts_and_refuses_what_it_should(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    root = str(USER_CODE.parents[2])
    config = tmp_path / "mypy.ini"
    config.write_text(f"[mypy]\nstrict = true\nmypy_path = {root}\nfollow_untyped_imports = true\n")
    options = ["--config-file", str(config), "--cache-dir", str(tmp_path), "--python-version", "3.11"]
    report, failure, _ = api.run([*options, str(USER_CODE)])
    assert not failure
    own = [line for line in report.splitlines() if USER_CODE.name in line and ": error:" in line]
    refused = {int(re.search(r":(\d+):", line).group(1)) for line in own}  # type: ignore[union-attr]
    lines = USER_CODE.read_text(encoding="utf-8").splitlines()
    wanted = {number for number, line in enumerate(lines, 1) if line.endswith("# error")}
    assert len(wanted) > 20
    assert refused == wanted, "\n".join(own)
