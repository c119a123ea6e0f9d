"""`forge compose` as people use it: what it makes, how it goes on, and what it will not do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from forge.cli.main import main
from forge.pipeline.composing import Combining, composite_orders, size_of, weights_of
from forge.pipeline.seeds import stream
from forge.skills.registry import select
from forge.storage import reports
from forge.storage.workspace import Workspace

SKILLS = "calc.formatting.number_format,calc.view.freeze,calc.sheets.tab_colour"


def compose(workspace: Path, *arguments: str) -> int:
    return main(["--workspace", str(workspace), "compose", "--no-prefect", *arguments])


def test_composites_are_made_and_shown_with_all_their_skills(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ("--skills", SKILLS, "--size", "2", "--count", "2", "--seed", "5", "--difficulty", "easy")
    code = compose(tmp_path, *wanted, "--no-applications", "--workers", "1", "--json")
    made = json.loads(capsys.readouterr().out)
    assert made["tried"] == 2
    assert made["accepted"] + sum(made["refused"].values()) <= 2
    assert code == (0 if made["accepted"] else 1)
    assert made["accepted"] == 2, made
    home = Workspace(tmp_path, {})
    tasks = list(home.catalog.tasks())
    assert all(len(task.skills) == 2 for task in tasks)
    asked = {cost.name: cost.calls for cost in reports.cost(home.catalog, "node", run=made["run"])}
    assert asked == {"table": 2, "instruction": 2}
    home.close()

    assert main(["--workspace", str(tmp_path), "tasks", "--skills", tasks[0].skills[1]]) == 0
    shown = capsys.readouterr().out
    assert all(skill in shown for skill in tasks[0].skills)
    # what is there already is not made again, and what is shown is the same
    assert compose(tmp_path, "--resume", made["run"], "--workers", "1", "--json") == 0
    again = json.loads(capsys.readouterr().out)
    assert again["results"] == made["results"]
    # a bundle of several skills is judged from its files alone, and made again from them
    assert (
        main(["--workspace", str(tmp_path), "check", tasks[0].bundle, "--rebuild", "--no-applications"]) == 0
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--skills", SKILLS, "--size", "1"), "A composite has at least two skills, not 1"),
        (("--skills", SKILLS, "--size", "3..2"), "runs upwards"),
        (("--skills", SKILLS, "--size", "2..40"), "to 8 at most"),
        (("--skills", SKILLS, "--size", "two"), "is no size"),
        (("--skills", SKILLS, "--size", "2..4"), "3 skills can be drawn, but a task is to have up to 4"),
        (("--skills", ""), "No skill matches an empty pattern"),
        (("--skills", "calc.rows.sorted"), "did you mean"),
        ((), "Say which skills"),
        (("--skills", SKILLS, "--weights", "often"), "Weights are uniform, area, pass-rate or a file"),
        (("--skills", SKILLS, "--weights", "pass-rate"), "no pass rate is known"),
        (("--resume", "none"), "There is no run"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_sentence(
    arguments: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compose(tmp_path, *arguments) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("calc.rows.sorted: 1", "No skill matches 'calc.rows.sorted'"),
        ("calc.view.*: -1", "a weight is a number from 0 on"),
        ("calc.view.*: often", "a weight is a number from 0 on"),
        ("- calc.view.*", "gives no weights"),
        ("", "gives no weights"),
        ("calc.view.*: [", "cannot be read"),
        ("calc.view.*: 1", "1 skills can be drawn"),
    ],
)
def test_weights_that_name_nothing_are_refused(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "weights.yaml"
    file.write_text(text)
    assert compose(tmp_path, "--skills", SKILLS, "--size", "2", "--weights", str(file)) == 2
    assert said in capsys.readouterr().err


def test_weights_say_how_often_a_skill_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "weights.yaml"
    file.write_text('"calc.*": 1\ncalc.view.freeze: 8\ncalc.sheets.tab_colour: 0\n')
    skills = select("calc.view.freeze,calc.sheets.tab_colour,calc.formatting.*")
    weights = weights_of(str(file), skills, lambda: None)
    assert weights["calc.view.freeze"] == 8
    assert weights["calc.sheets.tab_colour"] == 0
    combining = Combining(smallest=2, largest=3, weights=weights)
    drawn = [combining.draw(stream(1, "test", index, "draw")) for index in range(200)]
    assert all(2 <= len(set(ids)) == len(ids) <= 3 for ids in drawn)
    assert not any("calc.sheets.tab_colour" in ids for ids in drawn)
    assert sum("calc.view.freeze" in ids for ids in drawn) > 150


def test_areas_are_drawn_alike_and_orders_follow_from_the_seed() -> None:
    skills = select("calc.view.*,calc.formulas.*")
    weights = weights_of("area", skills, lambda: None)
    by_area = {
        area: sum(w for name, w in weights.items() if area in name) for area in (".view.", ".formulas.")
    }
    assert by_area[".view."] == pytest.approx(by_area[".formulas."])
    combining = Combining(smallest=2, largest=2, weights=weights)
    assert composite_orders(combining, 3, 5, None) == composite_orders(combining, 3, 8, None)[:5]
    assert composite_orders(combining, 4, 5, None) != composite_orders(combining, 3, 5, None)
    assert size_of("2..5") == (2, 5)
    assert size_of("3") == (3, 3)
