"""Which proxies may form a pair (API, sections 2 and 6)."""

from __future__ import annotations

import pytest

from ecsphys.spatial.filters import may_collide
from tests.kernels import attributes
from tests.spatial.crowd import filters_for


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param({}, True, id="two mobile ones"),
        pytest.param({"mobile": [1, 0]}, True, id="one mobile one"),
        pytest.param({"mobile": [0, 0]}, False, id="two static ones"),
        pytest.param({"mobile": [0, 0], "trigger": [1, 0]}, False, id="a static trigger and a static one"),
        pytest.param({"mobile": [1, 0], "trigger": [1, 0]}, True, id="a moving trigger and a static one"),
        pytest.param({"trigger": [1, 1]}, True, id="two triggers"),
        pytest.param({"body": [7, 7]}, False, id="one body"),
        pytest.param({"body": [7, 7], "group": [1, 1]}, False, id="one body, in a group"),
        pytest.param({"layer": [1, 2], "mask": [2, 1]}, True, id="layers in masks"),
        pytest.param({"layer": [1, 2], "mask": [2, 2]}, False, id="only one wants"),
        pytest.param({"mask": [0, -1]}, False, id="empty mask"),
        pytest.param({"layer": -(2**63), "mask": -(2**63)}, True, id="the highest bit"),
        pytest.param({"group": [3, 3], "mask": 0}, True, id="a positive group overrules masks"),
        pytest.param({"group": [-3, -3]}, False, id="a negative group overrules masks"),
        pytest.param({"group": [-3, -4]}, True, id="two negative groups"),
        pytest.param({"group": [3, -3], "mask": 0}, False, id="two groups, empty masks"),
        pytest.param({"mask": 0, "combined_mask": 1}, True, id="two that only notice"),
        pytest.param({"mask": [0, -1], "combined_mask": [1, 0]}, True, id="one that only notices"),
        pytest.param({"group": [3, 3], "mobile": 0}, False, id="a positive group of static ones"),
    ],
)
def test_may_collide(fields: dict[str, object], expected: bool) -> None:
    filters = attributes(filters_for(2, **fields))
    assert may_collide(filters, 0, 1) == expected
    assert may_collide(filters, 1, 0) == expected
