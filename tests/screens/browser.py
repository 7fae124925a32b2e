"""Headless Chromium looks at pages: at two widths, in the light and in the dark."""

import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

WIDTHS = (360, 1200)
READABLE = ("color-contrast",)
"""The rule that mails keep: contrast of at least 4.5 (3 for large letters)."""
ACCESSIBLE = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
"""The rules that pages of the site keep: WCAG 2.2 AA, as far as a program can tell."""
AXE = Path(sys.prefix) / "axe" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 300


def lacking() -> str:
    """Why nobody can look; "" if somebody can."""
    if shutil.which("chromium") is None:
        return "there is no chromium"
    return "" if AXE.exists() else "there is no axe-core"


def look(pages: Mapping[str, str], rules: Sequence[str]) -> list[str]:
    """What is wrong with pages, a line each: what runs off the screen, what breaks the rules.

    One browser loads each page once: it turns dark there, and wide.
    """
    plan = {"pages": [*pages], "widths": WIDTHS, "rules": rules}
    seen: list[Any] = []
    done = threading.Event()

    class Desk(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/harness":
                self.answer((Path(__file__).parent / "harness.html").read_text())
            elif self.path == "/axe.js":
                self.answer(AXE.read_text(), "text/javascript")
            elif self.path == "/plan":
                self.answer(json.dumps(plan), "application/json")
            else:
                self.answer(pages.get(unquote(self.path.removeprefix("/page/")), ""))

        def do_POST(self) -> None:
            told = self.rfile.read(int(self.headers["Content-Length"]))
            seen.extend(json.loads(told))
            self.answer("")
            done.set()

        def answer(self, text: str, kind: str = "text/html") -> None:
            octets = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(octets)))
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(octets)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Desk) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with tempfile.TemporaryDirectory() as profile:
            browser = subprocess.Popen(
                [*_command(profile), f"http://127.0.0.1:{server.server_port}/harness"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                done.wait(PATIENCE)
            finally:
                browser.terminate()
                browser.wait()
                server.shutdown()
    if not seen:
        return [f"the browser said nothing for {PATIENCE} s"]
    assert {one["name"] for one in seen} == {*pages}
    return [f"{one['name']}: {fault}" for one in seen for fault in one["faults"]]


def _command(profile: str) -> list[str]:
    """Chromium without a screen and without the net; root may not have its sandbox."""
    return [
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-dev-shm-usage",
        f"--user-data-dir={profile}",
        "--blink-settings=preferredColorScheme=1",  # light
    ]
