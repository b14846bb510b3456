"""The exhibit of determinism: worlds made alike stay equal to the bit; one bit is enough to part them."""

import pytest

from ecsphys.lab import open_exhibit


def run(steps, **values):
    runner = open_exhibit("determinism", **values)
    runner.play(steps)
    numbers = runner.numbers()
    runner.close()
    return numbers


@pytest.mark.parametrize("threads", [1, 2])
def test_worlds_made_alike_stay_equal(threads):
    numbers = run(120, changed=False, threads=threads)
    assert numbers["largest difference"] == 0.0
    assert numbers["fingerprint of A"] == numbers["fingerprint of B"]


def test_one_bit_is_all_that_differs_until_the_first_bounce():
    numbers = run(5)
    assert 0.0 < numbers["largest difference"] < 1e-14
    assert numbers["fingerprint of A"] != numbers["fingerprint of B"]


@pytest.mark.jit
def test_bounces_make_a_bit_grow_to_the_size_of_the_world():
    assert run(480)["largest difference"] > 1.0
