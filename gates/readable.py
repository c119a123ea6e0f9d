"""The gate *readable*: the instruction is natural language that can be read in one way only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from forge.gates.base import Case, Gate, Verdict
from forge.skills.contract import Fact
from forge.skills.instruction.names import texts_of

Evidence = dict[str, Any]
Finding = tuple[str, str]
"""What was found, and why that is wrong."""

FEWEST_WORDS = 5
MOST_WORDS = 200

TASTE = (
    "nice",
    "nicely",
    "nicer",
    "beautiful",
    "beautifully",
    "pretty",
    "attractive",
    "appealing",
    "elegant",
    "good-looking",
    "pleasant",
    "stylish",
    "professional-looking",
    "favourite",
    "favorite",
    "appropriate",
    "appropriately",
    "suitable",
    "suitably",
    "sensible",
    "sensibly",
    "reasonable",
    "reasonably",
    "as you like",
    "as you please",
    "as you wish",
    "as you see fit",
    "as needed",
    "as necessary",
    "if you like",
    "of your choice",
    "you like best",
    "you prefer",
    "whatever you think",
    "looks good",
    "looks better",
    "look good",
    "look better",
    "look professional",
    "makes sense",
    "and so on",
    "etc",
)
"""Words that leave to taste or judgement what a rubric would have to decide. `Nice` the town is a fact's
value, and
the values of facts are not looked at."""

JARGON = (
    "enum",
    "golden file",
    "golden state",
    "nonetype",
    "openpyxl",
    "python-docx",
    "python-pptx",
    "rubric",
    "selector",
    "xpath",
)
"""Words of programs and of Forge itself that no user of an application writes."""

FILE_ENDINGS = [
    "bmp",
    "css",
    "csv",
    "doc",
    "docx",
    "eml",
    "epub",
    "gif",
    "gz",
    "htm",
    "html",
    "ics",
    "jpeg",
    "jpg",
    "js",
    "json",
    "log",
    "md",
    "mbox",
    "mov",
    "mp3",
    "mp4",
    "odg",
    "odp",
    "ods",
    "odt",
    "ogg",
    "otp",
    "ots",
    "ott",
    "pdf",
    "png",
    "pps",
    "ppt",
    "pptx",
    "py",
    "rtf",
    "sh",
    "sql",
    "svg",
    "tar",
    "tif",
    "tiff",
    "toml",
    "ts",
    "tsv",
    "txt",
    "vcf",
    "wav",
    "webp",
    "xcf",
    "xls",
    "xlsm",
    "xlsx",
    "xml",
    "yaml",
    "yml",
    "zip",
]
"""Endings behind which a word with a dot is the name of a file and not a property."""

_OTHER_DOTS = r"\b(?:[ap]\.m|e\.g|i\.e)\b\.?|\b(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|eu|de|fr|uk|test)\b"
_FILE = (
    rf"{_OTHER_DOTS}|[^\s\"“”‘’'()]+\.(?:{'|'.join(FILE_ENDINGS)})\b|(?<!\w)~?/[^\s\"“”()]*|\S+@\S+|\w+://\S+"
)
_ABBREVIATION = re.compile(
    r"(?:^|\s)(?:e\.g|i\.e|[ap]\.m|inc|ltd|co|approx|incl|no|vs|resp|st|mr|mrs|ms|dr|[A-Za-z])\.$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])[\"”’)\]]*\s+")
_DATE = re.compile(
    r"(?<![\w./-])(\d{1,2})(?:/(\d{1,2})(?:/(?:\d{4}|\d{2}))?|([.-])(\d{1,2})\3(?:\d{4}|\d{2}))(?![\w/])"
)

_UNITS = r"(?:kWh|kWp|kHz|kPa|kBq|mAh|mWh|mHz|mPa|mSv)\b"
"""Units that are written like identifiers: a small letter, then a capital."""

_RULES: tuple[tuple[str, str], ...] = (
    (r"\{\{|\}\}|\[\[|\]\]|\{%|%\}|<[A-Za-z_ ]+>", "left over from a template"),
    (r"\b(?:None|NaN|nan|null|undefined|TODO|TBD|XXX|[Ll]orem)\b", "left over from a program"),
    (r"\b[A-Za-z]+(?:_[A-Za-z0-9]+)+\b", "an identifier of a program"),
    (rf"\b(?!{_UNITS})[a-z]+[a-z0-9]*[A-Z][a-z]\w*\b", "an identifier of a program"),
    (r"\b[A-Za-z_]\w*(?:\.[a-z_]\w*)+\b", "a property as a program writes it"),
    (r"\b\w+\(\)", "a call as a program writes it"),
    (r"(?<![A-Za-z] \()#[0-9A-Fa-f]{6}\b|(?<=[a-z] \()#[0-9A-Fa-f]{6}(?!\))", "a colour without its name"),
    (r"\b(\w+)\s+\1\b(?<!\bthat that)(?<!\bhad had)", "a word stands twice"),
    (r"(?<=\S)[ \t]{2,}(?=\S)", "two spaces"),
    (r"[ \t](?:[,;:?!]|\.(?!\w))", "a space before punctuation"),
    (r"[,;:]{2}|[,;:][.?!]|[.?!][,;:]|(?<!\.)\.\.(?!\.)|[?!]\.|\?\?|!!", "doubled punctuation"),
    (r"[,;](?=[A-Za-z])|(?<=[a-z])[.!?](?=[A-Z])", "no space behind punctuation"),
)


class Readable(Gate):
    """A person would write it, and everybody reads it alike."""

    name = "readable"
    scope = "package"
    says = "natural language: no template residue, no internals, dates that read one way, no matters of taste"

    def judge(self, case: Case) -> Verdict:
        """Read the instruction; names and texts that facts bring are not held against it."""
        evidence = faults(case.instruction, case.facts)
        if evidence:
            return self.failed(f"{evidence[0]['why'].capitalize()}: {evidence[0]['actual']}.", evidence)
        return self.passed(f"{len(case.instruction.split())} words that read as a person would write them.")


def faults(text: str, facts: Iterable[Fact] = ()) -> list[Evidence]:
    """What keeps an instruction from being read as natural language in one way only.

    Args:
        text: the instruction.
        facts: whose texts may stand in it whatever they are made of, as the names of a user's things.
    """
    masked = _masked(text, facts)
    findings = [
        finding
        for look in (_by_rules, _words, _dates, _balance, _length, _sentences)
        for finding in look(masked)
    ]
    findings += _endings(text)
    return [
        {"address": "instruction.md", "why": why, "actual": found.replace(_MASK, "…").strip()}
        for found, why in findings
    ]


_QUOTED = re.compile(r'"([^"]+)"')
"""In the words of a fact, what stands in quotes is a name or text of the user as well: the last part of a path."""
_UNFILLED = re.compile(r"\{\{|\}\}|\[\[|\]\]|\{%|%\}")
"""What is left where a skill forgot to put a name between the quotes."""
_MASK = "Ω"
"""Stands for a name or text of a fact while the prose around it is read; it counts as a capital letter."""
_HIDES_NOTHING = {"", "none", "nan", "null", "undefined"}
"""Texts that are a program's and nobody's, also where a fact holds them."""


def _masked(text: str, facts: Iterable[Fact]) -> str:
    """The text with the values of public facts replaced."""
    public = [fact for fact in facts if fact.public]
    values = {value for fact in public for value in texts_of(fact.value)}
    quoted = {name for fact in public for says in fact.says for name in _QUOTED.findall(says)}
    values |= {name for name in quoted if not _UNFILLED.search(name)}
    wanted = [value for value in values if value.casefold().strip() not in _HIDES_NOTHING]
    if not wanted:
        return text
    wanted.sort(key=lambda value: (-len(value), value))
    pattern = "|".join(f"{_edge(v[0])}{re.escape(v)}{_edge(v[-1], behind=True)}" for v in wanted)
    return re.sub(pattern, _MASK, text)


def _edge(letter: str, *, behind: bool = False) -> str:
    if not (letter.isalnum() or letter == "_"):
        return ""
    return r"(?!\w)" if behind else r"(?<!\w)"


def _by_rules(text: str) -> Iterator[Finding]:
    prose = re.sub(_FILE, _MASK, text)
    for pattern, why in _RULES:
        for match in re.finditer(pattern, prose, re.IGNORECASE if "twice" in why else 0):
            if _MASK in match[0] and set(match[0]) <= {_MASK, " "}:
                continue
            yield match[0], why


def _words(text: str) -> Iterator[Finding]:
    folded = text.casefold()
    for words, why in ((TASTE, "a matter of taste"), (JARGON, "a word of programs and file formats")):
        for word in words:
            if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", folded):
                yield word, why


def _dates(text: str) -> Iterator[Finding]:
    for match in _DATE.finditer(text):
        first, second = int(match[1]), int(match[2] or match[4])
        if 1 <= first <= 12 and 1 <= second <= 12 and first != second:
            yield match[0], "a date that can be read in two ways"


def _balance(text: str) -> Iterator[Finding]:
    for opening, closing in ("()", "[]", "“”", "«»"):
        depth = 0
        for letter in text:
            depth += (letter == opening) - (letter == closing)
            if depth < 0:
                break
        if depth:
            yield opening + closing, "brackets or quotation marks that do not pair"
    if text.count('"') % 2:
        yield '"', "brackets or quotation marks that do not pair"


def _length(text: str) -> Iterator[Finding]:
    count = len(text.split())
    if not FEWEST_WORDS <= count <= MOST_WORDS:
        yield f"{count} words", f"an instruction has {FEWEST_WORDS} to {MOST_WORDS} words"


def _sentences(text: str) -> Iterator[Finding]:
    for paragraph in text.splitlines():
        for sentence in _split(paragraph):
            if sentence.lstrip("\"“‘'([ •*-")[:1].islower():
                yield sentence[:40], "a sentence begins without a capital"


def _endings(text: str) -> Iterator[Finding]:
    for paragraph in text.splitlines():
        if paragraph.strip() and not re.search(r"[.!?:…][\"”’)\]]*\s*$", paragraph):
            yield paragraph[-40:], "a sentence does not end"


def _split(paragraph: str) -> list[str]:
    """The sentences of a paragraph; an abbreviation ends none."""
    found: list[str] = []
    begin = 0
    for gap in _SENTENCE.finditer(paragraph):
        if not _ABBREVIATION.search(paragraph[begin : gap.start()]):
            found.append(paragraph[begin : gap.start()])
            begin = gap.end()
    return [sentence for sentence in (*found, paragraph[begin:]) if sentence.strip()]
