"""Pages of a PDF as pictures."""

from __future__ import annotations

import io
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from forge.errors import EngineError, UnavailableError

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 80
SECONDS = 60.0
"""How long the pages of one document may take."""


def pages_of(pdf: bytes, *, smooth: bool = True) -> list[Image]:
    """The pages of a PDF in RGB, 80 pixels to an inch.

    Args:
        pdf: its bytes.
        smooth: for eyes; else every pixel has a colour that the PDF names, and none is a mixture.

    Raises:
        EngineError: they cannot be drawn.
        UnavailableError: `pdftoppm` is not installed.
    """
    from PIL import Image  # noqa: PLC0415 - only a picture needs it

    rough = () if smooth else ("-aa", "no", "-aaVector", "no")
    with tempfile.TemporaryDirectory(prefix="forge-pages-") as name:
        command = ["pdftoppm", "-r", str(DPI), *rough, "-", str(Path(name) / "page")]
        try:
            subprocess.run(  # noqa: S603 - a fixed program, without a shell
                command, input=pdf, check=True, capture_output=True, timeout=SECONDS
            )
        except FileNotFoundError as error:
            raise UnavailableError(
                "pdftoppm, which draws pages, is not installed.", hint="apt-get install poppler-utils"
            ) from error
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise EngineError(f"pdftoppm could not draw the pages: {error}") from error
        files = sorted(Path(name).iterdir())
        return [Image.open(io.BytesIO(file.read_bytes())).convert("RGB") for file in files]
