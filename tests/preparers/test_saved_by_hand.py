"""Files that a person opened in a window and saved with Ctrl+S read as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from forge.preparers.base import preparer
from forge.preparers.office.preparer import OfficePreparer

from .calc.rich import rich as workbook
from .impress.rich import rich as presentation
from .laws import differences
from .screen import Office, screen
from .writer.rich import noted
from .writer.rich import rich as document

MADE = {"calc": workbook, "impress": presentation, "writer": document, "writer with notes": noted}


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", MADE)
def test_saving_by_hand_changes_nothing(name: str, tmp_path: Path) -> None:
    it = preparer(name.partition(" ")[0])
    assert isinstance(it, OfficePreparer)
    content = it.write(MADE[name]())[""]
    file = tmp_path / f"my file{it.file_type.suffix}"
    file.write_bytes(content)
    with screen() as environment, Office(file, tmp_path, environment) as office:
        saved = office.save()
    assert saved != content
    assert differences(it.read({"": content}), it.read({"": saved})) == []
