"""Counting tokens with a real tokenizer and without a network.

The tokenizer is tiktoken's `cl100k_base`; its 1.7 MB of merges come from the installed LiteLLM wheel, which
is looked up and not imported. Loading takes about 0.3 s of CPU and 45 MB, so it happens at the first count.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from forge.errors import UnavailableError

if TYPE_CHECKING:
    from tiktoken import Encoding

ENCODING = "cl100k_base"
_FILE = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
"""The name under which tiktoken looks for the merges: the SHA-1 of where it would fetch them."""
_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
"""The digest that tiktoken itself demands of the merges."""
_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"
_LOADING = Lock()


def count(text: str) -> int:
    """The number of tokens of a text.

    Raises:
        UnavailableError: the tokenizer's merges are not installed, or damaged.
    """
    return len(_encoding().encode_ordinary(text))


@lru_cache(maxsize=512)
def count_repeated(text: str) -> int:
    """The number of tokens of a text that is asked for often, such as a system prompt."""
    return count(text)


@cache
def _encoding() -> Encoding:
    folder = _folder()
    import tiktoken  # noqa: PLC0415 - 50 ms, only when something is counted

    with _LOADING, _cache_folder(folder):
        return tiktoken.get_encoding(ENCODING)


def _folder() -> Path:
    """Where the merges lie, once seen to be whole: tiktoken would delete and fetch a damaged file."""
    spec = find_spec("litellm")
    if spec is None or spec.origin is None:
        raise UnavailableError(
            "Tokens cannot be counted: the tokenizer's merges come with litellm, which is not installed.",
            hint="pip install litellm==1.110.2",
        )
    folder = Path(spec.origin).parent / "litellm_core_utils" / "tokenizers"
    path = folder / _FILE
    if not path.is_file():
        raise UnavailableError(
            f"Tokens cannot be counted: {path} is missing; litellm 1.110.2 brings it.",
            hint="pip install --force-reinstall litellm==1.110.2",
        )
    if hashlib.sha256(path.read_bytes()).hexdigest() != _SHA256:
        raise UnavailableError(
            f"Tokens cannot be counted: {path} is damaged.",
            hint="pip install --force-reinstall litellm==1.110.2",
        )
    return folder


@contextmanager
def _cache_folder(folder: Path) -> Iterator[None]:
    """Point tiktoken to a folder, for as long as it loads and no longer."""
    before = os.environ.get(_CACHE_VARIABLE)
    os.environ[_CACHE_VARIABLE] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[_CACHE_VARIABLE]
        else:
            os.environ[_CACHE_VARIABLE] = before
