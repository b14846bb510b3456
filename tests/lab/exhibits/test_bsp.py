"""The exhibit of space partitioning: sections and ways against geometry by hand."""

from ecsphys import Vec2
from ecsphys.lab import open_exhibit

# Two walls as a cross, and one to the right that the second one's line cuts.
CROSS = {
    "start1": (0.0, -100.0), "end1": (0.0, 100.0),
    "start2": (-50.0, 0.0), "end2": (50.0, 0.0),
    "start3": (200.0, -100.0), "end3": (200.0, 100.0),
}  # fmt: skip


def test_sections_come_wall_by_wall() -> None:
    """A wall adds a section for each of its pieces: each piece cuts one section in two."""
    runner = open_exhibit("bsp", **CROSS)
    counts = []
    for walls in range(4):
        runner.set("count", walls)
        numbers = runner.numbers()
        counts.append((numbers["sections"], numbers["pieces of walls"]))
    assert counts == [(1, 0), (2, 1), (4, 3), (6, 5)]


def test_a_point_is_located_by_the_sides_that_it_is_on() -> None:
    runner = open_exhibit("bsp", **CROSS, probe=(-100.0, 100.0))
    walls = [(Vec2(*CROSS[f"start{k}"]), Vec2(*CROSS[f"end{k}"])) for k in (1, 2, 3)]
    assert runner.press((-100.0, 100.0))
    sections = set()
    for place in (
        (-100.0, 100.0),
        (-100.0, -100.0),
        (100.0, 50.0),
        (100.0, -50.0),
        (300.0, 9.0),
        (300.0, -9.0),
    ):
        runner.drag(place)
        _, way = runner.exhibit.tree.locate(place)
        for step in way:
            start, end = walls[step.wall.name - 1]
            assert step.front == ((end - start).cross(Vec2(*place) - start) >= 0.0)
        assert runner.numbers()["questions"] == len(way) == (2 if place[0] < 0.0 else 3)
        sections.add(runner.numbers()["section of the point"])
    assert sections == {1, 2, 3, 4, 5, 6}


def test_dragging_a_wall_off_the_line_of_another_saves_a_cut() -> None:
    runner = open_exhibit("bsp", **CROSS)
    assert runner.numbers()["pieces of walls"] == 5
    assert runner.press((200.0, -100.0))
    runner.drag((200.0, 50.0))  # now the third wall is above the second one's line
    assert runner.numbers()["pieces of walls"] == 4
    assert runner.numbers()["sections"] == 5


def test_all_walls_are_drawn() -> None:
    for count in range(6):
        assert open_exhibit("bsp", count=count).display().items
