from __future__ import annotations

import json
import os
import subprocess
import sys


def modules_after(script: str) -> set[str]:
    listing = f"{script}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    environ = {**os.environ, "PYTHONPATH": ".dev"}
    out = subprocess.check_output([sys.executable, "-c", listing], env=environ, text=True)
    return set(json.loads(out.splitlines()[-1]))


def test_the_engine_imports_no_client_and_no_tokenizer():
    loaded = modules_after("import forge.llm.engine")
    assert "forge.llm.engine" in loaded
    assert loaded.isdisjoint({"openai", "litellm", "tiktoken", "aiohttp", "sqlalchemy", "prefect"})


def test_an_offline_run_imports_no_client():
    loaded = modules_after(
        "from forge.llm.profiles import *\nopen_provider(model_profile('offline'), timeout_s=1)\n"
        "from forge.llm.tokens import count\nassert count('a b') == 2"
    )
    assert "tiktoken" in loaded
    assert loaded.isdisjoint({"openai", "litellm"})
