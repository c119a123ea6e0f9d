from __future__ import annotations

import json
import re
import time
from contextlib import closing

import pytest

from forge.errors import UsageError
from forge.exports import gallery
from forge.exports.gallery import make_gallery
from forge.gates.registry import ALL_GATES
from forge.storage.catalog import TaskFilter
from forge.storage.workspace import Workspace

from .browser import browser
from .shelf import Made, bundle_of, files_of, fill, made

MANY = 10_000


def make(root, folder, **wanted):
    """A gallery in this process, without pictures unless they are wanted."""
    with closing(Workspace(root, environment={})) as home:
        return make_gallery(home, folder, TaskFilter(), **{"pictures": False, "workers": 1, **wanted})


def test_a_gallery_is_completed_and_not_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(gallery, "CHUNK", 2)
    root, out = tmp_path / "root", tmp_path / "out"
    fill(root, made(5))
    first = make(root, out)
    assert (first.tasks, first.chunks, first.new, first.pictures) == (5, 3, 3, 0)
    before = files_of(out)
    assert make(root, out).new == 0
    assert files_of(out) == before
    fill(root, [Made(9, minute=9), Made(10, minute=10)])
    grown = make(root, out)
    assert (grown.tasks, grown.chunks, grown.new) == (7, 4, 2)
    assert len(list((out / "data").iterdir())) == 4 * 2 + 1


def test_several_processes_make_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(gallery, "CHUNK", 2)
    fill(tmp_path / "root", made(4))
    make(tmp_path / "root", tmp_path / "one")
    make(tmp_path / "root", tmp_path / "two", workers=2)
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")


def test_a_folder_with_something_else_is_left_alone(tmp_path):
    fill(tmp_path / "root", made(1))
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="holds no gallery"):
        make(tmp_path / "root", tmp_path)


@pytest.mark.libreoffice
def test_start_and_golden_are_drawn(tmp_path):
    fill(tmp_path / "root", made(1))
    assert make(tmp_path / "root", tmp_path / "out", pictures=True).pictures == 1
    (picture,) = (tmp_path / "out/pictures").rglob("*.webp")
    assert picture.read_bytes()[8:12] == b"WEBP"


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """A gallery of a few tasks, one of which tries to be markup."""
    folder = tmp_path_factory.mktemp("gallery")
    fill(folder / "root", made(6))
    make(folder / "root", folder / "out")
    for file in (folder / "out/data").glob("*-*.js"):
        file.write_text(
            re.sub('"(says|instruction)":"', r"\g<0><img src=x onerror=boom()>", file.read_text())
        )
    return folder / "out"


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A gallery of 10,000 tasks whose data is made up."""
    folder = tmp_path_factory.mktemp("large")
    root = folder / "root"
    fill(root, made(1))
    make(root, folder / "out")
    (rows_file,) = (folder / "out/data").glob("rows-*")
    (tasks_file,) = (folder / "out/data").glob("tasks-*")
    (row,), (task,) = _value(rows_file), _value(tasks_file)
    names = []
    for chunk in range(MANY // gallery.CHUNK):
        name = f"{chunk:016x}"
        rows, tasks = [], []
        for at in range(gallery.CHUNK):
            number = chunk * gallery.CHUNK + at
            changes = {"id": f"{number:064x}", "skills": [f"app.area.skill_{number % 50}"]}
            says = f"Task {number} asks for thing{number}x."
            letters = "n" + "p" * (len(ALL_GATES) - 1) if number % 1000 == 0 else "p" * len(ALL_GATES)
            difficulty = ("easy", "medium", "hard")[number % 3]
            rows.append({**row, **changes, "says": says, "gates": letters, "difficulty": difficulty})
            tasks.append({**task, **changes, "instruction": says})
        gallery._write_script(folder / f"out/data/rows-{name}.js", "forge.take(", rows)
        gallery._write_script(folder / f"out/data/tasks-{name}.js", f'forge.tasks("{name}", ', tasks)
        names.append(name)
    gallery._finish(folder / "out", names, MANY)
    return folder / "out"


def _value(file):
    text = file.read_text()
    return json.loads(text[text.index("[") : text.rindex(")")])


@pytest.fixture(scope="module")
def page():
    with browser() as page:
        yield page


@pytest.fixture
def opened(page):
    """Opens a gallery in the page; afterwards nothing may have gone wrong or been asked of a network."""

    def open_(folder, width=1280, height=800, *, phone=False):
        page.size(width, height, phone=phone)
        page.go("about:blank")
        page.troubles.clear()
        page.requests.clear()
        page.go((folder / "index.html").as_uri())
        page.until("document.querySelectorAll('.row').length")
        page.until("!document.getElementById('count').textContent.includes('loaded')")
        return page

    yield open_
    assert page.troubles == []
    assert [
        address for address in page.requests if not address.startswith(("file:", "data:", "about:"))
    ] == []


COUNT = "document.getElementById('count').textContent"
CHOSEN = "document.querySelector('.row[aria-selected=true]')?.textContent"


@pytest.mark.chromium
class TestInABrowser:
    def test_everything_of_a_task_is_shown_and_nothing_is_taken_for_markup(self, real, opened):
        page = opened(real)
        page.click(".row")
        page.until("document.querySelector('.instruction')")
        text = page.look("document.getElementById('detail').innerText")
        bundle = bundle_of(Made(0))
        assert bundle.rubric.requirements[0].says in text
        for title in ("WHAT CHANGES", "RUBRIC", "GATES", "COST", "FACTS"):
            assert title in text.upper()
        assert page.look("document.querySelectorAll('#detail img, .row img').length") == 0
        assert "<img src=x" in page.look("document.body.innerText")

    def test_ten_thousand_tasks_are_fast(self, large, opened):
        started = time.monotonic()
        page = opened(large)
        assert time.monotonic() - started < 15
        assert page.look(COUNT) == "10,000 of 10,000 tasks"
        assert page.look("document.querySelectorAll('.row').length") < 40
        took = page.look(
            "(() => { const s = document.getElementById('search'); const t = performance.now();"
            " s.value = 'thing7777x'; s.dispatchEvent(new Event('input')); return performance.now() - t; })()"
        )
        assert took < 200
        assert page.look(COUNT) == "1 of 10,000 tasks"

    def test_filters_narrow_the_list(self, large, opened):
        page = opened(large)

        def choose(name, value):
            page.look(
                f"(() => {{ const s = document.querySelector('[data-filter={name}]'); s.value = {json.dumps(value)};"
                " s.dispatchEvent(new Event('change')); })()"
            )

        choose("skill", "app.area.skill_7")
        assert page.look(COUNT) == "200 of 10,000 tasks"
        choose("difficulty", "hard")
        assert page.look(COUNT) == f"{sum(n % 50 == 7 and n % 3 == 2 for n in range(MANY))} of 10,000 tasks"
        page.click("#reset")
        page.until(f"{COUNT} === '10,000 of 10,000 tasks'")
        choose("gate", f"{ALL_GATES[0].name}\0not run")
        assert page.look(COUNT) == "10 of 10,000 tasks"
        choose("application", "calc")
        assert page.look(COUNT) == "10 of 10,000 tasks"

    def test_hands_can_stay_on_the_keyboard(self, large, opened):
        page = opened(large)
        page.press("/")
        page.type("thing12")
        page.press("ArrowDown")
        assert "thing12x" in page.look(CHOSEN)
        page.press("ArrowDown")
        page.press("Enter")
        page.until("document.activeElement.id === 'detail' && document.activeElement.ariaBusy === 'false'")
        assert "thing120x" in page.look("document.querySelector('.instruction').textContent")
        page.press("Escape")
        assert page.look("document.activeElement.id") == "list"
        page.press("End")
        page.until(f"({CHOSEN}).includes('thing1299x')")
        described = page.look("document.getElementById('list').getAttribute('aria-activedescendant')")
        assert page.look(f"document.getElementById({described!r}).getAttribute('aria-posinset')") == "111"

    def test_on_a_phone_a_task_covers_the_list_and_the_way_back_works(self, large, opened):
        page = opened(large, 390, 844, phone=True)
        assert page.look("document.documentElement.scrollWidth") <= 390
        assert page.look("getComputedStyle(document.getElementById('filters')).display") == "none"
        page.click("#more")
        assert page.look("getComputedStyle(document.getElementById('filters')).display") == "grid"
        page.click("#row-2")
        page.until("document.querySelector('.instruction')")
        assert page.look("getComputedStyle(document.getElementById('list')).display") == "none"
        assert page.look("document.documentElement.scrollWidth") <= 390
        page.look("history.back()")
        page.until("getComputedStyle(document.getElementById('list')).display !== 'none'")
        sizes = page.look("[...document.querySelectorAll('button, select, input')].map(e => e.offsetHeight)")
        assert [size for size in sizes if 0 < size < 44] == []

    def test_an_address_leads_to_its_task(self, large, opened):
        page = opened(large)
        page.go((large / "index.html").as_uri() + f"#{4321:064x}")
        page.call("Page.reload")
        page.until("document.querySelector('.instruction')?.textContent.includes('thing4321x')")

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_texts_stand_out_from_their_ground(self, real, opened, page, scheme):
        page.colours(scheme)
        opened(real)
        page.click(".row")
        page.until("document.querySelector('.instruction')")
        assert page.look(_CONTRASTS) == []


_CONTRASTS = """
(() => {
  const numbers = (text) => text.match(/[0-9.]+/g).map(Number);
  const light = (text) => numbers(text).slice(0, 3).map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (one) => { for (; one; one = one.parentElement) {
    const colour = getComputedStyle(one).backgroundColor; if (numbers(colour)[3] !== 0) return colour; }
    return 'rgb(255,255,255)'; };
  return [...document.querySelectorAll('main *')].filter((one) => one.offsetParent
      && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
    .map((one) => { const [a, b] = [light(getComputedStyle(one).color), light(ground(one))].sort((x, y) => y - x);
      return [one.textContent.slice(0, 30), (a + 0.05) / (b + 0.05)]; })
    .filter(([, ratio]) => ratio < 4.5);
})()
"""
