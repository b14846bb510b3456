"""A session: one game on several machines."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

from ..math2d import check
from ..physics import Physics, require_physics
from .codec import InputCodec
from .doors import component_types, whole
from .events import EventKind, SessionEvent
from .inputs import InputQueue
from .link import MOST_UNACKED, Link
from .packets import is_of_session
from .terms import Greeting, terms_of
from .timeline import Step, Timeline
from .transport import Address, Transport, problem_of

Wait = Literal["", "connecting", "prediction", "time"]
MOST_PLAYERS, MOST_DELAY, MOST_PREDICTION = 16, 60, 60
_MOST_EVENTS = 100
_MOST_STRANGERS = 3  # that are remembered
_FAREWELLS = 3  # packets: one may get lost


class Advance(NamedTuple):
    """What a call of `Session.advance` did.

    - `frame`: the next frame to simulate: how many have been simulated.
    - `is_new`: whether this call simulated a new frame. If not, `wait` says why: "connecting" (another
      machine has not been heard yet, or plays another game), "prediction" (`max_prediction` frames are
      predicted already), "time" (this machine is ahead of another one and lets it catch up).
    - `resimulated`: how many older frames were simulated again, with other inputs than before.

    >>> from ecsphys import Physics
    >>> from ecsphys.rollback import MemoryNetwork, Session
    >>> physics = Physics()
    >>> alone = Session(physics, 1, lambda inputs: physics.step_once())
    >>> alone.advance([0])
    Advance(frame=1, is_new=True, wait='', resimulated=0)
    >>> network = MemoryNetwork()  # nobody answers
    >>> session = Session(physics, ["local", "b"], lambda inputs: None, transport=network.transport("a"))
    >>> session.advance([0])
    Advance(frame=0, is_new=False, wait='connecting', resimulated=0)
    """

    frame: int
    is_new: bool
    wait: Wait
    resimulated: int


class Session:
    """One game on several machines, each of which simulates all of it.

    Call `advance` once a frame instead of stepping the game. It simulates the next frame at once; what other
    players do in it is predicted until it is known: they go on with what they did last. When a prediction
    turns out wrong, the frames since are simulated again, from a snapshot.

    - `players`: how many there are, all on this machine; or for each of them "local", the address of their
      machine (see `transport`), or "remote": the game confirms their inputs by `confirm`.
    - `step`: simulates one frame: `step(inputs)` gets an `Input` for each player: its `value` and `status`.
      All that it changes must be restored by `physics.restore`: the state of `physics`, and the
      `components`. Whatever decides about the game belongs there, a random generator too.
    - `input_delay`: local inputs act so many frames later: each frame of delay is one less to be predicted.
    - `max_prediction`: how many frames may be simulated with predicted inputs, so the most that are ever
      simulated again in one call. 0 is lockstep.
    - `components`: the types of the game's own components that are part of the state, as for
      `physics.snapshot`.
    - `default`: the input of a player who does nothing. Without it zeros, of the kind of the first input.
    - `transport`: sends packets to the machines of players with an address.
    - `check_every`: each so many frames the machines compare their states.
    - `connect_timeout`: after so many seconds of calls of `advance` (of `physics.step` each) another machine
      must have been heard, else `advance` raises `ConnectionError` that says why it may not; None: never.

    Before the first frame the machines compare what they must have in common: version, players, settings,
    components, and the world as it is at the first call of `advance` or `poll`. If something differs they do
    not begin, and both get a "mismatch" among `events`.

    Inputs are small: numbers, None, text, bytes, and tuples, NamedTuples and enums of these; together at most
    200 bytes. All inputs of a session are of one kind.

    Create it, and call its methods, while the esper world of `physics` is current. Raises `TypeError` and
    `ValueError` for arguments out of range.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> from ecsphys.rollback import Session
    >>> physics, bodies = Physics(), [RigidBody(), RigidBody()]
    >>> esper.add_processor(physics)
    >>> for y, body in enumerate(bodies):
    ...     ship = esper.create_entity(Transform(0, 40 * y), body, Collider(Circle(5)))
    ...
    >>> def step(inputs):
    ...     for body, player in zip(bodies, inputs, strict=True):
    ...         body.velocity = 60.0 * player.value, 0.0
    ...     physics.step_once()
    ...
    >>> session = Session(physics, ["local", "remote"], step)
    >>> for _ in range(3):
    ...     done = session.advance([1])  # the other player is predicted to do nothing
    ...
    >>> for frame in range(3):
    ...     session.confirm(1, frame, -1)  # but went to the left
    ...
    >>> session.advance([1]).resimulated, [body.velocity.x for body in bodies]
    (3, [60.0, -60.0])
    """

    def __init__(
        self,
        physics: Physics,
        players: int | Sequence[Address],
        step: Step,
        input_delay: int = 0,
        max_prediction: int = 8,
        *,
        components: Iterable[type] = (),
        default: Any = None,
        transport: Transport | None = None,
        check_every: int = 30,
        connect_timeout: float | None = 60.0,
    ):
        require_physics(physics, "Session")
        places = _places(players)
        self.players: int = len(places)
        self.input_delay: int = whole(input_delay, "input_delay", 0, MOST_DELAY)
        self.max_prediction: int = whole(max_prediction, "max_prediction", 0, MOST_PREDICTION)
        every = whole(check_every, "check_every", 1, 1 << 30)
        if connect_timeout is not None:
            connect_timeout = check.positive(connect_timeout, "connect_timeout")
        step = check.handler(step, "step", "inputs")
        self.local: tuple[int, ...] = tuple(p for p, place in enumerate(places) if place == "local")
        self._physics = physics
        self._codec = InputCodec(default)
        self._queues = [InputQueue(self._codec) for _ in places]
        self._components = component_types(components)
        self._timeline = Timeline(physics, self._queues, step, self._components, every)
        self._transport = transport
        self._links = _links(places, transport)
        self._events: list[SessionEvent] = []
        self._fingerprints: dict[int, str] = {}  # of confirmed frames
        self._desynced: set[Address] = set()
        self._is_introduced = False
        self._mismatches: dict[Address, tuple[str, str]] = {}  # that were reported
        self._strangers: list[Address] = []  # who sends packets and is no player
        self._connect_timeout = connect_timeout
        self._waited = 0  # calls of `advance` without a connection
        self._is_running = self._has_failed = self._is_closed = False

    # -- reading -----------------------------------------------------------------------------------

    @property
    def frame(self) -> int:
        """The next frame to simulate, or the one that is simulated, in `step`."""
        return self._timeline.frame

    @property
    def confirmed_frame(self) -> int:
        """The last simulated frame that will not be simulated again, -1 for none."""
        return min(self._timeline.confirmed, self._timeline.frame - 1)

    @property
    def is_resimulating(self) -> bool:
        """Whether `step` simulates a frame again: what shall happen once has happened already. See `once`."""
        return self._timeline.is_resimulating

    @property
    def frames_ahead(self) -> float:
        """How many frames this machine is ahead of the one that is furthest behind, at least 0."""
        return max([0.0, *(link.time.ahead for link in self._links if not link.is_gone)])

    def once(self, *key: Hashable) -> bool:
        """Whether the current frame comes upon this key for the first time; for sounds and other effects.

        In `step`, or in a handler of an event: `if session.once("shot", entity): play(SHOT)`. Plays it when
        the frame is simulated first, and also if the shot turns out only when it is simulated again; never
        twice. What was played for a shot that turns out not to have been cannot be taken back.

        >>> from ecsphys import Physics
        >>> from ecsphys.rollback import Session
        >>> physics = Physics()
        >>> def step(inputs):
        ...     if inputs[0].value and session.once("shot"):
        ...         print("bang in frame", session.frame)
        ...     physics.step_once()
        ...
        >>> session = Session(physics, ["remote"], step)
        >>> done = [session.advance() for _ in range(2)]
        >>> session.confirm(0, 0, False)
        >>> session.confirm(0, 1, True)
        >>> done = session.advance()  # frame 1 again, with the shot, and frame 2, where it goes on
        bang in frame 1
        bang in frame 2
        """
        return self._timeline.once(key)

    def events(self) -> list[SessionEvent]:
        """Return what happened since the last call, the latest 100 of it.

        >>> from ecsphys import Physics
        >>> from ecsphys.rollback import Session
        >>> physics = Physics()
        >>> session = Session(physics, ["local", "remote"], lambda inputs: physics.step_once())
        >>> session.disconnect(1)
        >>> session.events()
        [SessionEvent(kind='disconnected', frame=0, players=(1,), ours='', theirs='')]
        """
        events, self._events = self._events, []
        return events

    # -- a frame -----------------------------------------------------------------------------------

    def advance(self, inputs: Sequence[Any] = ()) -> Advance:
        """Receive, correct wrong predictions, simulate the next frame or wait, and send.

        `inputs`: one for each local player, in the order of players. Those of a call that waits may be
        dropped: give the current ones again. What `step` raises is passed on, and the session is at its end.

        Raises `ValueError` for another number of inputs, `TypeError` for what is no input, `RuntimeError`
        within a step, when another esper world is current, and for a session that is at its end;
        `ConnectionError` after `connect_timeout`.

        >>> from ecsphys import Physics
        >>> from ecsphys.rollback import Session
        >>> physics = Physics()
        >>> session = Session(physics, 2, lambda inputs: print([player.value for player in inputs]))
        >>> done = session.advance([(1, 0), (0, 1)])  # two players at one machine
        [(1, 0), (0, 1)]
        """
        values = self._require_ready(inputs)
        self._is_running = True
        try:
            resimulated = self._catch_up()
            wait = self._reason_to_wait()
            if wait in ("", "prediction"):
                self._add_local(values)
                wait = "prediction" if self._is_too_far() else ""
            if not wait:
                self._timeline.simulate()
        except BaseException:
            self._has_failed = True
            raise
        finally:
            self._is_running = False
        self._timeline.forget()
        self._send()
        return Advance(self.frame, not wait, wait, resimulated)

    def poll(self) -> None:
        """Receive and send without simulating a frame: a game that pauses stays connected."""
        self._require_open()
        self._receive()
        self._send()

    def confirm(self, player: int, frame: int, value: Any) -> None:
        """Give the input of a "remote" player in a frame: of each frame, from 0 on, one after the other.

        Raises `ValueError` for another player or frame, `TypeError` for what is no input.

        >>> from ecsphys import Physics
        >>> from ecsphys.rollback import Session
        >>> physics = Physics()
        >>> session = Session(physics, ["remote"], lambda inputs: print(inputs[0]))
        >>> done = session.advance()
        Input(value=None, status='predicted')
        >>> session.confirm(0, 0, 7)
        >>> done = session.advance()  # frame 0 again, then frame 1
        Input(value=7, status='confirmed')
        Input(value=7, status='predicted')
        """
        player = whole(player, "player", 0, self.players - 1)
        queue = self._queues[player]
        if player in self.local or any(player in link.players for link in self._links):
            raise ValueError(f'player must be a "remote" one, got {player}')
        if frame != queue.last + 1:
            raise ValueError(
                f"frame must be {queue.last + 1}, the next one of player {player}, got {frame!r}"
            )
        self._codec.take_kind(value, "value")
        data = self._codec.encode(value, "value")
        queue.add(data, self._codec.decode(data))

    def disconnect(self, player: int) -> None:
        """Let a player be gone behind their last known input. Raises `ValueError` for a local one.

        >>> from ecsphys import Physics
        >>> from ecsphys.rollback import Session
        >>> physics = Physics()
        >>> session = Session(physics, ["remote"], lambda inputs: print(inputs[0]), default=0)
        >>> session.disconnect(0)
        >>> done = session.advance()
        Input(value=0, status='disconnected')
        """
        player = whole(player, "player", 0, self.players - 1)
        if player in self.local:
            raise ValueError(f"player must not be a local one, got {player}")
        for link in self._links:
            if player in link.players:
                self._give_up(link)
                return
        if not self._queues[player].is_gone:
            self._disconnect((player,))

    def close(self) -> None:
        """Tell the other machines that this one leaves, and close the transport."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._transport is not None:
            for link in self._links * _FAREWELLS:
                self._transport.send(link.address, link.packet(self.frame, len(self.local), leaves=True))
            self._transport.close()

    # -- its parts ---------------------------------------------------------------------------------

    def _require_open(self) -> None:
        if self._is_running:
            raise RuntimeError("a session advances already: step must not call it")
        if self._is_closed or self._has_failed:
            why = "is closed" if self._is_closed else "is at its end: it has raised an exception"
            raise RuntimeError(f"the session {why}; make another one")

    def _require_ready(self, inputs: Sequence[Any]) -> list[tuple[bytes, Any]]:
        """Return local inputs, encoded and as they are decoded: what all machines see."""
        self._require_open()
        self._physics.simulation.require_current()
        self._physics.simulation.require_between_steps("a session advances")
        if not isinstance(inputs, Sequence):
            raise TypeError(f"inputs must be a sequence, one for each local player, got {inputs!r}")
        given = list(inputs)
        if len(given) != len(self.local):
            raise ValueError(f"inputs must be one for each of the local players {self.local}, got {inputs!r}")
        for player, value in zip(self.local, given, strict=True):
            self._codec.take_kind(value, f"the input of player {player}")
        data = [
            self._codec.encode(value, f"the input of player {p}")
            for p, value in zip(self.local, given, strict=True)
        ]
        return [(one, self._codec.decode(one)) for one in data]

    def _catch_up(self) -> int:
        """Take in what has come, and return how many frames were simulated again."""
        self._receive()
        for link in self._links:
            link.tick(self.frame)
        resimulated = self._timeline.correct()
        self._compare()
        return resimulated

    def _reason_to_wait(self) -> Wait:
        missing = [link for link in self._links if not (link.is_connected or link.is_gone)]
        if missing:
            self._waited += 1
            self._require_patience(missing)
            return "connecting"
        waits = [link.time.should_wait() for link in self._links if not link.is_gone]  # each counts the call
        if any(waits):
            return "time"
        return ""

    def _is_too_far(self) -> bool:
        """Whether the next frame must not be predicted, too."""
        timeline = self._timeline
        return timeline.frame > timeline.confirmed and timeline.predicted >= self.max_prediction

    def _add_local(self, values: list[tuple[bytes, Any]]) -> None:
        """Confirm the inputs of local players for the frame on which they act, and send them."""
        if not self.local:
            return
        queues = [self._queues[player] for player in self.local]
        while queues[0].last < self.frame + self.input_delay:
            if queues[0].last + 1 < self.input_delay:
                blank = self._codec.encode(self._codec.default, "default"), self._codec.default
                row = [blank] * len(queues)
            else:
                row = values
            for queue, (data, value) in zip(queues, row, strict=True):
                queue.add(data, value)
            for link in self._links:
                if not link.is_gone:
                    link.queue(tuple(data for data, _ in row))

    # -- other machines ----------------------------------------------------------------------------

    def _receive(self) -> None:
        if self._transport is None:
            return
        if self._links and not self._is_introduced:
            self._introduce()
        links = {link.address: link for link in self._links}
        for address, data in self._transport.receive():
            if address in links:
                self._take(links[address], data)
            elif is_of_session(data) and address not in self._strangers:
                self._strangers = [*self._strangers[-_MOST_STRANGERS + 1 :], address]
        for link in self._links:
            self._watch(link)

    def _take(self, link: Link, data: bytes) -> None:
        """Take in one packet."""
        was_connected = link.is_connected
        for row in link.read(data, self.frame):
            try:
                values = [self._codec.decode(one) for one in row]
            except ValueError:
                break
            for player, one, value in zip(link.players, row, values, strict=True):
                self._queues[player].add(one, value)
            link.received += 1
        if link.is_connected and not was_connected:
            self._note("connected", link.players)
        if link.mismatch is not None and link.mismatch != self._mismatches.get(link.address):
            self._mismatches[link.address] = link.mismatch
            self._note("mismatch", link.players, None, *link.mismatch)

    def _watch(self, link: Link) -> None:
        """Note whether a machine is silent, back, or lost."""
        if link.is_gone or not link.is_connected:
            return
        if link.is_lost:
            self._give_up(link)
        elif link.is_silent != link.is_interrupted:
            link.is_interrupted = link.is_silent
            self._note("interrupted" if link.is_silent else "resumed", link.players)

    def _give_up(self, link: Link) -> None:
        if not link.is_gone:
            link.is_gone = True
            self._disconnect(link.players)

    def _disconnect(self, players: tuple[int, ...]) -> None:
        for player in players:
            self._queues[player].disconnect()
        self._note("disconnected", players)

    def _send(self) -> None:
        if self._transport is not None:
            for link in self._links:
                if not link.is_gone:
                    greeting = link.greeting()
                    if greeting is not None:
                        self._transport.send(link.address, greeting)
                    self._transport.send(link.address, link.packet(self.frame, len(self.local)))

    def _introduce(self) -> None:
        """Note what the other machines must have in common with this one, as it is now."""
        terms = terms_of(self._physics, self.players, self._components)
        for link in self._links:
            link.introduce(Greeting(self.local, link.players, terms))
        self._is_introduced = True

    def _require_patience(self, missing: list[Link]) -> None:
        """Raise `ConnectionError` if machines have been missing for too long."""
        limit = self._connect_timeout
        if limit is not None and self._transport is not None and self._waited * self._physics.step > limit:
            transport, others = self._transport, ", ".join(map(repr, self._strangers))
            reasons = [link.why_missing(problem_of(transport, link.address), others) for link in missing]
            raise ConnectionError(f"no connection within {limit:g} s: {'; '.join(reasons)}")

    def _compare(self) -> None:
        """Compare the fingerprints of confirmed frames."""
        for frame, fingerprint in self._timeline.take_confirmed_fingerprints().items():
            self._fingerprints[frame] = fingerprint
            for link in self._links:
                link.report(frame, fingerprint)
        for link in self._links:
            for frame in sorted(link.reports.keys() & self._fingerprints.keys()):
                theirs, ours = link.reports.pop(frame), self._fingerprints[frame]
                if theirs != ours and link.address not in self._desynced:
                    self._desynced.add(link.address)
                    self._note("desync", link.players, frame, ours, theirs)
        while len(self._fingerprints) > MOST_UNACKED:
            del self._fingerprints[min(self._fingerprints)]

    def _note(
        self,
        kind: EventKind,
        players: tuple[int, ...],
        frame: int | None = None,
        ours: str = "",
        theirs: str = "",
    ) -> None:
        event = SessionEvent(kind, self.frame if frame is None else frame, players, ours, theirs)
        self._events = [*self._events[1 - _MOST_EVENTS :], event]


def _places(players: Any) -> tuple[Address, ...]:
    """Return where each player is. Raises `TypeError` and `ValueError`."""
    if hasattr(players, "__index__"):
        return ("local",) * whole(players, "players", 1, MOST_PLAYERS)
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TypeError(
            f'players must be a number, or for each player "local", "remote" or an address, got {players!r}'
        )
    places = tuple(players)
    if not 1 <= len(places) <= MOST_PLAYERS:
        raise ValueError(f"players must be 1 to {MOST_PLAYERS}, got {len(places)}")
    for player, place in enumerate(places):
        if not isinstance(place, Hashable):
            raise TypeError(f'players[{player}] must be "local", "remote" or an address, got {place!r}')
    return places


def _links(places: tuple[Address, ...], transport: Transport | None) -> list[Link]:
    """Return a link to each machine. Raises `ValueError` if there are any without a transport."""
    addresses = list(dict.fromkeys(place for place in places if place not in ("local", "remote")))
    if addresses and transport is None:
        raise ValueError(f"players with an address need a transport, got {addresses[0]!r} and transport=None")
    number = random.SystemRandom().randrange(1, 1 << 32)
    return [
        Link(address, tuple(p for p, place in enumerate(places) if place == address), number)
        for address in addresses
    ]
