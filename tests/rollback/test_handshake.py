"""Before the first frame machines find out whether they play the same game and hear each other."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import Collider
from ecsphys.rollback import MemoryNetwork, Session, Transport, UdpTransport, terms
from ecsphys.rollback.packets import GREETING, MAGIC, read_greeting, write_greeting
from ecsphys.rollback.terms import Greeting, differences
from ecsphys.rollback.transport import MOST_BYTES

from .arena import Ball, Game, Thrower


class Machine:
    """One machine of a game, with all its events."""

    def __init__(
        self,
        players: list[Any],
        transport: Transport,
        change: Callable[[Game], object] | None = None,
        components: tuple[type, ...] = (Thrower, Ball),
        **settings: Any,
    ):
        self.game = Game(crates=1)
        if change is not None:
            change(self.game)
        self.session = Session(
            self.game.physics,
            players,
            self.game.step,
            components=components,
            transport=transport,
            **settings,
        )
        self.events: list[Any] = []

    def advance(self) -> str:
        self.game.enter()
        wait = self.session.advance([0] * len(self.session.local)).wait
        self.events += self.session.events()
        return wait

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]


def play(machines: list[Machine], calls: int = 6) -> None:
    for _ in range(calls):
        for machine in machines:
            machine.advance()


def setting(name: str, value: Any) -> Callable[[Game], object]:
    return lambda game: setattr(game.physics, name, value)


def set_friction(game: Game) -> None:
    esper.component_for_entity(game.players[0], Collider).friction = 0.61


def set_thrower(game: Game) -> None:
    esper.component_for_entity(game.players[0], Thrower).rest = 3


@pytest.mark.parametrize(
    ("change", "ours", "theirs"),
    [
        ({"change": setting("step", 1 / 50)}, "step: 0.016666666666666666", "step: 0.02"),
        ({"change": setting("gravity", (0, -901))}, "gravity: (0.0, -900.0)", "gravity: (0.0, -901.0)"),
        ({"change": setting("substeps", 5)}, "substeps: 4", "substeps: 5"),
        ({"components": (Thrower,)}, "components: Ball, Thrower", "components: Thrower"),
        ({"change": set_friction}, "start: 6 Collider, 3 RigidBody, 6 Transform: ", "start: 6 Collider"),
        ({"change": set_thrower}, "start: 6 Collider", "start: 6 Collider"),
        ({"players": ["a", "local", "local"]}, "players: 2; player: 0 here", "players: 3; player: 0 here"),
        ({"players": ["local", "a"]}, "player: 0 here, 1 there", "player: 1 here, 0 there"),
    ],
)  # fmt: skip
def test_both_machines_hear_in_what_their_games_differ(
    change: dict[str, Any], ours: str, theirs: str
) -> None:
    network = MemoryNetwork()
    machines = [
        Machine(["local", "b"], network.transport("a")),
        Machine(**{"players": ["a", "local"], "transport": network.transport("b"), **change}),
    ]
    play(machines)
    (first,), (second,) = machines[0].events, machines[1].events
    assert first.kind == second.kind == "mismatch" and first.players == machines[0].session._links[0].players
    assert first.ours.startswith(ours) and first.theirs.startswith(theirs)
    if "players" not in change:
        assert (second.ours, second.theirs) == (first.theirs, first.ours)
        assert ";" not in first.ours  # nothing else differs
    assert [machine.session.frame for machine in machines] == [0, 0]


def test_another_version_is_a_mismatch(monkeypatch: pytest.MonkeyPatch) -> None:
    network = MemoryNetwork()
    machines = [Machine(["local", "b"], network.transport("a"))]
    machines[0].advance()
    monkeypatch.setattr(terms, "__version__", "9.0")
    machines.append(Machine(["a", "local"], network.transport("b")))
    play(machines)
    assert machines[0].kinds() == machines[1].kinds() == ["mismatch"]
    assert machines[0].events[0].theirs == "version: ecsphys 9.0"


def test_packets_of_another_version_are_a_mismatch() -> None:
    network = MemoryNetwork()
    machine, old = Machine(["local", "b"], network.transport("a")), network.transport("b")
    machine.advance()
    old.send("a", b"eRb1" + bytes(50))
    play([machine])
    assert machine.kinds() == ["mismatch"] and "eRb1, of another version" in machine.events[0].theirs


def test_a_machine_that_comes_again_with_the_right_game_is_taken() -> None:
    network = MemoryNetwork()
    transport = network.transport("b")
    first, wrong = (
        Machine(["local", "b"], network.transport("a")),
        Machine(["a", "local"], transport, set_friction),
    )
    play([first, wrong])
    right = Machine(["a", "local"], transport)
    play([first, right])
    assert first.kinds() == ["mismatch", "connected"] and right.kinds() == ["connected"]
    assert first.session.frame > 1 and right.session.frame > 1


def test_a_swapped_seat_is_seen_by_both_sides() -> None:
    """The one of three whose own view is right is told, too."""
    game = {"step": "0.02"}
    wrong, right = Greeting((0,), (2,), game), Greeting((1,), (0,), game)
    assert differences(right, wrong) == ("player: 1 here, 0 there", "player: 2 here, 0 there")
    assert differences(wrong, right) is not None and differences(wrong, Greeting((2,), (0,), game)) is None


# -- nobody there --------------------------------------------------------------------------------------


def wait_for(machine: Machine, calls: int = 1000) -> tuple[int, str]:
    """Return after how many calls a machine gives up, and what it says."""
    for call in range(calls):
        try:
            assert machine.advance() == "connecting"
        except ConnectionError as error:
            with pytest.raises(RuntimeError, match="at its end: it has raised"):
                machine.advance()
            machine.session.close()
            return call, str(error)
    return calls, ""


def test_a_machine_that_nobody_answers_gives_up_after_a_time() -> None:
    transport = MemoryNetwork().transport("a")
    calls, text = wait_for(Machine(["local", "b"], transport, connect_timeout=0.5))
    assert calls == 30
    assert text.startswith("no connection within 0.5 s: the machine of player 1 at 'b' is not heard: is that")
    patient = Machine(["local", "b"], MemoryNetwork().transport("a"), connect_timeout=None)
    assert wait_for(patient, 90) == (90, "")


def test_who_gives_up_knows_who_sends_from_elsewhere() -> None:
    network = MemoryNetwork()
    machines = [
        Machine(["local", "wrong"], network.transport("a"), connect_timeout=0.1),
        Machine(["a", "local"], network.transport("b"), connect_timeout=0.2),
    ]
    play(machines, 5)
    assert "Packets come from 'b', which is no player's address" in wait_for(machines[0])[1]
    assert "is not heard" in wait_for(machines[1])[1]


def test_who_is_not_heard_is_told_so() -> None:
    network = MemoryNetwork()
    hears, deaf = network.transport("a"), network.transport("b")
    deaf.receive = list  # type: ignore[method-assign]
    machines = [
        Machine(["local", "b"], hears, connect_timeout=0.1),
        Machine(["a", "local"], deaf, connect_timeout=0.1),
    ]
    play(machines, 5)
    assert "sends, but does not hear this one" in wait_for(machines[0])[1]


def test_a_mismatch_is_in_the_error() -> None:
    network = MemoryNetwork()
    machines = [
        Machine(["local", "b"], network.transport("a"), connect_timeout=0.1),
        Machine(["a", "local"], network.transport("b"), set_friction, connect_timeout=0.2),
    ]
    play(machines, 5)
    assert "plays another game: here start: 6 Collider" in wait_for(machines[0])[1]


def test_an_unknown_host_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def look_up(host: str) -> str:
        asked.append(host)
        raise OSError("no such host")

    monkeypatch.setattr("socket.gethostbyname", look_up)
    machine = Machine(["local", ("nowhere.invalid", 7001)], UdpTransport(), connect_timeout=0.1)
    assert "cannot be reached: there is no host of the name ('nowhere.invalid', 7001)" in wait_for(machine)[1]
    assert asked == ["nowhere.invalid"]  # once: that may take seconds


def test_hosts_have_names_over_udp() -> None:
    ends = [UdpTransport(("127.0.0.1", 0)) for _ in range(2)]
    names = [("localhost", end.address[1]) for end in ends]
    machines = [Machine(["local", names[1]], ends[0]), Machine([names[0], "local"], ends[1])]
    for _ in range(200):
        play(machines, 1)
        if all(machine.kinds() for machine in machines):
            break
    assert machines[0].kinds() == machines[1].kinds() == ["connected"]
    for machine in machines:
        machine.session.close()


@pytest.mark.parametrize("address", ["192.168.0.7", ("host",), ("host", 70_000), ("host", "7000"), (1, 2)])
def test_what_is_no_address_is_refused(address: Any) -> None:
    transport = UdpTransport(("127.0.0.1", 0))
    with pytest.raises(ValueError, match="an address must be a host and a port"):
        transport.send(address, b"")
    transport.close()


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), "1"])
def test_a_timeout_is_positive(timeout: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="connect_timeout"):
        Machine(["local", "b"], MemoryNetwork().transport("a"), connect_timeout=timeout)


# -- bytes ---------------------------------------------------------------------------------------------


def test_greetings_come_back_as_they_were_if_they_fit() -> None:
    greeting = Greeting((0, 2), (1,), {"step": "0.02", "start": "ü"})
    assert read_greeting(write_greeting(7, greeting)) == (7, greeting)
    long = write_greeting(7, Greeting((0,), (1,), {str(topic): "x" * 150 for topic in range(20)}))
    assert len(long) <= MOST_BYTES and len(read_greeting(long)[1].terms) == 20


def test_damaged_greetings_are_refused_or_make_sense() -> None:
    chance = random.Random(3)
    whole = write_greeting(7, Greeting((0,), (1,), {"step": "0.02"}))
    for text in (b"", b"[]", b"{}", b"[" * 500, b'{"mine":[0],"yours":"a","terms":{}}', b"\xff"):
        data = whole[:8] + text
        with pytest.raises(ValueError):
            read_greeting(data + struct.pack("<I", zlib.crc32(data)))
    for _ in range(2000):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(4, len(data))] = chance.randrange(256)
        if chance.random() < 0.5:
            data = data[:-4] + struct.pack("<I", zlib.crc32(data[:-4]))
        try:
            _, greeting = read_greeting(bytes(data))
        except ValueError:
            continue
        assert all(isinstance(player, int) for player in (*greeting.mine, *greeting.yours))
    assert GREETING != MAGIC
