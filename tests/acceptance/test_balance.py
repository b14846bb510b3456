"""Every begin has one end, with a true reason, whatever is done to entities at any time.

A hundred thousand random changes; ECSPHYS_CHANGES=1000000 makes it a million.
"""

from __future__ import annotations

import os
from typing import Any

import esper
import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from ecsphys.compile import ENABLED
from tests.acceptance.churn import Churn

pytestmark = pytest.mark.long

BROAD_PHASES = ("quadtree", "sweep_and_prune", "brute_force")
SEEDS = 10
CHANGES = int(os.environ.get("ECSPHYS_CHANGES", "100000" if ENABLED else "3000"))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_balance(seed: int) -> None:
    churn = Churn(seed, BROAD_PHASES[seed % 3])
    churn.run(CHANGES // SEEDS)
    assert churn.changes >= CHANGES // SEEDS
    if CHANGES >= 100_000:
        assert set(churn.reasons) == {"separated", "removed", "disabled", "filtered"}
        assert churn.raised > 10 and churn.heard_by_listeners > 10 and churn.ends > 500


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("end_after", [1, 3])
def test_balance_of_bodies_that_push_each_other(seed: int, end_after: int) -> None:
    churn = Churn(100 + seed, BROAD_PHASES[seed % 3], response=True, end_after=end_after, gravity=(0, -900))
    churn.run(CHANGES // 20)


class Machine(RuleBasedStateMachine):
    """The same with the choices made by hypothesis, which finds the shortest way to a failure."""

    def __init__(self) -> None:
        super().__init__()
        self.home = esper.current_world

    @initialize(chance=st.randoms(use_true_random=False))
    def begin(self, chance: Any) -> None:
        esper.switch_world("machine")
        self.churn = Churn(0)
        self.churn.random = chance

    @rule()
    def change(self) -> None:
        self.churn.act()

    @rule()
    def step(self) -> None:
        self.churn.step()

    def teardown(self) -> None:
        if esper.current_world != self.home:
            esper.switch_world(self.home)
            esper.delete_world("machine")


def test_balance_with_choices_by_hypothesis() -> None:
    examples = 40 if ENABLED else 5
    run_state_machine_as_test(
        Machine,
        settings=hypothesis.settings(max_examples=examples, stateful_step_count=30, deadline=None),
    )
