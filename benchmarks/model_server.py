"""A language model of fixed latency behind the OpenAI protocol, with a log of its own of what it was asked.

    python -m benchmarks.model_server --answers answers.json --log requests.jsonl --latency-ms 200

It prints its address, as for OPENAI_BASE_URL. The answer to a conversation is looked up by the digest of its messages;
the answer under the empty name is given to every other conversation. The log has a line for each request as it
arrives, with the caller's own id and with the tokens that are charged for it.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, TextIO

from aiohttp import web

MODEL = "tiny"


def conversation_digest(messages: Sequence[Mapping[str, str]]) -> str:
    """The name of a conversation."""
    turns = [[message["role"], message["content"]] for message in messages]
    return hashlib.sha256(json.dumps(turns).encode()).hexdigest()


class ModelServer:
    """Answers from a table.

    Args:
        answers: the texts by the digest of their conversation.
        log: where each request is noted.
        latency_s: how long each answer takes, in seconds.
    """

    def __init__(self, answers: Mapping[str, str], log: TextIO | None, latency_s: float) -> None:
        self._answers = answers
        self._log = log
        self._latency_s = latency_s
        self._numbers = count(1)

    def application(self) -> web.Application:
        """The application to be served."""
        application = web.Application()
        application.router.add_post("/v1/chat/completions", self._complete)
        application.router.add_get("/v1/models", self._models)
        return application

    async def _models(self, _: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": MODEL}]})

    async def _complete(self, request: web.Request) -> web.Response:
        body = await request.read()
        digest = (
            conversation_digest(json.loads(body)["messages"]) if self._log or len(self._answers) > 1 else ""
        )
        text = self._answers.get(digest, self._answers.get(""))
        usage = {"prompt_tokens": len(body) // 4, "completion_tokens": len(text or "") // 4}
        if self._log is not None:
            attempt = request.headers.get("X-Client-Request-Id", "")
            print(json.dumps({"attempt": attempt, "asked": digest, **usage}), file=self._log, flush=True)
        await asyncio.sleep(self._latency_s)
        if text is None:
            return web.json_response({"error": {"message": f"no answer to {digest}"}}, status=400)
        return web.json_response(self._answer(text, usage))

    def _answer(self, text: str, usage: dict[str, int]) -> dict[str, Any]:
        message = {"role": "assistant", "content": text}
        return {
            "id": f"answer-{next(self._numbers)}",
            "object": "chat.completion",
            "created": 1,
            "model": MODEL,
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {**usage, "total_tokens": sum(usage.values())},
        }


async def serve(server: ModelServer) -> None:
    """Serve on a free port of this machine, say where, and go on until ended."""
    runner = web.AppRunner(server.application(), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, backlog=2048)
    await site.start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}/v1", flush=True)
    await asyncio.Event().wait()


def main() -> None:
    """Serve what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--latency-ms", type=float, default=200.0)
    wanted = parser.parse_args()
    log = wanted.log.open("a") if wanted.log else None
    asyncio.run(serve(ModelServer(json.loads(wanted.answers.read_text()), log, wanted.latency_ms / 1000)))


if __name__ == "__main__":
    main()
