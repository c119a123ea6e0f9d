"""File trees by chance, over the declared domain."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from hypothesis import strategies as st

from forge.preparers.files.formats import archive, html, ini, pdf_out, table, text, values
from forge.preparers.files.spec import File, FileTree, Folder, Link

LETTERS = st.characters(
    exclude_categories=("Cs", "Cc", "Cn", "Co"), exclude_characters="\ufeff\x85\u2028\u2029"
)
TEXTS = st.text(LETTERS, max_size=12)
WORDS = st.text(st.sampled_from("abcdefgh xyzÄß日'-_,;.&()"), min_size=1, max_size=10).map(
    lambda word: word.strip(" .") or "a"
)
NAMES = st.one_of(
    WORDS, st.sampled_from(["-rf", "$(x)", "two  spaces", "über uns", "#1", "~tilde", "a%20b", "'q'"])
)
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)

SCALARS = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9) | TEXTS
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
KEYS = st.text(st.sampled_from("abcXYZ-/"), min_size=1, max_size=6)
SINGLE = st.text(st.sampled_from("abc XYZ0189/$.äß"), max_size=12).map(str.strip)


@st.composite
def plain_texts(draw: Callable[..., str]) -> bytes:
    """A text in one of the encodings."""
    lines = draw(
        st.lists(st.text(LETTERS.filter(lambda sign: sign not in "\r\n\x00"), max_size=20), max_size=6)
    )
    encoding = draw(st.sampled_from(["utf-8", "utf-8 with mark", "utf-16", "utf-16 big"]))
    return text.encode(
        lines, encoding, draw(st.sampled_from(["lf", "crlf"])), final_break=draw(st.booleans())
    )


@st.composite
def tables(draw: Callable[..., list[str]]) -> bytes:
    """A table."""
    width = draw(st.integers(1, 4))
    cells = st.text(st.sampled_from("ab 12,;\"'ä\n"), max_size=6)
    headers = st.sampled_from(["Name", "no.", "#", "#2", "", "Größe", "a b", "x"])
    columns = draw(st.lists(headers, min_size=width, max_size=width))
    records = draw(st.lists(st.lists(cells, min_size=width, max_size=width), max_size=4))
    return table.build(columns, records, draw(st.sampled_from(table.DELIMITERS)))


SECTIONS = st.dictionaries(KEYS, st.dictionaries(KEYS, SINGLE, max_size=3), max_size=3)
SHELL = st.lists(
    st.sampled_from(
        [
            "export EDITOR=vim",
            "alias ll='ls -l'",
            'PATH="$HOME/bin:$PATH"',
            "# mine",
            "umask 022",
            "",
            "A=1",
            "export A",
        ]
    ),
    max_size=8,
)
CRON = st.lists(
    st.sampled_from(
        ["# jobs", "*/15 8-17 * * mon-fri check", "@daily backup.sh", "0 3 1,15 * * clean  -x", ""]
    ),
    max_size=6,
)
XML = st.sampled_from([b"<a/>", b"<a x='1'><b>t</b> u <c/></a>", b"<!-- n --><list><i>1</i><i>2</i></list>"])

PRINTED = st.lists(st.lists(WORDS, max_size=4).map(tuple), min_size=1, max_size=2).map(
    lambda pages: pdf_out.build([pdf_out.Page(lines) for lines in pages])
)
SAID = st.text(st.sampled_from("ab <>&ä日"), max_size=8)
WEB = st.lists(
    st.tuples(st.sampled_from(["h1", "h3", "p", "div"]), SAID) | st.lists(st.tuples(SAID, SAID), max_size=3),
    max_size=4,
).map(html.build)

CONTENTS = {
    ".pdf": PRINTED,
    ".html": WEB,
    ".txt": plain_texts(),
    ".csv": tables(),
    ".json": JSON.map(values.build_json),
    ".yaml": JSON.map(values.build_yaml),
    ".ini": SECTIONS.map(ini.build),
    ".desktop": SECTIONS.map(ini.build),
    ".env": SHELL.map(text.encode),
    ".crontab": CRON.map(text.encode),
    ".xml": XML,
    ".bin": st.binary(max_size=40),
}
"""By the ending of a name, what such a file can hold."""

TIMES = st.integers(631_152_000, 2_051_222_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))


@st.composite
def files(draw: Callable[..., File], suffix: str) -> File:
    """A file of a format."""
    mode = draw(st.sampled_from([0o644, 0o644, 0o600, 0o755, 0o664, 0o444]))
    return File(draw(CONTENTS[suffix]), mode, draw(st.none() | TIMES))


@st.composite
def trees(draw: Callable[..., FileTree], *, archives: bool = True) -> FileTree:
    """A file tree."""
    tree = FileTree()
    for path in draw(st.lists(PATHS, max_size=6, unique=True)):
        sort = draw(st.sampled_from([*CONTENTS, "folder", "link", "archive"]))
        if (
            any(isinstance(tree.entries.get(above), File | Link) for above in _above(path))
            or path in tree.entries
        ):
            continue
        if sort == "folder":
            tree.folder(path)
            tree.entries[path] = Folder(draw(st.sampled_from([0o755, 0o700, 0o775])))
        elif sort == "link":
            tree.add(path, Link(draw(st.sampled_from(["nowhere", "a b/c", "./x.txt"]))))
        elif sort == "archive":
            if archives:
                packing = draw(st.sampled_from(archive.PACKINGS))
                tree.add(f"{path}.{packing}", archive.build(draw(trees(archives=False)), packing))
        else:
            tree.add(path + sort, draw(files(sort)))
    return tree


def _above(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
