"""The files that make a bundle a Harbor task directory (schema 1.4): `task.toml`, image recipe and scripts.

The verifier runs in a separate, fresh copy of the environment, out of the agent's reach: Harbor carries over
only what the collect command packed after the agent had finished.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence

from forge.preparers.attributes import ATTRIBUTES, LAY_OUT
from forge.states.values import encode
from forge.storage.records import ContractRecord, EnvironmentRecord, GoldenRecord

ROOT_VARIABLE = "FORGE_DESKTOP_ROOT"
"""The environment variable with which the scripts find a desktop below another folder than `/`."""

ATTRIBUTES_SCRIPT = "/opt/forge/environment/attributes.sh"
"""Where the image keeps the script that gives folders what plain files cannot say."""

ANSWER_FILES = ("answer.json", "answer.txt")
"""Where the agent leaves its final answer in words, in the home folder."""

_AGENT_SECONDS = 1800
_VERIFIER_SECONDS = 600


def task_toml(contract: ContractRecord, environment: EnvironmentRecord, name: str) -> str:
    """Harbor's description of a task; it says nothing that the agent must not know.

    Args:
        contract: the contract.
        environment: the set-up.
        name: the task's name below `forge/`.
    """
    applications = ", ".join(contract.applications)
    # A bundle does not know of verdicts that come after it, so it never claims that it was not verified.
    verified = "verified = true\n" if contract.engine and not contract.unasked else ""
    verified += f"engine = {_text(contract.engine)}\n" if contract.engine else ""
    return f"""\
schema_version = "1.4"

[task]
name = {_text(f"forge/{name}")}
description = {_text(f"A desktop task in {applications}.")}
keywords = {_texts([*contract.applications, contract.difficulty])}

[metadata]
generator = {_text(f"cua-forge {contract.forge}")}
applications = {_texts(contract.applications)}
difficulty = {_text(contract.difficulty)}
domain = {_text(contract.domain)}
locale = {_text(contract.locale)}
hostile = {str(contract.hostile).lower()}
{verified}

[agent]
timeout_sec = {_AGENT_SECONDS}.0

[verifier]
timeout_sec = {_VERIFIER_SECONDS}.0
environment_mode = "separate"

[[verifier.collect]]
command = {_text(_collect(environment))}

[environment]
build_timeout_sec = 1800.0
cpus = 2
memory_mb = 4096
storage_mb = 10240
"""


def _collect(environment: EnvironmentRecord) -> str:
    """The command that packs what the agent left at the mounts; a mount that is gone is left out."""
    mounts = ["." + item.mount[1:] for item in environment.mounts]
    paths = " ".join(map(shlex.quote, [*mounts, *(f"./{name}" for name in ANSWER_FILES)]))
    return (
        f'root="${{{ROOT_VARIABLE}:-}}" && mkdir -p "$root/logs/artifacts" && '
        f'cd "$root{environment.home}" && set -- && '
        f'for path in {paths}; do if [ -e "$path" ]; then set -- "$@" "$path"; fi; done && '
        'tar --create --file="$root/logs/artifacts/home.tar" --files-from=/dev/null "$@"'
    )


def dockerfile(environment: EnvironmentRecord, packages: Sequence[str], forge: str) -> str:
    """The recipe of the environment's image; all tasks of the same applications share its first layers.

    Args:
        environment: the set-up.
        packages: the Debian packages of the applications.
        forge: the version of Forge that scores.
    """
    wanted = " ".join(sorted({*packages, "locales", "python3-venv", "tzdata"}))
    language = environment.locale.partition(".")[0]
    return f"""\
FROM debian:12-slim
RUN apt-get update \\
 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends {wanted} \\
 && rm -rf /var/lib/apt/lists/*
RUN python3 -m venv /opt/forge/venv \\
 && /opt/forge/venv/bin/pip install --no-cache-dir cua-forge=={forge} \\
 && ln -s /opt/forge/venv/bin/forge /usr/local/bin/forge
RUN useradd --create-home --shell /bin/bash user
RUN localedef --inputfile={language} --charmap=UTF-8 {environment.locale}
ENV LANG={environment.locale} TZ={environment.timezone}
COPY . /opt/forge/environment
RUN mkdir -p /opt/forge/environment/files/home \\
 && cp -R /opt/forge/environment/files/home/. {environment.home}/ \\
{_laid_out(environment)} && chown -R user:user {environment.home}
WORKDIR {environment.home}
"""


def attributes_sh(environment: EnvironmentRecord) -> str | None:
    """The script that gives folders their modes, links, empty folders and times; None where no mount is a folder."""
    return LAY_OUT if _folders(environment) else None


def _folders(environment: EnvironmentRecord) -> list[str]:
    """The mounts that are folders, as paths below the home folder."""
    return [item.mount.removeprefix("~/") for item in environment.mounts if item.folder]


def _laid_out(environment: EnvironmentRecord) -> str:
    folders = " ".join(shlex.quote(f"{environment.home}/{path}") for path in _folders(environment))
    return f" && sh {ATTRIBUTES_SCRIPT} {folders} \\\n" if folders else ""


def test_sh(environment: EnvironmentRecord) -> str:
    """The verifier's script: it scores what the agent left behind and writes the reward."""
    modes = " --preserve-permissions" if _folders(environment) else ""
    return f"""\
#!/bin/sh
# Scores what the agent left behind. A reward is written only when there is a score: a fault of the machine
# leaves none, so that nobody takes it for a failure of the agent.
set -eu
root="${{{ROOT_VARIABLE}:-}}"
tests=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bundle" "$work/home" "$root/logs/verifier"
cp -R "$root/opt/forge/environment" "$work/bundle/environment"
cp -R "$tests" "$work/bundle/tests"
home="$root{environment.home}"
if [ -f "$root/logs/artifacts/home.tar" ]; then
    home="$work/home"
    tar --extract{modes} --no-same-owner --file="$root/logs/artifacts/home.tar" --directory="$home"
fi
code=0
forge score "$work/bundle" "$home" --reward "$root/logs/verifier/reward.json" || code=$?
# 0: done; 1: not done; anything else: it could not be scored.
if [ "$code" -gt 1 ]; then exit "$code"; fi
"""


def solve_sh(environment: EnvironmentRecord, golden: GoldenRecord) -> str:
    """The reference solution's script: it puts the golden files into place, and the answer where one is asked for.

    Args:
        environment: the set-up.
        golden: what the golden removes and answers.
    """
    lines = [
        "#!/bin/sh",
        "# Puts the golden files into place.",
        "set -eu",
        'solution=$(CDPATH=\'\' cd -- "$(dirname -- "$0")" && pwd)',
        f'home="${{{ROOT_VARIABLE}:-}}{environment.home}"',
    ]
    for folder in map(shlex.quote, _folders(environment)):
        listed = f"{folder}/{ATTRIBUTES}"
        given = f'"${{{ROOT_VARIABLE}:-}}/opt/forge/environment/files/home"/{listed}'
        lines.append(f'mkdir -p "$home"/{folder}')
        lines.append(f'if [ -f {given} ]; then cp {given} "$home"/{listed}; fi')
    lines += [f'rm -f -- "$home"/{shlex.quote(path.removeprefix("home/"))}' for path in golden.removed]
    lines.append('if [ -d "$solution/files/home" ]; then cp -R "$solution/files/home/." "$home/"; fi')
    if folders := " ".join(f'"$home"/{shlex.quote(folder)}' for folder in _folders(environment)):
        lines.append(f'sh "${{{ROOT_VARIABLE}:-}}{ATTRIBUTES_SCRIPT}" {folders}')
    if golden.answer is not None:
        answer = json.dumps(encode(golden.answer), ensure_ascii=False)
        lines.append(f"printf '%s\\n' {shlex.quote(answer)} > \"$home/{ANSWER_FILES[0]}\"")
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    """A TOML basic string; every escape of JSON is one of TOML."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _texts(values: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, values))}]"
