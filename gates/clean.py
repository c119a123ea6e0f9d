"""The gate *clean*: portable names, nothing that points outside, nothing that was left behind."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from forge.errors import counted
from forge.gates.base import Case, Gate, Verdict
from forge.skills.setup import HOME

LONGEST_NAME = 120
"""Characters of a file or folder name; file systems take 255 bytes, and one character can take four."""

LARGEST_FILE = 25_000_000
"""Bytes of one prepared file."""

_FORBIDDEN = set('\\:*?"<>|')
"""Characters that some file system refuses in a name (the slash cannot occur in one)."""

_RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"com{n}" for n in range(1, 10)),
    *(f"lpt{n}" for n in range(1, 10)),
}
_OUTSIDE = re.compile(
    r"\b(?:https?|ftp|file)://(?!(?:[\w.-]+\.)?example\.(?:com|org|net)\b)\S+", re.IGNORECASE
)
_ABSOLUTE = re.compile(r"(?<![\w~.])/(?:home|root|tmp|Users|mnt|work|var|opt)/[^\s\"']*")


class Clean(Gate):
    """Nothing in the environment depends on the machine that made it or on the outside world."""

    name = "clean"
    scope = "file"
    says = "names are portable; no outside links, macros, host paths or build times"

    def judge(self, case: Case) -> Verdict:
        """Judge names, sizes and scripts here; what a file may not hold is the preparer's knowledge."""
        evidence: list[dict[str, Any]] = []
        for side, mount, files in case.mounts():
            evidence += [
                {"side": side, "address": mount, "why": why}
                for part in mount.split("/")
                if part not in ("~", "") and (why := unportable(part))
            ]
            for name, content in files.items():
                evidence += [
                    {"side": side, "address": f"{mount}/{name}", "why": why}
                    for part in name.split("/")
                    if part and (why := unportable(part))
                ]
                if len(content) > LARGEST_FILE:
                    why = f"it has {len(content):,} bytes; at most {LARGEST_FILE:,} are allowed"
                    evidence.append({"side": side, "address": mount, "why": why})
            evidence += [
                {
                    "side": side,
                    "address": problem.where,
                    "why": problem.what,
                    "expected": problem.expected,
                    "actual": problem.actual,
                }
                for problem in case.preparer(mount).problems(files, case.state(side).trees[mount])
            ]
        evidence += self._scripts(case)
        if evidence:
            return self.failed(counted(len(evidence), "thing is", "things are") + " not clean.", evidence)
        return self.passed("Names are portable and nothing points outside.")

    def _scripts(self, case: Case) -> list[dict[str, Any]]:
        """Outside links and host paths in the public texts of the bundle."""
        evidence: list[dict[str, Any]] = []
        for path, content in case.bundle.public.items():
            if path.startswith("environment/files/") or path == "environment/Dockerfile":
                continue
            text = content.decode("utf-8", "replace")
            evidence += [
                {"address": path, "why": "an outside link", "actual": found}
                for found in _OUTSIDE.findall(text)
            ]
            evidence += [
                {"address": path, "why": "an absolute path of some machine", "actual": found}
                for found in _ABSOLUTE.findall(text)
                if found != HOME and not found.startswith(f"{HOME}/")
            ]
        return evidence


def unportable(name: str) -> str:
    """Why a file or folder name is not safe everywhere; empty when it is."""
    shown = json.dumps(name, ensure_ascii=False)
    bad = sorted(_FORBIDDEN & set(name))
    unseen = any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") for character in name)
    faults = (
        (bool(bad), f"the name {shown} has {' '.join(bad)}, which some file systems refuse"),
        (unseen, f"the name {shown} has characters that cannot be seen"),
        (name in (".", ".."), "the path leads out of its folder"),
        (
            name != name.strip() or name.endswith("."),
            f"the name {shown} ends or begins with a space or full stop",
        ),
        (name.partition(".")[0].lower() in _RESERVED, f"the name {shown} is reserved on some systems"),
        (len(name) > LONGEST_NAME, f"a name has {len(name)} characters; at most {LONGEST_NAME} are allowed"),
        (unicodedata.normalize("NFC", name) != name, f"the name {shown} is not in composed form (NFC)"),
    )
    return next((why for holds, why in faults if holds), "")
