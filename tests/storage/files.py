"""Generated files by path."""

from __future__ import annotations

from hypothesis import strategies as st

NAMES = st.text(
    st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="/\\"), min_size=1, max_size=12
).filter(lambda name: name not in (".", "..") and len(name.encode()) < 200)
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)


@st.composite
def contents(draw, prefix="environment/files/"):
    """Files none of which is a folder of another one."""
    files = {}
    for path in draw(st.lists(PATHS, max_size=6)):
        taken = {prefix + name for name in files}
        clash = any(
            f"{name}/".startswith(f"{prefix}{path}/") or f"{prefix}{path}/".startswith(f"{name}/")
            for name in taken
        )
        if not clash:
            files[path] = draw(st.binary(max_size=50))
    return {prefix + path: content for path, content in files.items()}
