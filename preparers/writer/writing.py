"""A document on its way into a file.

The parts are written here and not by python-docx: that has no footnotes, fields, lists, tracked changes or tables of
contents, and its template brings 160 styles along of which none is wanted.
"""

from __future__ import annotations

from lxml import etree

from forge.preparers.office.package import pack
from forge.preparers.writer.domain import check
from forge.preparers.writer.lists import HANGING, LEVELS, Instance, indent
from forge.preparers.writer.looks_out import MARK_STYLE, styles_part
from forge.preparers.writer.package_out import Writing
from forge.preparers.writer.paragraphs_out import MADE, paragraph_element, plain_paragraphs
from forge.preparers.writer.spec import Contents, Document, Layout, Paragraph, Section, Style, Table
from forge.preparers.writer.stock import CONTENTS
from forge.preparers.writer.tables_out import contents_element, table_element
from forge.preparers.writer.vocabulary import NUMBERS, twips
from forge.preparers.writer.xml_out import Child, Part, R, serialized, w

_TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_EDGE = 1.25
"""Centimetres from the edge of the paper to a header or footer."""


def write_document(document: Document) -> bytes:
    """The docx file of a document; the same document gives the same bytes.

    Raises:
        PreparerError: the document lies outside the domain.
    """
    check(document)
    writing = Writing(document)
    main = Part("word/document.xml")
    parts: dict[str, bytes] = {}
    types: dict[str, str] = {"word/document.xml": "document.main"}
    relations = [main]
    body = w("body")
    for section in document.sections:
        settings = _section(section, document, writing, main, parts, types, relations)
        last = section is document.sections[-1]
        for block in section.blocks:
            ends = block is section.blocks[-1] and not last
            body.append(_block(block, writing, main, settings if ends else None))
        if last:
            body.append(settings)
    roots = {
        "styles": styles_part(document.styles | _contents_styles(document)),
        "settings": _settings(document),
    }
    if writing.lists:
        roots["numbering"] = _numbering(writing.lists)
    if writing.footnotes:
        roots["footnotes"] = _footnotes(writing)
    if writing.comments:
        roots["comments"] = _comments(writing)
    for name, root in roots.items():
        main.relate(name, f"{name}.xml")
        parts[f"word/{name}.xml"] = serialized(root)
        types[f"word/{name}.xml"] = name
    parts["word/document.xml"] = serialized(w("document", body))
    parts |= writing.pictures
    parts |= dict(part.relations_part() for part in relations if part.relations)
    return _packed(parts, types, document)


def _packed(parts: dict[str, bytes], types: dict[str, str], document: Document) -> bytes:
    root = Part("")
    root.relate("officeDocument", "word/document.xml")
    root.relate(
        "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
        "docProps/core.xml",
    )
    parts |= dict([root.relations_part()])
    parts["docProps/core.xml"] = _core(document)
    parts["[Content_Types].xml"] = _content_types(types)
    return pack(parts)


def _contents_styles(document: Document) -> dict[str, Style]:
    """The styles of the lines of a table of contents, where there is one and nobody defined them."""
    if not any(isinstance(block, Contents) for block in document.blocks()):
        return {}
    return {
        name: Style(layout=Layout(left=0.4 * level, after=3, line=1.0))
        for level, name in enumerate(CONTENTS)
        if name not in document.styles
    }


def _block(
    block: Paragraph | Table | Contents, writing: Writing, part: Part, settings: Child
) -> etree._Element:
    if isinstance(block, Paragraph):
        return paragraph_element(block, writing, part, settings)
    if isinstance(block, Table):
        return table_element(block, writing, part)
    return contents_element(block, writing, part)


def _section(
    section: Section,
    document: Document,
    writing: Writing,
    main: Part,
    parts: dict[str, bytes],
    types: dict[str, str],
    relations: list[Part],
) -> etree._Element:
    """The settings of a section, with the parts of its headers and footers."""
    number = document.sections.index(section) + 1
    references: list[Child] = []
    first = section.first_header is not None or section.first_footer is not None
    for kind in ("header", "footer"):
        pages = [("default", getattr(section, kind))]
        pages += [("first", getattr(section, f"first_{kind}"))] if first else []
        for pages_of, paragraphs in pages:
            name = f"{kind}{number}{pages_of}.xml"
            part = Part(f"word/{name}")
            made = w("hdr" if kind == "header" else "ftr")
            made.extend(paragraph_element(item, writing, part) for item in paragraphs or [Paragraph()])
            if paragraphs is None and pages_of == "default" and number == 1:
                continue
            parts[part.name] = serialized(made)
            types[part.name] = kind
            relations.append(part)
            reference = w(f"{kind}Reference", type=pages_of)
            reference.set(f"{R}id", main.relate(kind, name))
            references.append(reference)
    page = section.page
    return w(
        "sectPr",
        *references,
        w("type", val="nextPage"),
        w(
            "pgSz",
            w=twips(page.width),
            h=twips(page.height),
            orient="landscape" if page.width > page.height else None,
        ),
        w(
            "pgMar",
            **{side: twips(getattr(page, side)) for side in ("top", "right", "bottom", "left")},
            header=twips(min(_EDGE, page.top / 2)),
            footer=twips(min(_EDGE, page.bottom / 2)),
            gutter=0,
        ),
        w("pgNumType", start=page.first_number) if page.first_number is not None else None,
        w("cols", num=page.columns, space=twips(page.gap)) if page.columns > 1 else None,
        w("titlePg") if first else None,
    )


def _settings(document: Document) -> etree._Element:
    return w(
        "settings",
        w("trackRevisions") if document.tracking else None,
        w("defaultTabStop", val=720),
        w(
            "compat",
            w(
                "compatSetting",
                name="compatibilityMode",
                uri="http://schemas.microsoft.com/office/word",
                val=15,
            ),
        ),
    )


def _numbering(lists: list[Instance]) -> etree._Element:
    root = w("numbering")
    for number, instance in enumerate(lists, 1):
        levels = [_level(level, instance) for level in range(1, LEVELS + 1)]
        root.append(w("abstractNum", w("multiLevelType", val="multilevel"), *levels, abstractNumId=number))
    root.extend(w("num", w("abstractNumId", val=number), numId=number) for number in range(1, len(lists) + 1))
    return root


def _level(level: int, instance: Instance) -> etree._Element:
    kind, text = instance.formats.get(level, ("bullet", "•"))
    return w(
        "lvl",
        w("start", val=instance.starts.get(level, 1)),
        w("numFmt", val=NUMBERS[kind]),
        w("lvlText", val=text.replace("%n", f"%{level}")),
        w("lvlJc", val="left"),
        w("pPr", w("ind", left=twips(indent(level)), hanging=twips(HANGING))),
        ilvl=level - 1,
    )


def _footnotes(writing: Writing) -> etree._Element:
    root = w("footnotes")
    for number, tag in ((-1, "separator"), (0, "continuationSeparator")):
        root.append(w("footnote", w("p", w("r", w(tag))), type=tag, id=number))
    for number, text in enumerate(writing.footnotes, 1):
        mark = w("r", w("rPr", w("rStyle", val=MARK_STYLE)), w("footnoteRef"))
        root.append(w("footnote", *plain_paragraphs(text, "FootnoteText", mark), id=number))
    return root


def _comments(writing: Writing) -> etree._Element:
    root = w("comments")
    for number, comment in enumerate(writing.comments):
        author = comment.author or "Unknown"
        paragraphs = plain_paragraphs(comment.text, "AnnotationText")
        root.append(w("comment", *paragraphs, id=number, author=author, date=MADE))
    return root


def _core(document: Document) -> bytes:
    spaces = {
        "cp": "http://schemas.openxmlformats.org/package/2006/metadata/core-properties",
        "dc": "http://purl.org/dc/elements/1.1/",
        "dcterms": "http://purl.org/dc/terms/",
        "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    }
    root = etree.Element(f"{{{spaces['cp']}}}coreProperties", nsmap=spaces)
    said = {"title": document.title, "subject": document.subject, "description": document.description}
    for name, text in said.items():
        if text:
            etree.SubElement(root, f"{{{spaces['dc']}}}{name}").text = text
    if document.keywords:
        etree.SubElement(root, f"{{{spaces['cp']}}}keywords").text = document.keywords
    for name in ("created", "modified"):
        item = etree.SubElement(root, f"{{{spaces['dcterms']}}}{name}")
        item.set(f"{{{spaces['xsi']}}}type", "dcterms:W3CDTF")
        item.text = MADE
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _content_types(types: dict[str, str]) -> bytes:
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    root = etree.Element(f"{{{space}}}Types", nsmap={None: space})  # type: ignore[dict-item]  # None is the default one
    defaults = {
        "jpeg": "image/jpeg",
        "png": "image/png",
        "rels": "application/vnd.openxmlformats-package.relationships+xml",
        "xml": "application/xml",
    }
    for ending, kind in defaults.items():
        etree.SubElement(root, f"{{{space}}}Default", Extension=ending, ContentType=kind)
    overrides = {name: f"{_TYPES}.{kind}+xml" for name, kind in types.items()}
    overrides["docProps/core.xml"] = "application/vnd.openxmlformats-package.core-properties+xml"
    for name, kind in sorted(overrides.items()):
        etree.SubElement(root, f"{{{space}}}Override", PartName=f"/{name}", ContentType=kind)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
