"""The files in deploy/: they hang together, and the container file installs what the lock files say."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def locked(text: str) -> dict[str, set[str]]:
    """The digests of each locked package."""
    found: dict[str, set[str]] = {}
    for part in re.split(r"\n(?=[a-z])", text):
        name = part.partition(" ")[0]
        found[name] = set(re.findall("sha256:[0-9a-f]{64}", part))
    return found


def test_the_server_s_extra_is_locked_as_in_the_tests() -> None:
    server = locked((DEPLOY / "requirements-server.lock").read_text("utf-8"))
    tests = locked((ROOT / "requirements-test.lock").read_text("utf-8"))
    assert {name.partition("==")[0] for name in server} == {"asyncpg", "uvloop"}
    for name, digests in server.items():
        assert digests
        assert tests[name] == digests


def test_every_file_that_is_named_is_there() -> None:
    container, compose = ((DEPLOY / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))
    for name in re.findall(r"-r (\S+\.lock)", container):
        assert (ROOT / name).is_file()
    assert "--require-hashes" in container
    assert "dockerfile: deploy/Containerfile" in compose
    assert "./nginx.conf:" in compose
    assert (DEPLOY / "nginx.conf").is_file()
    assert 'MOLEWORKS_WORKERS: "2"' in compose


def test_the_settings_that_containers_are_given_exist() -> None:
    from moleworks.web.settings import Settings, read

    text = "".join((DEPLOY / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))
    named = {name.lower() for name in re.findall(r"MOLEWORKS_([A-Z_]+)[=:]", text)} - {"name"}
    assert (
        {"database", "public_url", "trusted_proxies", "workers"} <= named <= set(Settings.__struct_fields__)
    )
    proxies = re.findall(r"MOLEWORKS_TRUSTED_PROXIES: (\S+)", text)
    assert read(environment={"MOLEWORKS_TRUSTED_PROXIES": proxies[0]}).trusted_proxies == proxies[0]
