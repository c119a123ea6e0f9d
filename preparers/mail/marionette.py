"""Marionette, the remote protocol that Thunderbird itself offers, as far as one script at a time needs it.

A message is its length, a colon and a JSON list: `[0, number, command, parameters]` is answered by `[1, number, error,
result]`. The client that Mozilla keeps on PyPI pulls in the whole test harness of Firefox, so the protocol is here.
"""

from __future__ import annotations

import json
import socket
from typing import Any

from forge.errors import EngineError

LARGEST = 64 * 2**20
"""Bytes of an answer; more is a fault."""


class Marionette:
    """A connection to a running Thunderbird.

    Args:
        port: where it listens on this machine.
        seconds: how long an answer may take.

    Raises:
        EngineError: it does not answer.
    """

    def __init__(self, port: int, seconds: float) -> None:
        self._number = 0
        try:
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
            self._stream = self._socket.makefile("rb")
            self._read()
        except OSError as error:
            raise EngineError(f"Thunderbird does not answer at port {port}: {error}.") from error
        self.ask("WebDriver:NewSession", capabilities={})
        self.ask("WebDriver:SetTimeouts", script=int(seconds * 1000))
        self.ask("Marionette:SetContext", value="chrome")

    def ask(self, command: str, **parameters: Any) -> Any:
        """The result of a command.

        Raises:
            EngineError: it fails, or there is no answer in time.
        """
        self._number += 1
        text = json.dumps([0, self._number, command, parameters]).encode()
        try:
            self._socket.sendall(b"%d:%s" % (len(text), text))
            _, _, fault, result = self._read()
        except OSError as error:
            raise EngineError(f"Thunderbird did not answer {command}: {error}.") from error
        if fault:
            raise EngineError(f"Thunderbird refuses {command}: {fault.get('message')}")
        return result

    def script(self, body: str, *arguments: Any) -> Any:
        """What the body of an asynchronous function returns, run with all rights of the application.

        Raises:
            EngineError: it throws, or there is no answer in time.
        """
        code = (
            "const [...args] = arguments; const done = args.pop();"
            f"(async () => {{ {body} }})().then(value => done({{value}}), fault => done({{fault: String(fault)}}));"
        )
        answer = self.ask("WebDriver:ExecuteAsyncScript", script=code, args=list(arguments), sandbox="system")
        found = answer["value"]
        if "fault" in found:
            raise EngineError(f"A script in Thunderbird failed: {found['fault']}.")
        return found.get("value")

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()
        self._socket.close()

    def _read(self) -> Any:
        digits = b""
        while (sign := self._stream.read(1)) != b":":
            if not sign.isdigit() or len(digits) > 9:
                raise OSError("it closed the connection")
            digits += sign
        if int(digits) > LARGEST:
            raise OSError(f"its answer has {int(digits):,} bytes")
        content = self._stream.read(int(digits))
        if len(content) < int(digits):
            raise OSError("it closed the connection within an answer")
        return json.loads(content)
