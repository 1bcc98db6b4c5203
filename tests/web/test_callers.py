"""Who calls, and from where: cookies, origins, proxies, and what one caller can do to another."""

from __future__ import annotations

import json
import logging
from http.cookies import SimpleCookie

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from moleworks.matches.board_trials import BoardTrials, TrialRequest
from moleworks.web.identity import CrossOrigin, check_origin, identify, new_person
from moleworks.web.json_logging import JsonFormatter
from moleworks.web.settings import Settings, WrongSetting, read
from tests.web.conftest import Start
from tests.web.people import RunningServer

TOKEN = "t" * 32


def scope(scheme: str = "https", **headers: str) -> dict[str, object]:
    pairs = [(name.encode(), value.encode()) for name, value in ({"host": "moles.example"} | headers).items()]
    return {
        "type": "http", "method": "POST", "scheme": scheme, "query_string": b"", "headers": pairs,
        "client": ("192.0.2.7", 1), "server": ("192.0.2.1", 443),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("scheme", "origin", "public", "ours"),
    [
        ("https", "https://moles.example", "", True),
        ("https", "http://moles.example", "", False),
        ("http", "http://moles.example", "", True),
        ("http", "https://moles.example", "", True),
        ("http", "http://moles.example", "https://moles.example", False),
        ("http", "https://moles.example", "https://moles.example", True),
        ("https", "null", "", False),
        ("https", "ftp://moles.example", "", False),
        ("https", "https://other.example", "", False),
    ],
)
def test_a_page_without_tls_is_not_ours_if_we_have_it(
    scheme: str, origin: str, public: str, *, ours: bool
) -> None:
    if ours:
        check_origin(scope(scheme, origin=origin), public)
    else:
        with pytest.raises(CrossOrigin):
            check_origin(scope(scheme, origin=origin), public)


def test_over_tls_the_cookie_is_bound_to_the_host() -> None:
    (cookie,) = SimpleCookie(new_person(secure=True)[1]).values()
    found = (cookie.key, cookie["secure"], cookie["path"], cookie["domain"])
    assert found == ("__Host-moleworks", True, "/", "")
    assert list(SimpleCookie(new_person(secure=False)[1])) == ["moleworks"]
    both = f"moleworks={'a' * 32}; __Host-moleworks={TOKEN}"
    alone = f"__Host-moleworks={TOKEN}"
    assert identify(scope(cookie=both)).person == identify(scope(cookie=alone)).person is not None
    assert identify(scope("http", cookie=alone)).person is None
    assert identify(scope(cookie=f"moleworks={TOKEN}")).person is not None, "from before"


def test_only_tls_is_asked_for_where_the_public_address_has_it(start: Start) -> None:
    server = start(public_url="https://moles.example", trusted_proxies="127.0.0.1")
    secure = httpx.get(f"{server.base}/health", headers={"x-forwarded-proto": "https"})
    assert secure.headers["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in httpx.get(f"{server.base}/health").headers


def test_a_cookie_that_we_never_gave_is_replaced(server: RunningServer) -> None:
    invented = {"cookie": f"moleworks={TOKEN}", "origin": server.base}
    body = {"game": "mole-hill", "board": "patch", "seats": [{"kind": "here"}, {"kind": "link"}]}
    answer = httpx.post(f"{server.base}/api/matches", json=body, headers=invented)
    assert answer.cookies["moleworks"] != TOKEN
    assert httpx.get(f"{server.base}/api/matches", headers=invented).json() == []
    own = {"cookie": f"moleworks={answer.cookies['moleworks']}", "origin": server.base}
    again = httpx.post(f"{server.base}/api/matches", json=body, headers=own)
    assert "set-cookie" not in again.headers
    assert len(httpx.get(f"{server.base}/api/matches", headers=own).json()) == 2


def test_who_is_forgotten_is_disconnected(server: RunningServer) -> None:
    party = server.table()
    host, guest = party.people
    with guest.live(party.id) as line, host.live(party.id) as stays:
        line.at()
        stays.at()
        assert guest.http.delete("/me").status_code == 204
        with pytest.raises(ConnectionClosed):
            line.hear("at", seq=10**6)
        stays.send("look")
        assert stays.at()


def test_a_trial_is_stopped_only_by_who_asked_for_it() -> None:
    trials, request = BoardTrials(1), TrialRequest({"game": "mole-hill"}, 2, 1)
    cancelled: list[str] = []
    trials._jobs.cancel = cancelled.append  # type: ignore[assignment, method-assign]
    trials._asked[request.key] = {"lina", "max"}
    for owner in ("stranger", "lina", "lina"):
        trials.stop(request, owner)
    assert cancelled == []
    trials.stop(request, "max")
    assert cancelled == [request.key]
    trials.stop(request, "stranger")
    assert cancelled == [request.key]
    trials.close()


@pytest.mark.parametrize("proxies", ["nonsense", "*", "127.0.0.1, proxy.example", "300.1.1.1"])
def test_proxies_are_addresses(proxies: str) -> None:
    with pytest.raises(WrongSetting, match="trusted_proxies are addresses"):
        read(environment={}, given={"trusted_proxies": proxies})
    assert Settings(trusted_proxies="127.0.0.1, 10.0.0.0/8, ::1").trusted_proxies


def test_a_proxy_on_this_computer_is_not_its_owner(server: RunningServer) -> None:
    async def opened() -> str:
        return "http://192.0.2.1:8000"

    server.app.context.open_home_network = opened
    headers = {"origin": server.base}
    assert httpx.post(f"{server.base}/api/lan", headers=headers).is_success
    for name in ("x-forwarded-for", "forwarded", "via", "x-real-ip"):
        answer = httpx.post(f"{server.base}/api/lan", headers=headers | {name: "198.51.100.1"})
        assert answer.status_code == 422


def test_log_lines_name_their_request(server: RunningServer) -> None:
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(JsonFormatter().format(record))  # type: ignore[method-assign]
    logger = logging.getLogger("moleworks.web")
    logger.addHandler(handler)
    try:

        async def fail(*_: object) -> None:
            raise RuntimeError

        server.app.context.match_server.store.fetch = fail  # type: ignore[assignment, method-assign]
        answer = httpx.get(f"{server.base}/health", headers={"x-request-id": "abc-123"})
        other = httpx.get(f"{server.base}/health", headers={"x-request-id": "no good\n"[:7]})
    finally:
        logger.removeHandler(handler)
    assert answer.status_code == 500
    assert answer.headers["x-request-id"] == "abc-123"
    assert json.loads(lines[0])["request"] == "abc-123"
    assert json.loads(lines[1])["request"] == other.headers["x-request-id"] != "abc-123"
