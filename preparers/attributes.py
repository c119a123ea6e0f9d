"""What plain files cannot say of a folder: modes, links, empty folders and times, as one list beside the files.

The files of a mount are bytes by path. Where a preparer counts more than that as state, the mount holds one file more,
`ATTRIBUTES`: a line each, its parts apart by tabs, which no name may hold.

    folder  -                     Drafts              an empty folder
    link    2025/report.txt       latest              a link and where it leads
    mode    755                   bin/run.sh          what is not 644 for a file or 755 for a folder
    time    2025-03-04T10:00:00Z  notes.txt           when a file was changed, in UTC

`LAY_OUT`, a shell script, gives folders on a disk what their lists say; `preparers.results` writes the list of what
lies on a disk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from forge.errors import UnreadableError

ATTRIBUTES = ".forge-attributes"
"""The name of the list; no file of a user may have it."""

HOME = "/home/user"
"""The home folder inside an environment; mounts are written with `~`."""

FILE_MODE = 0o644
FOLDER_MODE = 0o755

_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f]")
"""What no name and no target of a link may hold, so that a line of the list is a line."""

LAY_OUT = f"""\
#!/bin/sh
# Gives folders the modes, links, empty folders and times that their lists name, and nothing else of these;
# then takes the lists away. Arguments: the folders.
set -eu
tab=$(printf '\\t')
for folder in "$@"; do
    if [ ! -d "$folder" ]; then continue; fi
    find "$folder" -type l -delete
    find "$folder" -type d -exec chmod 755 {{}} +
    find "$folder" -type f -exec chmod 644 {{}} +
    find "$folder" -mindepth 1 -type d -empty -delete
    list="$folder/{ATTRIBUTES}"
    if [ ! -f "$list" ]; then continue; fi
    while IFS="$tab" read -r sort value path; do
        case "$sort" in
            folder) mkdir -p -- "$folder/$path" ;;
            link) mkdir -p -- "$(dirname -- "$folder/$path")"; ln -s -- "$value" "$folder/$path" ;;
            mode) chmod -- "$value" "$folder/$path" ;;
            time) touch --date="$value" -- "$folder/$path" ;;
        esac
    done < "$list"
    rm -f -- "$list"
done
"""
"""The script that lays out what the lists of folders name. It can be run twice only with the lists put back."""


@dataclass
class Attributes:
    """The list of a folder.

    Attributes:
        folders: the empty folders.
        links: where each link leads, as the link says it.
        modes: the permission bits that are not the usual ones, by path.
        times: when files were changed, in UTC, where that is declared.
    """

    folders: set[str] = field(default_factory=set)
    links: dict[str, str] = field(default_factory=dict)
    modes: dict[str, int] = field(default_factory=dict)
    times: dict[str, datetime] = field(default_factory=dict)

    def encode(self) -> bytes:
        """The list: folders, links, modes from the deepest up, times; empty where there is nothing to say."""
        lines = [f"folder\t-\t{path}" for path in sorted(self.folders)]
        lines += [f"link\t{target}\t{path}" for path, target in sorted(self.links.items())]
        lines += [f"mode\t{mode:o}\t{path}" for path, mode in sorted(self.modes.items(), reverse=True)]
        lines += [f"time\t{_moment(time)}\t{path}" for path, time in sorted(self.times.items())]
        return "".join(f"{line}\n" for line in lines).encode()

    @classmethod
    def decode(cls, content: bytes) -> Attributes:
        """The list that bytes hold.

        Raises:
            UnreadableError: they are no such list.
        """
        found = cls()
        try:
            for line in content.decode().splitlines():
                sort, value, path = line.split("\t")
                _READERS[sort](found, path, value)
        except (ValueError, KeyError) as error:
            raise UnreadableError(f"{ATTRIBUTES} is not a list of attributes: {error}.") from error
        return found


def unwritable(text: str) -> bool:
    """Whether a name or the target of a link cannot stand in a list."""
    return not text or _UNWRITABLE.search(text) is not None


def _moment(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _read_time(found: Attributes, path: str, value: str) -> None:
    found.times[path] = datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


_READERS: Mapping[str, Callable[[Attributes, str, str], None]] = {
    "folder": lambda found, path, _: found.folders.add(path),
    "link": lambda found, path, value: found.links.__setitem__(path, value),
    "mode": lambda found, path, value: found.modes.__setitem__(path, int(value, 8)),
    "time": _read_time,
}


def folders_above(paths: Iterable[str]) -> set[str]:
    """Every folder that some paths lie in, the root left out."""
    found: set[str] = set()
    for path in paths:
        parent = path.rpartition("/")[0]
        while parent and parent not in found:
            found.add(parent)
            parent = parent.rpartition("/")[0]
    return found
