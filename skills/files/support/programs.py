"""Default programs: the list that names them, and programs that people have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forge.preparers.files.formats import ini, text
from forge.preparers.files.spec import FileTree

LIST = "mimeapps.list"
SECTION, ADDED, REMOVED = "Default Applications", "Added Associations", "Removed Associations"
"""MIME applications specification, *File name and location*: what is removed is no default, whatever else is said."""
TYPES = {
    "application/pdf": ("PDF documents", ("evince.desktop", "okular.desktop", "xpdf.desktop")),
    "image/png": ("PNG pictures", ("eog.desktop", "gimp.desktop", "gpicview.desktop")),
    "image/jpeg": ("JPEG pictures", ("eog.desktop", "gimp.desktop", "gpicview.desktop")),
    "text/plain": ("plain text files", ("gedit.desktop", "mousepad.desktop", "kate.desktop")),
    "text/csv": ("CSV files", ("libreoffice-calc.desktop", "gnumeric.desktop", "gedit.desktop")),
}


def lay_settings(tree: FileTree, defaults: Mapping[str, str], added: Sequence[str]) -> None:
    """Put a list of defaults into a folder of settings, further programs for some types, and a few other files."""
    programs = {mime: ";".join(TYPES[mime][1][:2]) + ";" for mime in added}
    tree.add(LIST, ini.build({SECTION: {mime: f"{app};" for mime, app in defaults.items()}, ADDED: programs}))
    folders = ('XDG_DOCUMENTS_DIR="$HOME/Documents"', 'XDG_DOWNLOAD_DIR="$HOME/Downloads"')
    tree.add("user-dirs.dirs", text.encode(folders))
    start = {"Desktop Entry": {"Type": "Application", "Name": "Reminders", "Exec": "reminders --quiet"}}
    tree.add("autostart/reminders.desktop", ini.build(start))


def set_defaults(tree: FileTree, wanted: Mapping[str, str], section: str = SECTION) -> None:
    """Write which programs open which types into the list."""
    parsed = ini.parser(tree.file(LIST).data.decode(), "desktop")
    sections = {name: dict(parsed.items(name)) for name in parsed.sections()}
    sections.setdefault(section, {}).update(wanted)
    tree.file(LIST).data = ini.build(sections)
