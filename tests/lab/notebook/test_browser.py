"""The widget in JupyterLab, in Chromium without a screen."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from ecsphys.lab import open_exhibit

pytestmark = pytest.mark.long
Open = Callable[..., Any]
CIRCLES = "from ecsphys.lab.notebook import show\nshow('circle-and-circle', a=(-70, -20), b=(60, 30))"
STACK = "from ecsphys.lab.notebook import show\nwidget = show('soft-contacts')\nwidget"
COUNTS = "import esper\nprint(widget.runner.steps, len(esper.list_worlds()))"


def run(page: Any, cell: int) -> Any:
    """Run a cell; return its output."""
    place = page.locator(".jp-Notebook .jp-Cell").nth(cell)
    before = place.locator(".jp-InputPrompt").first.inner_text()
    place.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    place.locator(".jp-InputPrompt").first.filter(has_not_text=before).filter(
        has_text=re.compile(r"\d")
    ).wait_for()
    return place.locator(".jp-Cell-outputArea")


def printed(page: Any, cell: int, wanted: Callable[[int, int], bool]) -> list[int]:
    """Run COUNTS until what it prints is as wanted; return it."""
    for _ in range(100):
        output = run(page, cell)
        output.filter(has_text=re.compile(r"\d")).wait_for()  # may come after the prompt
        found = [int(text) for text in output.inner_text().split()]
        if wanted(*found):
            return found
        page.wait_for_timeout(100)
    pytest.fail(f"steps and worlds are still {found}")


def shown(page: Any, cell: int) -> Any:
    """Run a cell that makes a widget; return the widget when it shows numbers."""
    widget = run(page, cell).locator(".ecsphys-lab")
    widget.locator("td").first.wait_for()
    return widget


def numbers(widget: Any) -> dict[str, str]:
    cells = "widget => [...widget.querySelectorAll('td')].map(cell => cell.textContent)"
    texts = widget.evaluate(cells)
    return dict(zip(texts[::2], texts[1::2], strict=True))


def until(page: Any, widget: Any, name: str, value: float) -> None:
    """Wait for a number to become a value."""
    page.wait_for_function(
        "([widget, name, value]) => [...widget.querySelectorAll('tr')].some(row =>"
        " row.cells[0].textContent === name && Math.abs(Number(row.cells[1].textContent) - value) < 0.01)",
        arg=[widget.element_handle(), name, value],
    )


def place(widget: Any, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the stage is in the page."""
    box = widget.locator("canvas").bounding_box()
    return box["x"] + (x / 720 + 0.5) * box["width"], box["y"] + (0.5 - y / 640) * box["height"]


def drag(page: Any, widget: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*place(widget, *start))
    page.mouse.down()
    page.mouse.move(*place(widget, *end), steps=5)
    page.mouse.up()


def colors(widget: Any) -> int:
    """Return how many colours the canvas has."""
    return int(
        widget.locator("canvas").evaluate(
            "canvas => new Set(new Uint32Array(canvas.getContext('2d')"
            ".getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size"
        )
    )


def test_handles_sliders_keys_and_copies(notebook: Open) -> None:
    page = notebook(CIRCLES)
    widget = shown(page, 0)
    assert colors(widget) > 8
    until(page, widget, "distance of centres", math.hypot(130, 50))
    drag(page, widget, (62, 31), (122, 111))
    x, y = place_of_b(page, widget)
    assert (x, y) == pytest.approx((120, 110), abs=1.5)  # pixels of the page are not those of the stage
    until(page, widget, "distance of centres", math.hypot(x + 70, y + 20))
    check_slider_and_keys(page, widget)
    made = eval(copied(page, widget, "copy state"), {"open_exhibit": open_exhibit}).numbers()
    assert {name: float(text) for name, text in numbers(widget).items() if text[0] in "-0123456789"} == {
        name: pytest.approx(value, rel=1e-5) for name, value in made.items() if not isinstance(value, bool)
    }
    test: dict[str, Any] = {}
    exec(copied(page, widget, "copy test"), test)
    test["test_circle_and_circle"]()
    widget.get_by_role("button", name="code").click()
    widget.locator(".code").get_by_text("def collide_circles").wait_for()
    box = widget.locator("canvas").bounding_box()
    assert box["width"] / box["height"] == pytest.approx(720 / 640, rel=0.01)  # as high as it was
    if path := os.environ.get("ECSPHYS_SCREENSHOTS"):
        page.screenshot(path=f"{path}/notebook.png")


def test_keys_in_space(notebook: Open) -> None:
    page = notebook("from ecsphys.lab.notebook import show\nshow('space-separating-axes')")
    widget = shown(page, 0)
    before = open_exhibit("space-separating-axes").exhibit
    widget.locator("canvas").focus()
    keys = ("Tab", "Tab", "Shift+PageUp", "ArrowUp", "{", "[", "End", "End", "Home", "PageUp", "+")
    for key in keys:
        page.keyboard.press(key)
    after = eval(copied(page, widget, "copy state"), {"open_exhibit": open_exhibit}).exhibit
    assert after.a == before.a  # b is selected
    assert after.b.position[1] > before.b.position[1] and after.b.position[2] < before.b.position[2]
    cosine = abs(sum(x * y for x, y in zip(after.b.orientation, before.b.orientation, strict=True)))
    assert math.degrees(2 * math.acos(cosine)) == pytest.approx(math.sqrt(2), abs=0.01)  # a degree each
    assert after.turn == pytest.approx(before.turn + 5)
    assert after.height == pytest.approx(before.height + 5)
    assert after.zoom == pytest.approx(0.9 * before.zoom)


def copied(page: Any, widget: Any, button: str) -> str:
    """Click on a button; return what it copies, which the clipboard has, too."""
    area = widget.locator("textarea")
    area.evaluate("area => area.value = ''")
    widget.get_by_role("button", name=button).click()
    page.wait_for_function("area => area.value !== ''", arg=area.element_handle())
    text = str(area.input_value())
    page.wait_for_function("async text => await navigator.clipboard.readText() === text", arg=text)
    return text


def place_of_b(page: Any, widget: Any) -> tuple[float, float]:
    x, y = re.findall(r"b=\(([-\d.]+), ([-\d.]+)", copied(page, widget, "copy state"))[0]
    return float(x), float(y)


def check_slider_and_keys(page: Any, widget: Any) -> None:
    """Move a slider to its end, then B by keys; letters that cut and add cells elsewhere do nothing here."""
    widget.get_by_label("radius of B").focus()
    page.keyboard.press("End")
    circles = open_exhibit("circle-and-circle").exhibit
    until(page, widget, "sum of radii", circles.values["radius_a"] + circles.controls["radius_b"].high)
    x, y = place_of_b(page, widget)
    canvas, cells = widget.locator("canvas"), page.locator(".jp-Notebook .jp-Cell").count()
    canvas.focus()
    for key in ("a", "b", "d", "d", "x", "Shift+ArrowRight", "ArrowUp"):  # B is selected: it was dragged
        page.keyboard.press(key)
    until(page, widget, "distance of centres", math.hypot(x + 80, y + 21))
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    page.keyboard.press("Tab")  # there is nothing to select after B: Tab is not caught for good
    assert canvas.evaluate("canvas => document.activeElement !== canvas")


def test_time_passes_in_each_widget_for_itself(notebook: Open) -> None:
    page = notebook(STACK, STACK.replace("widget", "other"), COUNTS)
    one, two = shown(page, 0), shown(page, 1)
    one.scroll_into_view_if_needed()
    printed(page, 2, lambda steps, worlds: steps > 0)
    one.get_by_role("button", name="pause").click()
    one.locator('button[aria-pressed="true"]', has_text="pause").wait_for()
    before, worlds_before = printed(page, 2, lambda steps, worlds: True)
    page.wait_for_timeout(500)
    assert printed(page, 2, lambda steps, worlds: True) == [before, worlds_before]
    one.locator("canvas").focus()
    page.keyboard.press(".")
    assert printed(page, 2, lambda steps, worlds: steps > before)[0] == before + 1
    two.scroll_into_view_if_needed()
    assert two.locator('button[aria-pressed="true"]').count() == 0
    shown(page, 0)
    printed(page, 2, lambda steps, worlds: worlds == worlds_before)  # those of the old widget have gone


def test_an_exhibit_that_fails_says_so(notebook: Open) -> None:
    page = notebook(
        "from ecsphys.lab.notebook import show\nwidget = show()\nwidget",
        "def fail(display):\n    raise ZeroDivisionError('no share')\nwidget.runner.exhibit.draw = fail",
    )
    widget = shown(page, 0)
    run(page, 1)
    widget.locator("canvas").click()
    widget.get_by_text("ZeroDivisionError: no share").wait_for()
    widget.locator("select.catalog").select_option("soft-contacts")
    widget.get_by_text("sunk, by slider").wait_for()
    assert widget.locator(".error").is_hidden()
