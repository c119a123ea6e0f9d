"""Bundles: deterministic bytes, round trips, scripts that run, and what is refused."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import given

from forge.errors import StorageError
from forge.skills.setup import Setup
from forge.states.patches import Edit, EntityData, Patch
from forge.states.values import Colour, decode
from forge.storage import archives
from forge.storage.bundle import Bundle, MountRecord, instruction_sha256
from forge.storage.mounts import gather, lay_out, mount_at, place_of
from forge.storage.records import MountPoint

from .files import PATHS, contents

HOSTILE = '~/Документы/it\'s "50%" & $HOME, ünïcödé #1 `x`.txt'


class TestDigestsAndArchives:
    @given(contents())
    def test_an_archive_gives_back_what_was_packed(self, files):
        assert archives.unpack(archives.pack(files), "it") == files

    @given(contents())
    def test_the_order_in_which_files_came_does_not_matter(self, files):
        turned = dict(reversed(files.items()))
        assert archives.pack(turned) == archives.pack(files)
        assert archives.digest(turned) == archives.digest(files)

    @given(contents(), contents())
    def test_other_files_have_another_digest(self, first, second):
        assert (archives.digest(first) == archives.digest(second)) == (first == second)

    def test_the_digest_is_the_documented_one(self):
        """The bytes that docs/bundle-format.md says, written out."""
        expected = hashlib.sha256(
            b"\0\0\0\0\0\0\0\x01" + b"a" + b"\0\0\0\0\0\0\0\x02" + b"hi"
            + b"\0\0\0\0\0\0\0\x02" + "ü".encode() + b"\0\0\0\0\0\0\0\0"
        )  # fmt: skip
        assert archives.digest({"ü": b"", "a": b"hi"}) == expected.hexdigest()

    def test_the_id_is_the_digest_of_both_parts(self, make_bundle):
        bundle = make_bundle()
        lines = f"forge bundle 1\n{bundle.public_digest}\n{bundle.private_digest}\n"
        assert bundle.id == hashlib.sha256(lines.encode()).hexdigest()

    def test_bytes_are_the_same_in_another_process_with_another_hash_seed_zone_and_locale(self, make_bundle):
        bundle = make_bundle()
        code = (
            "import sys, hashlib\n"
            f"sys.path.insert(0, {str(Path(__file__).parents[2] / '.dev')!r})\n"
            "from forge.storage.bundle import Bundle\n"
            "from pathlib import Path\n"
            "bundle = Bundle.from_directory(Path(sys.argv[1]))\n"
            "both = bundle.public_archive() + bundle.private_archive()\n"
            "print(bundle.id, hashlib.sha256(both).hexdigest())\n"
        )
        folder = Path(os.path.realpath(os.environ.get("TMPDIR", "/tmp"))) / f"forge-bundle-{os.getpid()}"
        bundle.write_to(folder)
        try:
            said = {
                subprocess.run(
                    [sys.executable, "-c", code, str(folder)],
                    env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C"},
                    capture_output=True, text=True, check=True,
                ).stdout
                for seed, zone in (("1", "Asia/Tokyo"), ("2", "America/Los_Angeles"))
            }  # fmt: skip
        finally:
            shutil.rmtree(folder)
        both = bundle.public_archive() + bundle.private_archive()
        assert said == {f"{bundle.id} {hashlib.sha256(both).hexdigest()}\n"}

    def test_members_have_fixed_times_owners_and_modes(self, make_bundle):
        with tarfile.open(fileobj=io.BytesIO(make_bundle().private_archive())) as archive:
            members = archive.getmembers()
        assert [member.name for member in members] == sorted(member.name for member in members)
        assert {(member.mtime, member.uid, member.gid, member.uname, member.gname) for member in members} == {
            (315_532_800, 0, 0, "", "")
        }
        assert {member.name: oct(member.mode) for member in members if member.name.endswith(".sh")} == {
            "solution/solve.sh": "0o755",
            "tests/test.sh": "0o755",
        }


class TestMounts:
    @given(PATHS)
    def test_have_one_place_each(self, path):
        assert place_of(f"~/{path}") == f"home/{path}"
        assert mount_at(place_of(f"~/{path}")) == f"~/{path}"

    @given(PATHS, contents(""))
    def test_files_and_folders_come_back(self, path, files):
        held = {"~/one": {"": b"1"}, f"~/two/{path}": files}
        if not files:
            del held[f"~/two/{path}"]
        points = [
            MountPoint(mount="~/one", preparer="x"),
            MountPoint(mount=f"~/two/{path}", preparer="x", folder=True),
        ]
        assert gather(lay_out(held), points) == held

    @pytest.mark.parametrize("mount", ["mail", "/etc/passwd", "~", "~/folder/"])
    def test_others_are_refused(self, mount):
        with pytest.raises(StorageError, match="cannot be stored"):
            place_of(mount)

    def test_that_overlap_are_refused(self):
        with pytest.raises(StorageError, match="Two mounts hold a file at home/a/b"):
            lay_out({"~/a/b": {"": b"1"}, "~/a": {"b": b"2"}})
        with pytest.raises(StorageError, match="cannot hold files below it"):
            lay_out({"~/a": {"": b"1", "b": b"2"}})


class TestAssembled:
    def test_everything_comes_back(self, make_bundle):
        bundle = make_bundle(hostile=True, engine="Some Office 7.4")
        assert bundle.instruction == "Put a five into B2."
        assert bundle.is_as_rendered
        assert bundle.start_files() == {"~/Documents/a.txt": {"": b"one\ntwo\n"}}
        assert bundle.golden_files() == {"~/Documents/a.txt": {"": b"one\nfive\n"}}
        assert bundle.contract.skills == ("text.lines.replace",)
        assert bundle.rubric.requirements[0].id == "five"
        assert bundle.environment.steps[0] == {
            "type": "open",
            "parameters": {"path": "/home/user/Documents/a.txt"},
        }
        again = Bundle.from_archives(bundle.public_archive(), bundle.private_archive())
        assert (again, again.id, again.contract) == (bundle, bundle.id, bundle.contract)

    def test_states_that_are_named_come_back(self, make_bundle):
        bundle = make_bundle()
        entity = EntityData(
            kind="line", properties={"colour": Colour("#FF0000"), "text": None}, tokens=(None, 1.5)
        )
        patch = Patch(name="wrong", why="it is", edits=(Edit(op="put", mount="~/a", entity=entity),))
        with_patches = Bundle.assemble(
            bundle.contract, bundle.instruction, rubric=bundle.rubric, near_misses=[patch], variants=[patch, patch],
            start=bundle.start_files(), golden=bundle.golden_files(), answer="forty-two",
            readings={"p": {"~/a#line[1].text": 5}},
        )  # fmt: skip
        again = Bundle.from_archives(with_patches.public_archive(), with_patches.private_archive())
        assert again.near_misses == (patch,)
        assert again.variants == (patch, patch)
        assert (again.golden.answer, again.golden.readings) == ("forty-two", {"p": {"~/a#line[1].text": 5}})

    def test_only_what_changed_is_in_the_private_part(self, make_bundle):
        bundle = make_bundle()
        kept, gone = "~/kept.txt", "~/gone.txt"
        mounts = (
            *bundle.contract.mounts,
            MountRecord(mount=kept, preparer="text", start="c" * 64, golden="c" * 64),
            MountRecord(mount=gone, preparer="text", start="d" * 64),
        )
        contract = bundle.contract.model_copy(update={"mounts": mounts})
        start = {**bundle.start_files(), kept: {"": b"same"}, gone: {"": b"bye"}}
        golden = {**bundle.golden_files(), kept: {"": b"same"}}
        made = Bundle.assemble(
            contract,
            bundle.instruction,
            rubric=bundle.rubric,
            near_misses=[],
            variants=[],
            start=start,
            golden=golden,
        )
        assert [path for path in made.private if "/files/" in path] == ["solution/files/home/Documents/a.txt"]
        assert made.golden.removed == ("home/gone.txt",)
        assert (made.start_files(), made.golden_files()) == (start, golden)

    def test_the_wording_and_the_mounts_must_be_those_of_the_contract(self, make_bundle):
        bundle = make_bundle()
        rest = {"rubric": bundle.rubric, "near_misses": [], "variants": []}
        start, golden = bundle.start_files(), bundle.golden_files()
        with pytest.raises(StorageError, match="instruction_sha256"):
            Bundle.assemble(bundle.contract, "Something else.", **rest, start=start, golden=golden)
        with pytest.raises(StorageError, match="for the golden"):
            Bundle.assemble(bundle.contract, bundle.instruction, **rest, start=start, golden={})

    def test_another_instruction_makes_the_bundle_that_it_would_have_been_made_with(self, make_bundle):
        bundle, wanted = make_bundle(engine="Some Office 7.4"), "Write five into B2."
        worded = make_bundle(wanted, engine="Some Office 7.4")
        assert bundle.id != worded.id
        assert bundle.reworded(worded.contract, wanted).id == worded.id
        with pytest.raises(StorageError, match="instruction_sha256"):
            bundle.reworded(worded.contract, "Something else.")
        with pytest.raises(StorageError, match="another environment"):
            bundle.reworded(make_bundle(mount="~/other.txt").contract, bundle.instruction)

    def test_a_word_changed_by_hand_changes_the_id_and_is_seen(self, make_bundle):
        bundle = make_bundle()
        edited = Bundle({**bundle.public, "instruction.md": b"Put a six into B2.\n"}, bundle.private)
        assert edited.id != bundle.id
        assert not edited.is_as_rendered

    def test_the_public_part_says_nothing_of_the_private_one(self, make_bundle):
        bundle = make_bundle()
        said = b"\n".join(bundle.public.values())
        for secret in (b"text.lines.replace", b"\nfive", b"aaaaaaaa", b"bbbbbbbb", b'"seed"', b"rubric"):
            assert secret not in said

    def test_the_same_instruction_in_another_spelling_of_blanks_is_one(self):
        assert instruction_sha256("  Do it.\n\n") == instruction_sha256("Do it.")


class TestHarborDirectory:
    def test_the_description_is_one_of_schema_1_4(self, make_bundle):
        made = make_bundle(mount=HOSTILE, applications=("text", "mail"), domain='a "b"\n\x7f', engine=None)
        task = tomllib.loads(made.public["task.toml"].decode())
        assert task["schema_version"] == "1.4"
        assert task["task"]["name"].startswith("forge/text-mail-")
        assert task["metadata"]["domain"] == 'a "b"\n\x7f'
        assert "verified" not in task["metadata"]
        assert task["verifier"]["environment_mode"] == "separate"
        assert set(task) == {"schema_version", "task", "metadata", "agent", "verifier", "environment"}
        verified = tomllib.loads(make_bundle(engine="Some Office 7.4").public["task.toml"].decode())
        assert (verified["metadata"]["verified"], verified["metadata"]["engine"]) == (True, "Some Office 7.4")

    def test_the_image_installs_applications_and_the_files(self, make_bundle):
        bundle = make_bundle(setup=Setup(timezone="Asia/Tokyo", locale="de_DE.UTF-8"))
        with_packages = Bundle.assemble(
            bundle.contract, bundle.instruction, rubric=bundle.rubric, near_misses=[], variants=[],
            start=bundle.start_files(), golden=bundle.golden_files(), packages=["some-office"],
        )  # fmt: skip
        recipe = with_packages.public["environment/Dockerfile"].decode()
        assert "some-office" in recipe
        assert "ENV LANG=de_DE.UTF-8 TZ=Asia/Tokyo" in recipe
        assert f"cua-forge=={bundle.contract.forge}" in recipe

    @pytest.fixture
    def desktop(self, tmp_path, make_bundle):
        """A folder in which a bundle's files stand as they would in its image."""
        bundle = make_bundle(mount=HOSTILE)
        task, root = tmp_path / "task", tmp_path / "root"
        bundle.write_to(task)
        shutil.copytree(task / "environment", root / "opt/forge/environment")
        shutil.copytree(task / "environment/files/home", root / "home/user")
        (tmp_path / "bin").mkdir()
        return bundle, task, root

    def run(self, root: Path, *command: str) -> subprocess.CompletedProcess[str]:
        path = f"{root.parent / 'bin'}:{os.environ['PATH']}"
        environment = {**os.environ, "FORGE_DESKTOP_ROOT": str(root), "PATH": path}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def install_scorer(self, root: Path, code: int) -> None:
        """In place of the `forge` program, one that shows what it was given."""
        program = root.parent / "bin/forge"
        program.write_text(
            "#!/bin/sh\n"
            f'printf "%s\\n" "$@" > "{root.parent}/asked"\n'
            f'cp -R "$2" "{root.parent}/given" && cp -R "$3" "{root.parent}/home"\n'
            f'if [ {code} -le 1 ]; then echo 1 > "$5"; fi\nexit {code}\n'
        )
        program.chmod(0o755)

    def test_the_solution_puts_the_golden_into_place(self, desktop):
        bundle, task, root = desktop
        (done,) = [self.run(root, "sh", str(task / "solution/solve.sh"))]
        assert (done.returncode, done.stderr) == (0, "")
        result = {"": (root / "home/user" / HOSTILE[2:]).read_bytes()}
        assert {HOSTILE: result} == bundle.golden_files()

    def test_the_solution_removes_what_the_golden_has_not_and_answers(self, desktop, make_bundle):
        _, task, root = desktop
        bundle = make_bundle(
            mount=HOSTILE, mounts=(MountRecord(mount=HOSTILE, preparer="text", start="a" * 64),)
        )
        answering = Bundle.assemble(
            bundle.contract, bundle.instruction, rubric=bundle.rubric, near_misses=[], variants=[],
            start=bundle.start_files(), golden={}, answer=("it's", 5, Colour("#FF0000")),
        )  # fmt: skip
        shutil.rmtree(task)
        answering.write_to(task)
        done = self.run(root, "sh", str(task / "solution/solve.sh"))
        assert (done.returncode, done.stderr) == (0, "")
        assert not (root / "home/user" / HOSTILE[2:]).exists()
        answer = json.loads((root / "home/user/answer.json").read_text())
        assert decode(answer) == ("it's", 5, Colour("#FF0000"))

    @pytest.mark.parametrize("code", [0, 1, 3])
    def test_the_verifier_scores_what_was_collected_with_the_private_part(self, desktop, code):
        bundle, task, root = desktop
        self.install_scorer(root, code)
        (root / "home/user" / HOSTILE[2:]).write_bytes(b"done\n")
        (root / "home/user/answer.txt").write_bytes(b"five\n")
        (collect,) = tomllib.loads(bundle.public["task.toml"].decode())["verifier"]["collect"]
        collected = self.run(root, "sh", "-c", collect["command"])
        assert (collected.returncode, collected.stderr) == (0, "")
        (root / "home/user" / HOSTILE[2:]).write_bytes(b"a fresh copy of the environment\n")
        done = self.run(root, "sh", str(task / "tests/test.sh"))
        assert (done.returncode, done.stderr) == (code if code > 1 else 0, "")
        assert (root / "logs/verifier/reward.json").exists() == (code <= 1)
        given = Bundle.from_directory(root.parent / "given")
        assert (given.rubric, given.start_files()) == (bundle.rubric, bundle.start_files())
        assert (root.parent / "home" / HOSTILE[2:]).read_bytes() == b"done\n"
        assert (root.parent / "home/answer.txt").read_bytes() == b"five\n"

    def test_what_the_agent_removed_is_not_there_when_it_is_scored(self, desktop):
        bundle, task, root = desktop
        self.install_scorer(root, 1)
        (collect,) = tomllib.loads(bundle.public["task.toml"].decode())["verifier"]["collect"]
        (root / "home/user" / HOSTILE[2:]).unlink()
        assert self.run(root, "sh", "-c", collect["command"]).returncode == 0
        (root / "home/user" / HOSTILE[2:]).write_bytes(b"a fresh copy of the environment\n")
        assert self.run(root, "sh", str(task / "tests/test.sh")).returncode == 0
        assert list((root.parent / "home").rglob("*")) == []

    def test_without_a_collected_result_the_live_desktop_is_scored(self, desktop):
        _, task, root = desktop
        self.install_scorer(root, 0)
        assert self.run(root, "sh", str(task / "tests/test.sh")).returncode == 0
        assert (root.parent / "home" / HOSTILE[2:]).read_bytes() == b"one\ntwo\n"


class TestParts:
    @pytest.mark.parametrize("path", ["tests/rubric.json", "solution/x", "contract.json"])
    def test_private_files_in_the_public_part_are_refused(self, path):
        with pytest.raises(StorageError, match="wrong part"):
            Bundle({path: b""}, {})

    def test_public_files_in_the_private_part_are_refused(self):
        with pytest.raises(StorageError, match="wrong part"):
            Bundle({}, {"instruction.md": b""})

    def test_an_instruction_that_is_not_utf8(self, make_bundle):
        bundle = make_bundle()
        broken = Bundle({**bundle.public, "instruction.md": b"\xff"}, bundle.private)
        with pytest.raises(StorageError, match="not UTF-8"):
            _ = broken.instruction
