"""Programs that tests need and pip does not install, such as `@pytest.mark.needs("chromium")`.

A test whose program is missing is skipped and listed at the end of the run; with `CI` set it fails instead.
`python -m tests.parts [pytest arguments]` installs the missing programs of those tests, if it may.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

MISSING = "missing part"


class Part(NamedTuple):
    """A program that a test may need: a check whether it is installed, and its Debian packages."""

    found: Callable[[], bool]
    packages: tuple[str, ...]


def on_path(*commands: str) -> Callable[[], bool]:
    """A check whether any of the commands is on the PATH."""
    return lambda: any(shutil.which(command) for command in commands)


def all_on_path(*commands: str) -> Callable[[], bool]:
    """A check whether all of the commands are on the PATH."""
    return lambda: all(shutil.which(command) for command in commands)


def postgresql() -> bool:
    """Debian has the server's programs off the PATH, in a folder for each version."""
    return on_path("initdb")() or any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


LOUIS = "/usr/bin/python3"
"""Debian's own Python, for which its liblouis is installed."""


def liblouis() -> bool:
    """Check for the files, without starting that Python."""
    return any(Path("/usr/lib/python3/dist-packages").glob("louis/__init__.py")) and Path(LOUIS).exists()


def faketime() -> bool:
    """The library that lets a program see another time."""
    return any(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))


def nginx() -> bool:
    """Debian has it in a folder that is not on everybody's PATH."""
    return on_path("nginx", "/usr/sbin/nginx")()


BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Commands of browsers that can run the page's tests, the quickest first."""


def browser_path() -> str:
    """Chromium without windows of its own is preferred: with them a new page takes four times as long."""
    return next(path for name in BROWSERS if (path := shutil.which(name)))


PARTS = {
    "chromium": Part(on_path(*BROWSERS), ("chromium-headless-shell",)),
    "chromium with windows": Part(on_path("chromium"), ("chromium",)),
    "faketime": Part(faketime, ("faketime",)),
    "firefox": Part(on_path("firefox-esr"), ("firefox-esr",)),
    "liblouis": Part(liblouis, ("python3-louis",)),
    "nginx": Part(nginx, ("nginx-light",)),
    "node": Part(on_path("node"), ("nodejs", "npm")),
    "orca": Part(
        all_on_path("orca", "chromium", "Xvfb", "openbox", "xdotool", "dbus-daemon"),
        ("orca", "chromium", "xvfb", "openbox", "xdotool", "dbus-daemon", "at-spi2-core"),
    ),
    "poppler": Part(on_path("pdftoppm"), ("poppler-utils",)),
    "postgresql": Part(postgresql, ("postgresql",)),
}


def missing(item: pytest.Item) -> Iterator[str]:
    """The parts that a test needs and this machine does not have."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if name not in PARTS:
                pytest.fail(f"no such part: {name} (there are {', '.join(PARTS)})", pytrace=False)
            if not PARTS[name].found():
                yield name


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", "needs(*parts): programs that the test needs and pip does not install")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Run before the fixtures, which may need the part already."""
    names = ", ".join(missing(item))
    if names:
        item.user_properties.append((MISSING, names))  # reaches the summary from an xdist worker too
        message = f"{names} is missing"
        if os.environ.get("CI"):
            pytest.fail(message, pytrace=False)
        pytest.skip(message)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the tests that did not run, and why."""
    lines = {
        f"{report.nodeid}: {value}"
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport)
        for key, value in report.user_properties
        if key == MISSING
    }
    if lines:
        terminalreporter.section("not run, because a part is missing")
        for line in sorted(lines):
            terminalreporter.line(line)


class MissingPartsPlugin:
    """A pytest plugin that records which missing parts the collected tests need."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Unknown parts are ignored here: the test run reports them."""
        for item in session.items:
            for mark in item.iter_markers("needs"):
                self.names.update(name for name in mark.args if name in PARTS and not PARTS[name].found())


def may_install() -> bool:
    """Only root may, and only where there is apt."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(names: Sequence[str]) -> None:
    """Install parts with apt; tests of those that are still missing are skipped or fail."""
    packages = [package for name in names for package in PARTS[name].packages]
    print(f"Installing {', '.join(packages)} with apt, for the tests that need it ...", file=sys.stderr)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "-qq", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)


def main(arguments: Sequence[str]) -> None:
    """Collect the tests without output: the test run that follows reports errors."""
    if all(part.found() for part in PARTS.values()) or not may_install():
        return
    plugin = MissingPartsPlugin()
    with (
        Path(os.devnull).open("w", encoding="utf-8") as nowhere,
        redirect_stdout(nowhere),
        redirect_stderr(nowhere),
    ):
        pytest.main([*arguments, "--collect-only", "-n0"], plugins=[plugin])
    if plugin.names:
        install(sorted(plugin.names))


if __name__ == "__main__":
    main(sys.argv[1:])
