"""A server with a certificate of its own, without a proxy: its cookies are for TLS only."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests.web.people import TIMEOUT
from tests.web.test_serve import ORDER, served, up


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


def test_cookies_are_secure_exactly_over_tls(tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
    trusting = ssl.create_default_context(cafile=str(cert))
    tls = ("--tls-cert", str(cert), "--tls-key", str(key))
    for options, scheme, verify in ((tls, "https", trusting), ((), "http", ssl.create_default_context())):
        with served(tmp_path / scheme, "serve", *options) as (_, base):
            assert base.startswith(f"{scheme}://")
            up(base, verify)
            with httpx.Client(base_url=base, headers={"origin": base}, verify=verify) as lina:
                made = lina.post("/api/matches", json=ORDER)
                assert made.status_code == 201, made.text
                assert ("; secure" in made.headers["set-cookie"].lower()) == (scheme == "https")
                assert all(seat["link"].startswith(base) for seat in made.json()["seats"] if "link" in seat)
                cookies = "; ".join(f"{name}={value}" for name, value in lina.cookies.items())
                live = f"{base.replace('http', 'ws', 1)}/api/matches/{made.json()['id']}/live?seq=0"
                with connect(
                    live,
                    additional_headers={"cookie": cookies, "origin": base},
                    ssl=trusting if scheme == "https" else None,
                ) as line:
                    assert line.recv(timeout=TIMEOUT)
