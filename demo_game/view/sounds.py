"""Sounds for what happens. Where none can be played the game is silent."""

from __future__ import annotations

import arcade
import esper

from .. import signals

_FOLDER = ":resources:sounds/"
_SOUNDS = {
    signals.JUMPED: ("jump1.wav", 0.25),
    signals.FIRED: ("laser2.wav", 0.18),
    signals.BEAM_ENDED: ("laser4.wav", 0.3),
    signals.ENEMY_HIT: ("hit2.wav", 0.3),
    signals.ENEMY_DOWN: ("explosion2.wav", 0.35),
    signals.PLAYER_HURT: ("hurt2.wav", 0.4),
    signals.PLAYER_DOWN: ("gameover3.wav", 0.5),
    signals.PICKED_UP: ("coin5.wav", 0.4),
    signals.DOOR_OPENS: ("secret2.wav", 0.5),
    signals.EXPLODED: ("explosion2.wav", 0.5),
    signals.SHATTERED: ("hit2.wav", 0.4),
    signals.LEVEL_WON: ("upgrade4.wav", 0.5),
}


class Sounds:
    """Plays one sound a signal, for every esper world in which it listens."""

    def __init__(self, on: bool):
        chosen = _SOUNDS if on else {}
        self._voices = {signal: _Voice(name, volume) for signal, (name, volume) in chosen.items()}

    def listen(self) -> None:
        """Hear what happens in the current esper world."""
        for signal, voice in self._voices.items():
            esper.set_handler(signal, voice.play)


class _Voice:
    """One sound at one volume; silent if the file or the device is missing."""

    def __init__(self, name: str, volume: float):
        self._volume = volume
        try:
            self._sound: arcade.Sound | None = arcade.load_sound(_FOLDER + name)
        except Exception:  # whatever the platform's audio library raises: sound is a luxury
            self._sound = None

    def play(self, signal: signals.Signal) -> None:
        """Play it once."""
        if self._sound is None:
            return
        try:
            self._sound.play(self._volume)
        except Exception:
            self._sound = None
