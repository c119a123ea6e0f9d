"""Default programs: the list that names them, and programs that people have."""

from __future__ import annotations

from collections.abc import Mapping

from forge.preparers.files.formats import ini
from forge.preparers.files.spec import FileTree

LIST = "mimeapps.list"
SECTION = "Default Applications"
TYPES = {
    "application/pdf": ("PDF documents", ("evince.desktop", "okular.desktop", "xpdf.desktop")),
    "image/png": ("PNG pictures", ("eog.desktop", "gimp.desktop", "gpicview.desktop")),
    "image/jpeg": ("JPEG pictures", ("eog.desktop", "gimp.desktop", "gpicview.desktop")),
    "text/plain": ("plain text files", ("gedit.desktop", "mousepad.desktop", "kate.desktop")),
    "text/csv": ("CSV files", ("libreoffice-calc.desktop", "gnumeric.desktop", "gedit.desktop")),
}


def set_defaults(tree: FileTree, wanted: Mapping[str, str], section: str = SECTION) -> None:
    """Write which programs open which types into the list."""
    parsed = ini.parser(tree.file(LIST).data.decode())
    sections = {name: dict(parsed.items(name)) for name in parsed.sections()}
    sections.setdefault(section, {}).update(wanted)
    tree.file(LIST).data = ini.build(sections)
