"""The lines by which a build tells how far it is, and the bar that is made of them."""

from __future__ import annotations

import io
import sys

import pytest

from ecsphys.compile.progress import share_told, shares_shown, tell_share


class Terminal(io.StringIO):
    """What is written to it, as to a terminal."""

    def isatty(self) -> bool:
        return True


def test_each_tenth_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    for k in range(101):
        tell_share("a module", k / 100)
    told = [share_told(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [("a module", k / 10) for k in range(11)]


@pytest.mark.parametrize(
    "line", ["ecsphys: native kernels built: _native", "", "ecsphys: most % compiled of _native", "70 %"]
)
def test_other_lines_tell_no_share(line: str) -> None:
    assert share_told(line) is None
    with shares_shown() as show:
        assert not show(line)


@pytest.mark.parametrize("with_tqdm", [True, False])
def test_a_terminal_shows_the_mean_of_all_modules(monkeypatch: pytest.MonkeyPatch, with_tqdm: bool) -> None:
    if with_tqdm:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm", None)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with shares_shown() as show:
        for line in ("ecsphys: 20 % compiled of _native", "ecsphys: 40 % compiled of _native3d"):
            assert show(line)
    last = terminal.getvalue().rstrip().rpartition("\r")[2]
    assert "_native and _native3d" in last and ("30%" if with_tqdm else "30/100") in last


def test_a_log_and_no_output_at_all_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (io.StringIO(), None):
        monkeypatch.setattr(sys, "stderr", stream)
        with shares_shown() as show:
            assert show("ecsphys: 20 % compiled of _native")
        assert stream is None or stream.getvalue() == ""
