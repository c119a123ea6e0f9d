"""A real Chromium without a window, driven over its debugging protocol."""

from __future__ import annotations

import base64
import json
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

SECONDS = 30


class Page:
    """A page of a browser.

    Attributes:
        troubles: what it wrote to its console as an error, and exceptions that nothing caught.
        requests: the addresses that it asked for.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.troubles: list[str] = []
        self.requests: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask the browser for something."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=SECONDS))
            if message.get("id") == self._number:
                assert "error" not in message, message
                return message["result"]
            self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        what, about = message.get("method"), message.get("params", {})
        if what == "Runtime.exceptionThrown":
            self.troubles.append(json.dumps(about["exceptionDetails"]))
        elif what == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.troubles.append(about["entry"]["text"])
        elif what == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])

    def go(self, address: str) -> None:
        """Open an address."""
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete'")

    def look(self, expression: str) -> Any:
        """What an expression gives."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until an expression is true."""
        deadline = time.monotonic() + SECONDS
        while not self.look(f"Boolean({expression})"):
            assert time.monotonic() < deadline, f"never true: {expression}; {self.troubles}"
            time.sleep(0.02)

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        codes = {
            "Enter": 13,
            "Escape": 27,
            "ArrowDown": 40,
            "ArrowUp": 38,
            "End": 35,
            "Home": 36,
            "PageDown": 34,
        }
        more = {"windowsVirtualKeyCode": codes[key]} if key in codes else {"text": key}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def type(self, text: str) -> None:
        """Write a text where the focus is."""
        self.call("Input.insertText", text=text)

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        place = self.look(
            f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1
            )

    def size(self, width: int, height: int, *, phone: bool = False) -> None:
        """Give the page a size."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=phone,
        )

    def colours(self, scheme: str) -> None:
        """Prefer light or dark colours."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, file: Path) -> None:
        """Keep what it looks like."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


@contextmanager
def browser() -> Iterator[Page]:
    """A page of a fresh browser, which is ended afterwards."""
    with tempfile.TemporaryDirectory(prefix="forge-browser-", ignore_cleanup_errors=True) as profile:
        command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"]
        command += [
            "--disable-background-networking",
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
        ]
        process = subprocess.Popen(
            [*command, "about:blank"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        try:
            with connect(_address(Path(profile), process), max_size=None) as socket:
                yield Page(socket)
        finally:
            process.terminate()
            process.wait(SECONDS)


def _address(profile: Path, process: subprocess.Popen[bytes]) -> str:
    """The address at which the first page can be driven."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, "the browser ended"
        try:
            port = (profile / "DevToolsActivePort").read_text().split()[0]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [page for page in json.load(answer) if page["type"] == "page"]
            return pages[0]["webSocketDebuggerUrl"]
        except (OSError, IndexError):
            time.sleep(0.1)
    raise AssertionError("the browser did not start")
