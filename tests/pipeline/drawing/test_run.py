from __future__ import annotations

import io
from contextlib import closing

import pytest
from PIL import Image

from forge.errors import UnavailableError, UsageError
from forge.pipeline.drawing import run as module
from forge.pipeline.drawing.lettering import font, wrapped
from forge.pipeline.drawing.run import GAP, WIDTH, draw_into, overview, stacked
from forge.storage.workspace import Workspace

from ...cli.conftest import OTHER, RUN, keep, start_run
from ...tasks import answering, calculating, highlighting


@pytest.fixture
def home(tmp_path):
    with closing(Workspace(tmp_path, environment={})) as workspace:
        for run in (RUN, OTHER):
            start_run(workspace, run)
        for number, bundle in enumerate((highlighting(), calculating(), answering())):
            keep(workspace, bundle, RUN, number)
        yield workspace


def opened(picture):
    return Image.open(io.BytesIO(picture))


def png(colour, height=50):
    stream = io.BytesIO()
    Image.new("RGB", (100, height), colour).save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def pool(monkeypatch):
    """A pool that works in this process, and draws what it is told to."""
    drawn = {}

    class Done:
        def __init__(self, value):
            self._value = value

        def result(self):
            return self._value

    class Pool:
        def __init__(self, workers, mp_context):
            drawn["workers"] = workers

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def submit(self, work, root, task):
            drawn.setdefault("tasks", []).append(task)
            return Done(drawn.get(task, png("red")))

    monkeypatch.setattr(module, "ProcessPoolExecutor", Pool)
    return drawn


def test_tasks_stand_below_one_another_with_what_cannot_be_drawn(home, pool):
    pool[answering().id] = "Nothing can be drawn."
    told = []
    made = overview(home, RUN, workers=2, advance=told.append)
    assert (made.tasks, made.drawn, told) == (3, 2, [1, 1, 1])
    assert pool["tasks"] == [highlighting().id, calculating().id, answering().id]
    image = opened(made.picture)
    assert image.width == WIDTH + 2 * GAP
    reds = sum(count for count, colour in image.getcolors(1 << 24) if colour == (255, 0, 0))
    assert reds == 2 * WIDTH * (50 * WIDTH // 100)


def test_no_more_than_are_wanted(home, pool):
    assert overview(home, RUN, tasks=2).tasks == 2
    assert pool["tasks"] == [highlighting().id, calculating().id]


def test_each_skill_comes_before_a_second_task_of_one(home, pool, monkeypatch):
    rows = [*home.catalog.tasks()]
    again = [rows[0], rows[0], *rows[1:]]
    monkeypatch.setattr(type(home.catalog), "tasks", lambda self, wanted: iter(again))
    overview(home, RUN)
    assert pool["tasks"] == [rows[0].bundle, rows[1].bundle, rows[2].bundle, rows[0].bundle]


def test_runs_without_tasks_and_runs_that_are_not_there(home, pool, tmp_path):
    with pytest.raises(UsageError, match="kept no task"):
        overview(home, OTHER)
    with pytest.raises(UsageError, match="There is no run 'x'"):
        overview(home, "x")
    with pytest.raises(UsageError, match="There is no run"):
        overview(Workspace(tmp_path / "nowhere", environment={}), RUN)


def test_the_file_lies_in_the_workspace(home, pool):
    file, made = draw_into(home, RUN, 1)
    assert file == home.root / "pictures" / f"{RUN}.png"
    assert file.read_bytes() == made.picture
    assert [item.name for item in file.parent.iterdir()] == [file.name]


def test_a_picture_that_would_be_too_large_is_refused():
    with pytest.raises(UnavailableError, match="too large"):
        stacked([Image.new("1", (WIDTH, 60_000))] * 3)


@pytest.mark.parametrize("text", ["one two three four five six", "x" * 200, "", "ends  here\nand there"])
def test_wrapped_lines_fit_and_say_where_they_are_cut(text):
    lines = wrapped(text, 100, most=3)
    assert 1 <= len(lines) <= 3
    assert all(font().getlength(line) <= 110 for line in lines)
    kept = "".join("".join(lines).split())
    assert kept.rstrip("…") == "".join(text.split())[: len(kept.rstrip("…"))]
    assert kept.endswith("…") or kept == "".join(text.split())


@pytest.mark.libreoffice
def test_processes_of_their_own_draw(home):
    made = overview(home, RUN, tasks=2, workers=1)
    assert (made.tasks, made.drawn) == (2, 2)
    assert opened(made.picture).height > 500
