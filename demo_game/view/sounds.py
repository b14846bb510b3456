"""The sounds of signals. Without an audio device the game is silent."""

from __future__ import annotations

import arcade
import esper

from .. import signals
from ..components import Weapon
from ..signals import Signal

_FOLDER = ":resources:sounds/"
_SOUNDS: dict[str, tuple[str, float]] = {
    signals.JUMPED: ("jump1.wav", 0.3),
    signals.EMPTY: ("error2.wav", 0.3),
    signals.RICOCHET: ("hit1.wav", 0.15),
    signals.REFLECTED: ("hit3.wav", 0.2),
    signals.BOUNCED: ("rockHit2.wav", 0.2),
    signals.EXPLODED: ("explosion1.wav", 0.5),
    signals.SHATTERED: ("hit5.wav", 0.5),
    signals.ENEMY_HIT: ("hit2.wav", 0.35),
    signals.ENEMY_DOWN: ("explosion2.wav", 0.4),
    signals.PLAYER_HURT: ("hurt2.wav", 0.5),
    signals.PLAYER_DOWN: ("gameover3.wav", 0.6),
    signals.PICKED_UP: ("coin5.wav", 0.5),
    signals.CHECKPOINT: ("upgrade1.wav", 0.5),
    signals.PLATE_DOWN: ("upgrade3.wav", 0.3),
    signals.FURNACE_FED: ("upgrade5.wav", 0.6),
    signals.DOOR_OPENS: ("secret2.wav", 0.5),
    signals.ROPE_CUT: ("hit4.wav", 0.4),
    signals.GRABBED: ("jump4.wav", 0.2),
    signals.SPLASHED: ("fall1.wav", 0.3),
    signals.LEVEL_WON: ("upgrade4.wav", 0.6),
}
_WEAPONS: dict[str, tuple[str, float]] = {
    Weapon.PISTOL: ("laser2.wav", 0.25),
    Weapon.LASER: ("laser4.wav", 0.4),
    Weapon.ROCKETS: ("laser5.wav", 0.4),
    Weapon.GRENADES: ("phaseJump1.wav", 0.3),
}


class Sounds:
    """Plays one sound per signal, in every esper world where `listen` was called. `volume` is 0 … 1."""

    def __init__(self, volume: float):
        self.volume = volume
        self._voices = {signal: _Voice(self, *sound) for signal, sound in _SOUNDS.items()}
        self._guns = {name: _Voice(self, *sound) for name, sound in _WEAPONS.items()}

    def listen(self) -> None:
        """Handle the signals of the current esper world."""
        for signal, voice in self._voices.items():
            esper.set_handler(signal, voice.play)
        esper.set_handler(signals.FIRED, self._fired)

    def _fired(self, signal: Signal) -> None:
        if signal.kind in self._guns:
            self._guns[signal.kind].play(signal)

    def click(self) -> None:
        """Play a sample, for menus."""
        self._voices[signals.PICKED_UP].play()


class _Voice:
    """One sound, loaded at its first use; silent if its file or the device is missing."""

    def __init__(self, sounds: Sounds, name: str, volume: float):
        self._sounds, self._name, self._volume = sounds, name, volume
        self._sound: arcade.Sound | None = None
        self._broken = False

    def play(self, signal: Signal | None = None) -> None:
        """Play the sound once."""
        volume = self._volume * self._sounds.volume
        if self._broken or volume <= 0.0:
            return
        try:
            self._sound = self._sound or arcade.load_sound(_FOLDER + self._name)
            self._sound.play(volume)
        except Exception:  # whatever the platform's audio library raises: sound is a luxury
            self._broken = True
