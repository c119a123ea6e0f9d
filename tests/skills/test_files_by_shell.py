"""Skills on file trees, solved by plain shell commands in a sandbox; the result that lies on the disk must succeed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from forge.pipeline.seeds import stream
from forge.preparers.base import preparer
from forge.preparers.desktop import Desktop
from forge.preparers.files.observing import lay_out
from forge.preparers.trees_on_disk import read_tree
from forge.skills.registry import skill
from forge.states.answers import ANSWER_MOUNT, answer_tree
from forge.states.entities import State
from forge.states.score import score

HOME = "/home/user"

SCRIPTS = {
    "files.naming.rename": lambda s: "\n".join(
        f"mv -- {q(old)} {q(new)}" for old, new in s.moves.moves.items()
    ),
    "files.organize.move_selected": lambda s: (
        f"mkdir {q(s.target)}\n"
        f"find . -path './{s.target}' -prune -o -name '*{s.ending}' -exec mv -t {q(s.target)} -- {{}} +"
    ),
    "files.copy.to_several": lambda s: "\n".join(f"cp {q(s.source)} {q(folder)}/" for folder in s.folders),
    "files.copy.by_pattern": lambda s: (
        f"cd {q(s.source)} && find . -name '*{s.ending}' | while IFS= read -r f; do "
        f'mkdir -p "../{s.target}/$(dirname "$f")"; cp "$f" "../{s.target}/$f"; done'
    ),
    "files.folders.create": lambda s: (
        "mkdir -p -- " + " ".join(q(f"{s.top}/{name}/{inner}") for name in s.names for inner in s.inner)
    ),
    "files.archives.create": lambda s: (
        f"tar --create --auto-compress --file={q(s.made.paths[0])} -- {q(s.folder)}"
        if s.packing != "zip"
        else f"python3 -m zipfile -c {q(s.made.paths[0])} {q(s.folder)}"
    ),
    "files.archives.extract": lambda s: (
        f"mkdir {q(s.target)}\n"
        + (
            f"python3 -m zipfile -e {q(s.archive)} {q(s.target)}"
            if s.archive.endswith(".zip")
            else f"tar --extract --file={q(s.archive)} --directory={q(s.target)}"
        )
    ),
    "files.permissions.change": lambda s: (
        f"find {q(s.folder)} -name '*.sh' -exec chmod u+x {{}} +"
        if s.options[0].startswith("rwx")
        else f"find {q(s.folder)} -name '*.txt' -exec chmod go= {{}} +"
    ),
    "files.text.transform_lines": lambda s: (
        f"find {q(s.folder)} -name '*.txt' -exec sed -i 's/{s.old}/{s.new}/g' {{}} +"
    ),
    "files.text.join_files": lambda s: f"cat {q(s.folder)}/*.txt > {q(s.made.paths[0])}",
    "files.text.encoding": lambda s: (
        f'for f in {q(s.folder)}/*.txt; do iconv -f latin1 -t utf8 "$f" | '
        f"tr -d '\\r' > new && cat new > \"$f\"; done; rm new"
    ),
    "files.terminal.capture_output": lambda s: (
        f"find {q(s.folder)} -maxdepth 1 -name '*.jpg' -printf '%f\\n' | sort > {q(s.made.paths[0])}"
    ),
    "files.text.count_lines": lambda s: (
        f"find {q(s.folder)} -name '*.txt' -exec cat {{}} + | wc -l > {HOME}/answer.json"
    ),
    "files.text.count_matches": lambda s: (
        f"cat {q(s.folder)}/*.log | grep -c ' {s.level} ' > {HOME}/answer.json"
    ),
    "files.settings.default_app by gio": lambda s: (
        installed(s) + "\n".join(f"gio mime {mime} {app}" for mime, app in s.wanted.items())
    ),
    "files.settings.default_app by xdg-mime": lambda s: (
        installed(s) + "\n".join(f"xdg-mime default {app} {mime}" for mime, app in s.wanted.items())
    ),
    "files.settings.schedule": lambda s: (
        f"grep -v '/{s.script}$' crontab > new; echo '{s.when} $HOME/bin/{s.script}' >> new; mv new crontab"
    ),
}
"""By skill, the commands that a person would type in the folder of the task, from its scene; behind a skill, how."""


def installed(scene: Any) -> str:
    """Commands that install the programs of a scene, each for the types that it is to open."""
    entries = "".join(
        f"printf '[Desktop Entry]\\nType=Application\\nName={app}\\nExec=true %f\\nMimeType={mime};\\n' "
        f"> /tmp/share/applications/{app}\n"
        for mime, app in scene.wanted.items()
    )
    return f"export HOME={HOME} XDG_DATA_DIRS=/tmp/share\nmkdir -p /tmp/share/applications\n{entries}"


def q(text: str) -> str:
    """A text as one word of a shell, that no command takes for an option."""
    word = text if not text.startswith("-") else f"./{text}"
    return "'" + word.replace("'", "'\\''") + "'"


def sandboxed(script: str, home: Path, folder: str) -> None:
    """Run commands in a folder of a home folder, with nothing else that could be written to, and no network."""
    bound = ["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib"]
    bound += ["--ro-bind-try", "/etc/alternatives", "/etc/alternatives"]
    bound += ["--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    command = ["bwrap", "--unshare-all", "--die-with-parent", *bound, "--bind", str(home), HOME]
    command += ["--chdir", HOME + folder, "--setenv", "LC_ALL", "C.UTF-8", "bash", "-euc", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, f"{script}\n{done.stderr}"


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
@pytest.mark.parametrize("how", SCRIPTS)
def test_plain_commands_do_what_was_asked(how: str, tmp_path: Path) -> None:
    identity, _, program = how.partition(" by ")
    if program and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    item = skill(identity)
    for number, difficulty in enumerate(("easy", "hard")):
        home = tmp_path / difficulty
        parameters = item.sample(stream(5, identity, number, "sample"), difficulty)
        kits: dict[str, Any] = {
            node.name: node.offline(stream(5, identity, number, node.name), item.variables(parameters))
            for node in item.nodes
        }
        desktop = Desktop()
        scene = item.prepare(parameters, kits, desktop, stream(5, identity, number, "prepare"))
        rubric = item.contract(scene).rubric()
        for mount, files in desktop.files().items():
            (home / mount[2:]).parent.mkdir(parents=True)
            lay_out(files, home / mount[2:])
        start = desktop.state()
        assert not score(rubric, start, start).success
        sandboxed(SCRIPTS[how](scene), home, scene.mount[1:])
        trees = {m: preparer("files").read(read_tree(home / m[2:], m)) for m in desktop.documents}
        if (home / "answer.json").exists():
            trees[ANSWER_MOUNT] = answer_tree(json.loads((home / "answer.json").read_text()))
        result = score(rubric, start, State(trees))
        assert result.success, [(failed.id, failed.why) for failed in result.failures()]
