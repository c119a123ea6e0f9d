"""The file formats of each application, and the filters by which LibreOffice reads and stores them."""

from __future__ import annotations

_CSV = "44,34,76,1,,0,false,true,false"  # comma, quotation mark, UTF-8, from line 1, as the cells look

_CALC = "com.sun.star.sheet.SpreadsheetDocument"
_WRITER = "com.sun.star.text.GenericTextDocument"
_IMPRESS = "com.sun.star.presentation.PresentationDocument"

APPLICATIONS = {
    _CALC: {
        ".xlsx": "Calc MS Excel 2007 XML",
        ".xlsm": "Calc MS Excel 2007 VBA XML",
        ".xls": "MS Excel 97",
        ".ods": "calc8",
        ".csv": "Text - txt - csv (StarCalc)",
        ".pdf": "calc_pdf_Export",
        ".png": "calc_png_Export",
        ".html": "HTML (StarCalc)",
    },
    _WRITER: {
        ".docx": "MS Word 2007 XML",
        ".doc": "MS Word 97",
        ".odt": "writer8",
        ".rtf": "Rich Text Format",
        ".txt": "Text (encoded)",
        ".pdf": "writer_pdf_Export",
        ".png": "writer_png_Export",
        ".html": "HTML (StarWriter)",
    },
    _IMPRESS: {
        ".pptx": "Impress MS PowerPoint 2007 XML",
        ".ppt": "MS PowerPoint 97",
        ".odp": "impress8",
        ".pdf": "impress_pdf_Export",
        ".png": "impress_png_Export",
        ".html": "impress_html_Export",
    },
}
"""The name of the filter for each suffix, by the service that tells an application's documents."""

SPREADSHEETS = frozenset(APPLICATIONS[_CALC])
"""The suffixes of documents on which experiments can be made."""

OPTIONS = {".csv": _CSV, ".txt": "UTF8,LF"}
"""What a filter is told besides."""

_STORED_ONLY = {".pdf", ".png", ".html"}


def readable() -> set[str]:
    """The suffixes that can be loaded."""
    return {suffix for filters in APPLICATIONS.values() for suffix in filters} - _STORED_ONLY


def storable(suffix: str) -> set[str]:
    """The suffixes to which a document loaded from one suffix can be stored."""
    return {to for filters in APPLICATIONS.values() if suffix in filters for to in filters}
