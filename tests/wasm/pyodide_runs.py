"""Run programs in Pyodide, on Node or in a Web Worker of Chromium; each is told by JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page, sync_playwright

from tests.parts import browser_path
from tests.wasm.archive import TREE

HERE = Path(__file__).parent
MINUTES = 10
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"
"""The content security policy of the page: what Pyodide needs, and nothing else."""


def pyodide_folder(spare: Path) -> Path:
    """The npm package Pyodide; it is installed in the spare folder if the page's packages are not there."""
    installed = TREE / "page" / "node_modules" / "pyodide"
    if installed.is_dir():
        return installed
    for name in (".npmrc", "package.json", "package-lock.json"):
        shutil.copy(TREE / "page" / name, spare)
    subprocess.run(["npm", "ci", "--ignore-scripts"], cwd=spare, check=True, capture_output=True)
    return spare / "node_modules" / "pyodide"


class Python(Protocol):
    """A Python that runs programs, one after another, which may use what those before them imported."""

    def run(self, program: str) -> Any:
        """The value of the expression in the last line."""


class NodePython:
    """Pyodide on Node."""

    def __init__(self, pyodide: Path, archive: Path) -> None:
        command = ["node", str(HERE / "in_node.mjs"), str(pyodide), str(archive)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, program: str) -> Any:
        """The value of the expression in the last line."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin
        assert stdout
        stdin.write(json.dumps(program) + "\n")
        stdin.flush()
        return json.loads(stdout.readline())


@contextmanager
def node_python(pyodide: Path, archive: Path) -> Iterator[NodePython]:
    """A Python on Node, until the block ends."""
    python = NodePython(pyodide, archive)
    with python.process:
        yield python
        python.process.kill()


class ChromiumPython:
    """Pyodide in a Web Worker of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def run(self, program: str) -> Any:
        """The value of the expression in the last line."""
        answer = self.page.evaluate("(program) => ask(program)", program)
        assert "error" not in answer, answer["error"]
        return json.loads(answer["result"])


class _Files(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_request(self, *_: Any) -> None:
        """Say nothing of what succeeds."""


@contextmanager
def chromium_python(pyodide: Path, archive: Path) -> Iterator[ChromiumPython]:
    """A Python in Chromium, from a folder of static files beside the archive."""
    folder = archive.parent
    for name in ("in_pyodide.mjs", "page.html", "page.mjs", "worker.mjs"):
        shutil.copy(HERE / name, folder)
    shutil.copytree(pyodide, folder / "pyodide", dirs_exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path())
            page = browser.new_page()
            page.set_default_timeout(MINUTES * 60_000)
            page.goto(f"http://127.0.0.1:{server.server_port}/page.html")
            yield ChromiumPython(page)
            browser.close()
    finally:
        server.shutdown()
        server.server_close()
