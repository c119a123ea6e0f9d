"""Generated texts, looks and layouts within the domain of the Writer preparer."""

from __future__ import annotations

from io import BytesIO
from typing import Any, get_args

from hypothesis import strategies as st
from PIL import Image

from forge.preparers.writer.domain_texts import FONTS, text_fault
from forge.preparers.writer.looks import PLAIN, Alignment, Layout, Look, TabStop, Underline
from forge.states.values import Colour

colours = st.sampled_from(
    [Colour(code) for code in ("#C00000", "#00B050", "#1F3864", "#FFF2CC", "#DDEBF7", "#7F7F7F", "#FF00FE")]
)
markers = colours | st.sampled_from(
    [Colour(code) for code in ("#FFFF00", "#00FF00", "#00FFFF", "#808080", "#C0C0C0")]
)
words = st.sampled_from(
    ["Budget", "Q3", "the", "of", "report", "H2O", "m2", "Ünïcode", "Ωmega", "Привет", "1,250.75", "10%", "e-mail",
     "O'Neil", "(draft)", "\"quoted\"", "<tag>", "&amp;", "a_b", "–", "…", "№", "2026-01-05", "x"]
)  # fmt: skip
sentences = st.lists(words, min_size=1, max_size=6).map(" ".join)
texts = (
    sentences
    | st.text("abc XYZ äéñß'\"&<>_;,.%{}#@ 019\t\n", min_size=1, max_size=20)
    | st.text(
        st.characters(
            min_codepoint=32,
            max_codepoint=0x52F,
            exclude_categories=("Cc", "Cs", "Co", "Cn", "Cf", "Zl", "Zp", "Mn"),
        ),
        min_size=1,
        max_size=12,
    )
).filter(lambda text: not text_fault(text))
plain_texts = sentences
names = st.sampled_from(["Place", "Total_2026", "x1", "Überblick"])


@st.composite
def looks(draw: st.DrawFn) -> Look:
    """What a run says directly; mostly nothing."""
    if draw(st.integers(0, 2)):
        return PLAIN
    changes: dict[str, Any] = {}
    for name, values in (
        ("font", st.sampled_from(FONTS)),
        ("size", st.sampled_from([8, 9.5, 10, 12, 14, 18, 20.5, 36])),
        ("bold", st.booleans()),
        ("italic", st.booleans()),
        ("underline", st.sampled_from((*get_args(Underline), "none"))),
        ("strike", st.booleans()),
        ("script", st.sampled_from(["super", "sub", "none"])),
        ("colour", colours),
        ("highlight", markers),
        ("caps", st.sampled_from(["all", "small", "none"])),
    ):
        if draw(st.integers(0, 3)) == 0:
            changes[name] = draw(values)
    return Look(**changes)


centimetres = st.integers(0, 60).map(lambda tenths: tenths / 10)
points = st.integers(0, 60).map(lambda halves: halves / 2)
tab_stops = st.builds(
    TabStop,
    st.integers(1, 150).map(lambda tenths: tenths / 10),
    st.sampled_from(["left", "center", "right", "decimal"]),
    st.sampled_from([None, "dots", "dashes", "line"]),
)


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """What a paragraph says directly; mostly nothing."""
    if draw(st.integers(0, 2)):
        return Layout()
    changes: dict[str, Any] = {}
    for name, values in (
        ("alignment", st.sampled_from(get_args(Alignment))),
        ("left", centimetres),
        ("right", centimetres),
        ("first", st.integers(-10, 20).map(lambda tenths: tenths / 10)),
        ("before", points),
        ("after", points),
        ("keep_next", st.booleans()),
        ("keep_lines", st.booleans()),
        ("page_break", st.booleans()),
        ("fill", colours),
        ("tabs", st.lists(tab_stops, max_size=3, unique_by=lambda stop: stop.at).map(tuple)),
    ):
        if draw(st.integers(0, 4)) == 0:
            changes[name] = draw(values)
    if draw(st.integers(0, 4)) == 0:
        rule = draw(st.sampled_from(["multiple", "at least", "exactly"]))
        values = [1.0, 1.15, 1.5, 2.0, 0.9] if rule == "multiple" else [10.0, 12.5, 18.0, 24.0]
        changes |= {"rule": rule, "line": draw(st.sampled_from(values))}
    return Layout(**changes)


def picture_bytes(number: int) -> bytes:
    """A small PNG of its own."""
    buffer = BytesIO()
    Image.new("RGB", (8, 6), (number * 40 % 256, 80, 160)).save(buffer, "PNG")
    return buffer.getvalue()


PICTURES = [picture_bytes(number) for number in range(3)]
