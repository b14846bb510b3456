"""`pytest --share I/N`, which `.ci/run` uses in slow modes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.conftest import keep_share


def test_each_test_is_in_one_share() -> None:
    names, kept = {f"test_{k}[{k % 7}]" for k in range(300)}, []
    for share in range(3):
        items = cast(list[pytest.Item], [SimpleNamespace(nodeid=name) for name in sorted(names)])
        left_out: list[Any] = []
        hook = SimpleNamespace(pytest_deselected=lambda items, left_out=left_out: left_out.extend(items))
        keep_share(cast(pytest.Config, SimpleNamespace(hook=hook)), items, share, 3)
        assert 70 < len(items) < 130 and len(items) + len(left_out) == 300
        kept += [item.nodeid for item in items]
    assert sorted(kept) == sorted(names)
