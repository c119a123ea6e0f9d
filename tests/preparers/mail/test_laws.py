"""The laws that keep the preparer honest: that a spec comes back as it was, to the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from forge.preparers.base import preparer
from forge.preparers.mail.spec import Profile
from forge.states.changes import diff
from forge.states.entities import State, Tree

from .rich import rich
from .specs import profiles

MAIL = preparer("mail")
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


def differences(before: Tree, after: Tree) -> list[str]:
    """What differs between two trees, a line each."""
    states = State({"mail": before}), State({"mail": after})
    return [change.describe(before.schema) for change in diff(*states)]


@settings(max_examples=200, suppress_health_check=SLOW)
@given(profiles)
def test_faithful(profile: Profile) -> None:
    files = MAIL.write(profile)
    assert MAIL.write(profile) == files
    again = MAIL.parse(files)
    assert differences(MAIL.tree(profile), MAIL.tree(again)) == []
    assert MAIL.tree(profile).digest() == MAIL.tree(again).digest()


@settings(max_examples=40, suppress_health_check=SLOW)
@given(profiles)
def test_what_was_read_can_be_written_again(profile: Profile) -> None:
    again = MAIL.parse(MAIL.write(profile))
    assert differences(MAIL.tree(again), MAIL.read(MAIL.write(again))) == []


def test_a_rich_profile_comes_back() -> None:
    assert differences(MAIL.tree(rich()), MAIL.read(MAIL.write(rich()))) == []
    assert all(map(MAIL.wants, MAIL.write(rich())))
    assert MAIL.problems(MAIL.write(rich()), MAIL.tree(rich())) == []


PROGRAM = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from forge.preparers.base import preparer
from rich import rich
files = preparer("mail").write(rich())
print(hashlib.sha256(b"".join(name.encode() + content for name, content in sorted(files.items()))).hexdigest())
"""


def test_bytes_do_not_depend_on_hash_seed_time_or_zone(tmp_path: Path) -> None:
    digests = set()
    for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("2", "America/Los_Angeles")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(Path(__file__).parent)],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout)
    assert len(digests) == 1
