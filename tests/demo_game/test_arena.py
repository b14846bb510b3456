"""The arena: two machines over UDP on this one, with a bad net between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from demo_game.arena import net
from demo_game.arena.components import COMPONENTS, Buttons
from demo_game.arena.field import Field
from demo_game.arena.match import Match
from demo_game.arena.pilot import choose
from demo_game.cli import main
from ecsphys.rollback import Impaired, SyncTest, UdpTransport

pytestmark = pytest.mark.jit  # thousands of steps


@contextmanager
def matches(delay: int, jitter: int, loss: float) -> Iterator[list[Match]]:
    ends = [UdpTransport(("127.0.0.1", 0)) for _ in range(2)]
    bad = [
        Impaired(end, delay=delay, jitter=jitter, loss=loss, double=0.01, seed=k)
        for k, end in enumerate(ends)
    ]
    made = [Match(k, bad[k], ends[1 - k].address) for k in range(2)]
    try:
        yield made
    finally:
        for match in made:
            match.close()


def play(sides: list[Match], frames: int) -> tuple[int, int]:
    """Let pilots play; return the most frames simulated again at once, and all of them."""
    most = total = 0
    for _ in range(3 * frames):
        for match in sides:
            match.enter()
            buttons = choose(match.field, match.player, match.session.frame)
            result = match.advance(buttons if match.session.frame < frames - 60 else Buttons(0))
            most, total = max(most, result.resimulated), total + result.resimulated
        if min(match.session.confirmed_frame for match in sides) >= frames:
            return most, total
    raise AssertionError([match.session.frame for match in sides])


@pytest.mark.parametrize("frames", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_no_desync_at_150_ms_with_jitter_and_loss(frames: int) -> None:
    """9 frames are 150 ms."""
    with matches(9, 2, 0.05) as sides:
        most, total = play(sides, frames)
        assert [match.desyncs for match in sides] == [[], []]
        assert [match.news for match in sides] == ["", ""]
        assert 0 < most <= 8 and total > frames / 10
        fired = 0
        states = []
        for match in sides:
            match.enter()
            states.append((match.field.hits(), len(match.session._fingerprints)))
            fired += sum(effect.kind == "shot" for effect in match.take_effects())
        assert states[0][0] == states[1][0] and fired > frames / 50
        assert min(compared for _, compared in states) > 10


def test_the_arena_is_fit_for_rollback(sync_test: Callable[..., SyncTest]) -> None:
    field = Field()
    test = sync_test(field.physics, 2, field.step, components=COMPONENTS)
    test.run(200, lambda frame: [choose(field, player, frame) for player in range(2)])
    assert sum(field.hits()) > 0


@pytest.mark.parametrize(
    "arguments", [["--arena", "3"], ["--arena", "1", "--level", "2"], ["--arena", "1", "--course"]]
)
def test_what_the_arena_does_not_do_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert "--arena" in capsys.readouterr().err


def test_a_port_that_is_taken_is_a_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    holder = UdpTransport(("127.0.0.1", 0))
    monkeypatch.setattr(net, "PORTS", (holder.address[1], 1))
    try:
        assert main(["--arena", "1", "--headless"]) == 2
    finally:
        holder.close()
    assert "is player 1 there already?" in capsys.readouterr().out
