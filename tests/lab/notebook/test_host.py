"""Questions of the front end, asked without one."""

from __future__ import annotations

import asyncio
import math
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import esper
import numpy as np
import pytest

pytest.importorskip("anywidget")

from ecsphys import Box, Collider, RigidBody, Transform
from ecsphys.lab import Exhibit, Runner, names, open_exhibit
from ecsphys.lab.controls import Button, Choice, Point, Slider, Toggle
from ecsphys.lab.display import Display
from ecsphys.lab.notebook import LabWidget, show
from ecsphys.lab.notebook.encoding import encode_display
from ecsphys.lab.notebook.host import Host


class Falling(Exhibit):
    """A box that falls from the height of a slider."""

    title = "Falling"
    height = Slider("height", 0, 200, 100, step=50, unit="px", rebuild=True)
    target = Point((10, 20))
    shown = Toggle("shown", True, key="h")
    kind = Choice("kind", ("box", "ball"), "box")

    def build(self) -> None:
        self.stage = self.world(gravity=(0, -600))
        self.box = self.stage.create(Transform(0, self.height), RigidBody(), Collider(Box(20, 20)))
        self.kicks = 0

    @Button("kick", key="k")
    def kick(self) -> None:
        self.kicks += 1

    def step(self) -> None:
        self.stage.step()

    def numbers(self) -> dict[str, Any]:
        return {"y": self.stage.get(self.box, Transform).y, "kicks": self.kicks, "shown": self.shown}


class Broken(Exhibit):
    """Fails while its slider is above 1."""

    share = Slider("share", 0, 2, 1)

    def draw(self, display: Display) -> None:
        if self.share > 1:
            raise ZeroDivisionError("the share is gone")


def host_of(kind: type[Exhibit]) -> Host:
    host = Host("circle-and-circle")
    host.runner.close()
    host.runner = Runner("x", kind)
    return host


def ask(host: Host, *inputs: list[Any], dt: float = 0.0, hello: bool = False) -> dict[str, Any]:
    reply = host.answer({"from": "me", "dt": dt, "hello": hello, "inputs": inputs})
    assert reply is not None and reply[0]["to"] == "me"
    return {**reply[0], "ends": np.frombuffer(reply[1], np.float32)}


def number(answer: dict[str, Any], name: str) -> float:
    return float(dict(answer["numbers"])[name])


def test_the_first_answer_describes_the_exhibit() -> None:
    answer = ask(Host("circle-and-circle"), hello=True)
    exhibit = answer["exhibit"]
    assert exhibit["name"] == "circle-and-circle" and exhibit["title"] == "Circle and circle"
    assert exhibit["handles"] == ["a", "b"] and not exhibit["moves"] and exhibit["catalog"] == []
    assert [(c["name"], c["kind"]) for c in exhibit["controls"]] == [
        ("radius_a", "slider"),
        ("radius_b", "slider"),
    ]
    assert sum(n for kind, *item in answer["items"] if kind == "s" for _, n in item[1]) * 4 == len(
        answer["ends"]
    )
    assert "exhibit" not in ask(Host("circle-and-circle"))


def test_a_dragged_handle_changes_the_numbers_to_the_closed_form() -> None:
    host = Host("circle-and-circle", a=(-70.0, -20.0), b=(60.0, 30.0))
    answer = ask(host, ["press", 62, 31], ["drag", 102, 91], ["release"], ["drag", 0, 0])
    assert number(answer, "distance of centres") == pytest.approx(math.hypot(170, 110), abs=1e-3)
    answer = ask(host, ["select", "a"], ["nudge", -10, 0, 0])
    assert number(answer, "distance of centres") == pytest.approx(math.hypot(180, 110), abs=1e-3)


def test_the_wheel_turns_a_thing_or_moves_the_camera() -> None:
    host = Host("separating-axes")
    x, y, angle = host.runner.exhibit.values["a"]
    ask(host, ["scroll", x, y, 2])
    assert host.runner.exhibit.values["a"] == pytest.approx((x, y, angle + math.radians(10)))
    host = Host("space-separating-axes")
    ask(host, ["scroll", 350, 310, -1])
    assert host.runner.exhibit.values["zoom"] == pytest.approx(1 / 0.9)


def test_keys_move_turn_and_lift_things_in_space_and_its_camera() -> None:
    host = Host("space-separating-axes")
    exhibit = host.runner.exhibit
    assert ask(host, hello=True)["exhibit"]["space"]
    assert ask(host, hello=True)["exhibit"]["handles"] == ["a", "b"]
    before, turn, height, zoom = exhibit.values["b"], exhibit.turn, exhibit.height, exhibit.zoom
    ask(host, ["select", "b"], ["nudge", 0, 0, 10], ["turn", 0.25, 0.0], ["look", 5, -5, 1])
    after = exhibit.values["b"]
    assert after.position[1] > before.position[1]
    assert after.position[::2] == pytest.approx(before.position[::2])
    assert abs(np.dot(before.orientation, after.orientation)) == pytest.approx(math.cos(0.125))
    assert (exhibit.turn, exhibit.height) == pytest.approx((turn + 5, height - 5))
    assert exhibit.zoom == pytest.approx(0.9 * zoom)
    assert not ask(Host("circle-and-circle"), hello=True)["exhibit"]["space"]


def test_controls() -> None:
    host = host_of(Falling)
    answer = ask(
        host, ["set", "height", 0.52], ["set", "shown", False], ["set", "kind", "ball"], ["click", "kick"]
    )
    assert answer["values"] == {"height": [0.5, "100 px"], "shown": False, "kind": "ball"}
    assert dict(answer["numbers"]) == {"y": "100", "kicks": "1", "shown": "no"}
    assert ask(host, ["key", "h"])["values"]["shown"] is True
    assert ask(host, ["set", "height", 1])["numbers"][0] == ("y", "200")
    assert ask(host, ["reset"])["values"] == {"height": [0.5, "100 px"], "shown": True, "kind": "box"}


def test_time() -> None:
    host = host_of(Falling)
    fallen = ask(host, dt=3 / 60)
    runner = Runner("alone", Falling).play(3)
    assert host.runner.steps == 3 and host.runner.numbers() == runner.numbers()
    assert ask(host, ["pause"], dt=1.0)["paused"] and host.runner.steps == 3
    assert ask(host, ["step"], dt=1.0)["paused"] and host.runner.steps == 4
    answer = ask(host, ["pause"], ["slow"], dt=5 / 60)
    assert answer["slow"] and not answer["paused"] and host.runner.steps == 5
    assert number(answer, "y") < number(fallen, "y") < 100
    ask(host, ["restart"])
    assert host.runner.steps == 0


def test_what_an_exhibit_raises_is_shown_and_it_goes_on_afterwards() -> None:
    host = host_of(Broken)
    broken = ask(host, ["set", "share", 0.9])
    assert "ZeroDivisionError: the share is gone" in broken["error"] and "items" not in broken
    assert "error" not in ask(host, ["set", "share", 0.1])


def test_worlds_end_when_nobody_looks_and_come_back() -> None:
    before = esper.list_worlds()
    host = host_of(Falling)
    ask(host, ["set", "height", 1.0], dt=0.05)
    assert len(esper.list_worlds()) == len(before) + 1
    assert host.answer({"leave": True}) is None
    assert esper.list_worlds() == before
    answer = ask(host)
    assert answer["values"]["height"] == [1.0, "200 px"] and host.runner.steps == 0
    host.close()
    assert esper.list_worlds() == before


def test_two_of_the_same_do_not_disturb_each_other_nor_the_current_world() -> None:
    current = esper.current_world
    entity = esper.create_entity(Transform(1, 2))
    one, two = host_of(Falling), host_of(Falling)
    ask(two, ["set", "height", 1.0])
    for _ in range(10):
        ask(one, dt=1 / 60)
        ask(two, ["press", 0, 190], ["drag", 30, 190], dt=2 / 60)
    assert one.runner.numbers() == Runner("alone", Falling).play(10).numbers()
    assert one.runner.steps == 10 and two.runner.steps == 20
    one.close()
    assert "error" not in ask(two, dt=1 / 60)
    assert esper.current_world == current and esper.component_for_entity(entity, Transform).x == 1


def test_code_and_copies() -> None:
    host = Host("circle-and-circle", b=(50.0, 0.0))
    code = ask(host, ["code"])["code"]
    assert any("def " in part["text"] and part["path"].startswith("ecsphys/") for part in code)
    state = ask(host, ["state"])["copy"]
    assert eval(state, {"open_exhibit": open_exhibit}).numbers() == host.runner.numbers()
    made: dict[str, Any] = {}
    exec(ask(host, ["test"])["copy"], made)
    made["test_circle_and_circle"]()


def test_another_exhibit_is_opened_from_the_list() -> None:
    before = esper.list_worlds()
    host = Host(None)
    catalog = ask(host, hello=True)["exhibit"]["catalog"]
    assert [name for _, exhibits in catalog for name, _ in exhibits] == names()
    assert ask(host, ["open", "soft-contacts"])["exhibit"]["name"] == "soft-contacts" == host.runner.name
    assert "there is no exhibit 'nothing'" in ask(host, ["open", "nothing"])["error"]
    assert host.runner.name == "soft-contacts" and "error" not in ask(host, dt=1 / 60)
    host.close()
    assert esper.list_worlds() == before


def test_lines_of_one_color_follow_each_other() -> None:
    display = Display()
    red, blue = (255, 0, 0, 255), (0, 0, 255, 128)
    colors = np.array([blue, blue, red, red, blue, blue], np.uint8)
    display._segments(np.arange(12.0).reshape(6, 2), red, 2.0)
    display.items[0] = display.items[0]._replace(colors=colors)
    display.line((1, 2), (3, 4), red)
    items, ends = encode_display(display)
    assert items == [["s", 2.0, [["#0000ff80", 2], ["#ff0000ff", 1]]], ["s", 1.5, [["#ff0000ff", 1]]]]
    assert np.frombuffer(ends, np.float32).reshape(-1, 4).tolist() == [
        [0, 1, 2, 3], [8, 9, 10, 11], [4, 5, 6, 7], [1, 2, 3, 4],
    ]  # fmt: skip
    assert encode_display(Display()) == ([], b"")


def test_show_says_what_it_does_not_know() -> None:
    with pytest.raises(ValueError, match="there is no exhibit 'nothing'"):
        show("nothing")
    with pytest.raises(ValueError, match="has no 'radius'"):
        show("circle-and-circle", radius=3)
    numbers = show("circle-and-circle", radius_a=50.0, radius_b=30.0).runner.numbers()
    assert numbers["sum of radii"] == 80.0


def send(widget: LabWidget) -> None:
    """Send a question as the kernel passes it on."""
    widget._handle_custom_msg({"from": "page", "dt": 0.0, "inputs": []}, [])


def test_questions_heard_in_another_thread_are_answered_in_the_thread_of_the_cells() -> None:
    async def cell() -> list[int]:
        threads: list[int] = []
        widget = show("soft-contacts")
        widget.send = lambda content, buffers: threads.append(threading.get_ident())
        send(widget)
        heard = threading.Thread(target=send, args=(widget,))
        heard.start()
        heard.join()
        assert len(threads) == 1  # the cell is still running
        await asyncio.sleep(0)
        return threads

    def kernel() -> tuple[list[int], int]:
        return asyncio.run(cell()), threading.get_ident()

    with ThreadPoolExecutor(1) as pool:  # a loop of Playwright's may run in this thread
        threads, own = pool.submit(kernel).result()
    assert threads == [own] * 2


def test_a_closed_widget_leaves_no_world() -> None:
    before = esper.list_worlds()
    widget = show("soft-contacts")
    widget.close()
    assert esper.list_worlds() == before
