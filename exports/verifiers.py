"""verifiers: task directories in Harbor's form, which its Harbor task sets load, one folder of them for each split."""

from __future__ import annotations

from forge.exports.harbor import Harbor


class Verifiers(Harbor):
    """Task directories for verifiers."""

    name = "verifiers"
    says = "verifiers' Harbor task sets"


FORMAT = Verifiers
