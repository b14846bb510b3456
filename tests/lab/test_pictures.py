"""Pictures and films of display lists."""

from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image, ImageFont

from ecsphys.lab import names, open_exhibit
from ecsphys.lab.display import Align, Display, Text
from ecsphys.lab.palette import GROUND
from ecsphys.lab.pictures import picture, save_film
from ecsphys.lab.space.painter import without_scenes

RED, BLUE = (255, 0, 0, 255), (0, 0, 255, 255)


def test_the_middle_of_the_stage_is_the_middle_of_the_picture() -> None:
    display = Display()
    display.disc((0, 0), 5.0, RED)
    display.polygon([(100, 100), (120, 100), (120, 120), (100, 120)], BLUE)
    image = picture(display)
    assert image.size == (720, 640)
    assert image.getpixel((360, 320)) == RED[:3]
    assert image.getpixel((360 + 110, 320 - 110)) == BLUE[:3]  # y is up
    assert image.getpixel((10, 10)) == GROUND[:3]


def test_later_items_are_above() -> None:
    display = Display()
    display.disc((0, 0), 20.0, RED)
    display.line((-30, 0), (30, 0), BLUE, 6.0)
    assert picture(display).getpixel((360, 320)) == BLUE[:3]


def test_fillings_let_shine_through_what_is_below() -> None:
    display = Display()
    display.disc((0, 0), 20.0, RED)
    display.disc((0, 0), 20.0, (*BLUE[:3], 128))
    red, _, blue = picture(display).getpixel((360, 320))
    assert red == pytest.approx(127, abs=2)
    assert blue == pytest.approx(128, abs=2)


@pytest.mark.parametrize(
    ("align", "left", "right"), [("left", False, True), ("center", True, True), ("right", True, False)]
)
def test_text_is_aligned_at_its_position(align: Align, left: bool, right: bool) -> None:
    display = Display()
    display.text((0, 0), "MMMM", RED, 20.0, align)
    image = picture(display).crop((300, 300, 420, 322)).getchannel("R")
    box = image.point(lambda value: 255 * (value > 128)).getbbox()
    assert box is not None
    assert (box[0] + 300 < 355) == left
    assert (box[2] + 300 > 365) == right


def test_a_film_has_a_picture_a_frame_and_repeats(tmp_path: Path) -> None:
    frames = []
    for k in range(3):
        display = Display()
        display.disc((40 * k, 0), 20.0, RED)
        frames.append(display)
    path = tmp_path / "film.gif"
    save_film(frames, path, rate=25.0)
    film = Image.open(path)
    assert (film.n_frames, film.info["duration"], film.info["loop"]) == (3, 40, 0)
    with pytest.raises(ValueError, match="frames must be at least one"):
        save_film([], path)


@pytest.mark.parametrize("name", names())
def test_the_font_has_all_letters(name: str) -> None:
    font = ImageFont.load_default(24)
    missing = bytes(font.getmask("\uffff"))
    with closing(open_exhibit(name)) as runner:
        items = without_scenes(runner.display()).items
    letters = {letter for item in items if isinstance(item, Text) for letter in item.text}
    assert [letter for letter in letters if bytes(font.getmask(letter)) == missing] == []
