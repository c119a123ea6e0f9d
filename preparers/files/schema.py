"""The kinds and properties of file trees."""

from __future__ import annotations

from forge.preparers.files.formats import FORMATS
from forge.states.entities import Entity, Kind, Path, Property, Schema
from forge.states.values import Value

BITS = "rwxrwxrwx"


def mode_text(mode: int) -> str:
    """Permission bits as `ls` shows them, as in `rw-r--r--`."""
    return "".join(letter if mode >> (8 - place) & 1 else "-" for place, letter in enumerate(BITS))


def mode_bits(text: str) -> int:
    """The permission bits that a text as `ls` shows them says."""
    return sum(1 << (8 - place) for place, letter in enumerate(text) if letter != "-")


_USUAL = (0o644, 0o755, 0o600, 0o700, 0o640, 0o750, 0o664, 0o775, 0o444)
MODES: tuple[Value, ...] = tuple(
    mode_text(mode) for mode in (*_USUAL, *(mode for mode in range(0o1000) if mode not in _USUAL))
)

_VALUED = (
    Property("type", "value", choices=("value", "object", "array", "null"), says="what stands there"),
    Property("value", example="draft", says="the text, number, truth value or date"),
)
_WRITTEN = (
    Property(
        "encoding",
        "utf-8",
        choices=("utf-8", "latin-1", "utf-16", "windows-1252", "utf-8 with mark", "utf-16 big"),
        says="how its characters are written; `with mark` begins with a byte order mark",
    ),
    Property("line_ends", "lf", choices=("lf", "crlf"), says="how lines end; `crlf` where all of them do so"),
    Property("final_break", True, says="its last line is ended"),
)

KINDS = (
    Kind.of("tree"),
    Kind.of(
        "folder",
        Property(
            "mode", "rwxr-xr-x", choices=MODES, says="its permissions as `ls` shows them; not in archives"
        ),
        within=("tree", "file"),
        example=Entity("folder", "untitled folder"),
    ),
    Kind.of(
        "link",
        Property("target", example="notes.txt", says="where it leads, from the folder that it lies in"),
        within=("tree", "file"),
        example=Entity("link", "link to notes", {"target": "notes.txt"}),
    ),
    Kind.of(
        "file",
        Property(
            "mode", "rw-r--r--", choices=MODES, says="its permissions as `ls` shows them; not in archives"
        ),
        Property("format", "text", choices=FORMATS, says="what it is read as; its name decides"),
        *_WRITTEN,
        Property("delimiter", ",", choices=(",", ";", "\t", "|"), says="of CSV, what keeps fields apart"),
        Property(
            "packing",
            "zip",
            choices=("zip", "tar", "tar.gz", "tar.bz2", "tar.xz"),
            says="of an archive, how it is packed, whatever its name says",
        ),
        *(
            Property(p.name, p.default, choices=p.choices, says=f"of JSON and YAML, {p.says} at the top")
            for p in _VALUED
        ),
        Property("title", example="Overview", says="of PDF and HTML, the title in its properties"),
        Property(
            "content",
            example="e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            says="of what is read as bytes, their SHA-256",
        ),
        Property("size", volatile=True, says="in bytes; it follows from what it holds"),
        Property("modified", volatile=True, says="when it was changed, where that is known"),
        within=("tree", "file"),
        example=Entity("file", "untitled.txt", {}, [Entity("line", None, {"text": "x"})]),
    ),
    Kind.of(
        "line",
        Property("text", example="To be checked.", says="what it says; in shell files without outer spaces"),
        align="sequence",
        within=("file",),
        example=Entity("line", None, {"text": "To be checked."}),
    ),
    Kind.of(
        "column",
        Property("header", example="Remark", says="what stands above it, where that is not its key"),
        ordered=True,
        within=("file", "table"),
        example=Entity("column", "Remark"),
    ),
    Kind.of("record", align="sequence", within=("file", "table")),
    Kind.of(
        "field", Property("value", example="new", says="what it holds, as it is written"), within=("record",)
    ),
    Kind.of(
        "page",
        Property("width", example=210, says="in whole millimetres, as the page is shown"),
        Property("height", example=297, says="likewise"),
        Property(
            "letters", example="new", says="what it says in the order in which it is drawn, without spaces"
        ),
        Property("text", volatile=True, says="the same with spaces, which a reader has to guess"),
        align="sequence",
        within=("file",),
        example=Entity("page", None, {"width": 210, "height": 297, "letters": "new"}),
    ),
    Kind.of(
        "heading",
        Property("level", 1, choices=(1, 2, 3, 4, 5, 6), says="1 for the uppermost"),
        Property("text", example="new", says="what it says"),
        align="sequence",
        within=("file",),
        example=Entity("heading", None, {"text": "new"}),
    ),
    Kind.of(
        "paragraph",
        Property("text", example="new", says="what it says"),
        align="sequence",
        within=("file",),
        example=Entity("paragraph", None, {"text": "new"}),
    ),
    Kind.of("table", align="sequence", within=("file",)),
    Kind.of(
        "member",
        *_VALUED,
        within=("file", "member", "item"),
        example=Entity("member", "draft", {"value": True}),
    ),
    Kind.of("item", *_VALUED, align="sequence", within=("file", "member", "item")),
    Kind.of("section", within=("file",), example=Entity("section", "Draft")),
    Kind.of(
        "entry",
        Property("value", example="on", says="what it is set to, without the semicolon that ends a list"),
        within=("section",),
        example=Entity("entry", "Draft", {"value": "on"}),
    ),
    Kind.of(
        "element",
        Property("name", example="note", says="its tag"),
        Property("text", example="new", says="its text up to the first element in it"),
        Property("tail", example="new", says="the text behind it"),
        align="sequence",
        within=("file", "element"),
    ),
    Kind.of(
        "attribute",
        Property("value", example="new", says="what it is set to"),
        within=("element",),
        example=Entity("attribute", "draft", {"value": "yes"}),
    ),
    Kind.of(
        "definition",
        Property("value", example="on", says="what it stands for, without quotes"),
        Property("exported", False, says="of a variable of a shell file, programs see it"),
        within=("file",),
        example=Entity("definition", "DRAFT", {"value": "on"}),
    ),
    Kind.of(
        "job",
        Property("minute", "*", says="as `*`, `5`, `1-5` or `0,30`; `@reboot` for once at the start"),
        Property("hour", "*", says="likewise"),
        Property("day", "*", says="of the month, likewise"),
        Property("month", "*", says="likewise, as a number"),
        Property("weekday", "*", says="likewise, 0 for Sunday"),
        Property("command", example="true", says="what is run, where that is not its key"),
        within=("file",),
        example=Entity("job", "true", {"minute": "0"}),
    ),
    Kind.of(
        "comment",
        Property("text", example="to be checked", says="what it says"),
        align="sequence",
        within=("file",),
        example=Entity("comment", None, {"text": "to be checked"}),
    ),
)


def pretty(path: Path, name: str | None) -> str:
    """A place as people write it: the file's path, then the way into it: `notes.txt: line 3 text`."""
    words: list[str] = []
    pointer = ""
    for kind, key in path:
        if kind in ("file", "folder", "link"):
            words.append(f"{key}{'/' if kind == 'folder' else ''}:")
        elif kind in ("member", "item"):
            step = str(key - 1) if isinstance(key, int) else key.replace("~", "~0").replace("/", "~1")
            pointer += f"/{step}"
        else:
            words.append(f"{kind} {key}")
    words += [part for part in (pointer, name or "") if part]
    return " ".join(words).removesuffix(":")


SCHEMA = Schema("files", {kind.name: kind for kind in KINDS}, pretty=pretty)
