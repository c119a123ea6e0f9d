"""Whatever somebody leaves in place of an office file is read, or refused with a sentence, soon and without a crash.

What is common to workbooks, documents and presentations; each has tests of its own besides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from itertools import pairwise
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forge.errors import UnreadableError
from forge.preparers.office import package
from forge.preparers.office.package import pack

from .calc.rich import rich as workbook
from .impress.rich import rich as presentation
from .office_files import OfficeFile, open_document
from .writer.rich import noted
from .writer.rich import rich as document

FILES = {
    "calc": (OfficeFile("calc", workbook()), "xl/worksheets/sheet1.xml"),
    "impress": (OfficeFile("impress", presentation()), "ppt/slides/slide2.xml"),
    "notes": (OfficeFile("writer", noted()), "word/document.xml"),
    "writer": (OfficeFile("writer", document()), "word/document.xml"),
}
"""Good files of each sort, and the part of each that holds most."""
OTHER = {"calc": "writer", "impress": "calc", "notes": "calc", "writer": "impress"}
DOCTYPE = b'<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]>'
OUTSIDE = b'<!DOCTYPE a SYSTEM "file:///etc/passwd">'
ODD = [b"", b"-1", b"99999999999", b"x", b"1e9", b"A1:XFD1048576", b"..", b"NaN", b"inf", b"50%"]

BAD: dict[str, tuple[Callable[[OfficeFile, str], bytes], str]] = {
    "empty": (lambda _file, _part: b"", "is empty"),
    "text": (lambda _file, _part: b"Name,Amount\nAnn,5\n", "is not a NAME: it is no zip package as .* files are"),
    "rich text": (lambda _file, _part: rb"{\rtf1 Dear Ann}", "is not a NAME"),
    "password": (
        lambda _file, _part: bytes.fromhex("D0CF11E0A1B11AE1") + b"\0" * 600,
        "protected by a password or in the old binary",
    ),
    "encrypted zip": (lambda file, _part: file.flagged(), "protected by a password"),
    "truncated": (lambda file, _part: file.content[:-400], "is damaged"),
    "half": (lambda file, _part: file.content[: len(file.content) // 2], "is damaged"),
    "another zip": (lambda _file, _part: pack({"a.txt": b"a"}), "is not a NAME: its package names no"),
    "a bomb": (
        lambda file, part: file.with_part(part, lambda _: b"<a>" + b" " * 50_000_000 + b"</a>"), "is a zip bomb"
    ),
    "too large": (lambda _file, _part: b"PK" + b"\0" * (package.MAX_FILE + 1), "is too large"),
    "without its main part": (lambda file, part: file.without(part), "lacks the part"),
    "broken xml": (lambda file, part: file.with_part(part, lambda xml: xml[:-20]), "is no XML"),
    "entities": (
        lambda file, part: file.with_part(part, lambda xml: DOCTYPE + xml.split(b"?>", 1)[-1]),
        "declares a document type",
    ),
    "an outside entity": (
        lambda file, part: file.with_part(part, lambda xml: OUTSIDE + xml.split(b"?>", 1)[-1]),
        "declares a document type",
    ),
}  # fmt: skip


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("name", FILES)
def test_bad_files_are_refused_with_a_sentence(name: str, bad: str) -> None:
    file, part = FILES[name]
    make, sentence = BAD[bad]
    with pytest.raises(
        UnreadableError, match=sentence.replace("NAME", file.preparer.file_type.name)
    ) as caught:
        file.preparer.read({"": make(file, part)})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_sort_is_refused(name: str) -> None:
    file, _ = FILES[name]
    with pytest.raises(UnreadableError, match=f"is not a {file.preparer.file_type.name}|is damaged"):
        file.preparer.read({"": FILES[OTHER[name]][0].content})


@pytest.mark.parametrize("name", FILES)
def test_a_folder_or_nothing_is_refused(name: str) -> None:
    file, _ = FILES[name]
    for files in ({}, {"": file.content, "other": b""}):
        with pytest.raises(UnreadableError, match="one file"):
            file.preparer.read(files)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_damage_anywhere_never_crashes(name: str, data: st.DataObject) -> None:
    file, _ = FILES[name]
    parts = file.parts()
    part = data.draw(st.sampled_from(sorted(parts)))
    content = parts[part]
    start = data.draw(st.integers(0, max(len(content) - 1, 0)))
    length = data.draw(st.integers(0, 60))
    parts[part] = content[:start] + data.draw(st.binary(max_size=20)) + content[start + length :]
    with suppress(UnreadableError):
        file.preparer.read({"": pack(parts)})


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=70, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_odd_attributes_never_crash(name: str, data: st.DataObject) -> None:
    file, _ = FILES[name]
    parts = file.parts()
    part = data.draw(st.sampled_from(sorted(name for name in parts if name.endswith((".xml", ".rels")))))
    found = data.draw(st.sampled_from(list(re.finditer(rb'="([^"]*)"', parts[part]))))
    odd = data.draw(st.sampled_from(ODD))
    parts[part] = parts[part][: found.start(1)] + odd + parts[part][found.end(1) :]
    with suppress(UnreadableError):
        file.preparer.read({"": pack(parts)})


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", FILES)
def test_opendocument_files_are_read_through_libreoffice(name: str) -> None:
    from forge.preparers.office.engine import office  # noqa: PLC0415 - only where it is installed

    file, _ = FILES[name]
    file_type = file.preparer.file_type
    content = office().convert(file.content, *file_type.suffixes)
    assert file_type.is_opendocument(content)
    assert file_type.is_opendocument(file.preparer.observe({"": content}).files[""])
    parts = file.parts(content)
    manifest = parts["META-INF/manifest.xml"]
    parts["META-INF/manifest.xml"] = manifest.replace(
        b"</manifest:manifest>", b"<encryption-data/></manifest:manifest>"
    )
    with pytest.raises(UnreadableError, match="password"):
        file.preparer.read({"": open_document(parts)})


@pytest.mark.parametrize("name", FILES)
def test_parts_come_in_a_fixed_order(name: str) -> None:
    with ZipFile(BytesIO(FILES[name][0].content)) as archive:
        names = archive.namelist()
    assert names[0] == "[Content_Types].xml"
    assert all(a < b for a, b in pairwise(names[3:]))
