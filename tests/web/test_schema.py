"""The served OpenAPI document, held against the server that serves it."""

from __future__ import annotations

from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from moleworks.speech import places
from tests.web.people import TIMEOUT, Json, Party, RunningServer

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 4
"""Requests for each operation, with sensible values and again with any."""
Operation = APIOperation[Any, Any, Any, Any]

quick = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def operations(server: RunningServer) -> list[Operation]:
    """All there are; those that delete come last, and of these who forgets everything.

    A client has to take what it does not know; here, nothing is told that the document does not have.
    """
    document = httpx.get(f"{server.base}/api/openapi.json").json()
    for shape in document["components"]["schemas"].values():
        if "properties" in shape:
            shape.setdefault("additionalProperties", False)
    schema = schemathesis.openapi.from_dict(document)
    found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    return sorted(found, key=lambda one: (one.method == "delete", one.path == "/api/me"))


def test_every_operation_answers_as_the_document_says(server: RunningServer) -> None:
    going_on = server.table("buddel-bande", "stroll")
    over = server.table("mole-hill", "patch")
    for person in over.people:
        at = person.get(f"/matches/{over.id}")
        action = at["eyes"][0]["legal"][0]
        person.post(f"/matches/{over.id}/commands", do="play", action=action, seq=at["seq"])
    over.people[1].post(f"/matches/{over.id}/commands", do="resign")
    match = server.app.context.match_server.live_matches[going_on.id].log.match
    sensible: dict[str, Json] = {
        "POST /api/matches": {
            "body": {"game": "mole-hill", "seats": [{"kind": "here"}, {"kind": "computer", "level": 1}]}
        },
        "POST /api/join": {"body": {"token": going_on.opened["watch"]["token"], "name": "Lina"}},
        "POST /api/qr": {"body": {"text": f"{server.base}/#join=me"}},
        "POST /api/matches/{match}/commands": {"body": {"do": "look", "seq": 1, "seat": 0, "id": "a"}},
        "POST /api/matches/{match}/hint": {"body": {"lines": 1}},
        "POST /api/matches/{match}/seats/{seat}/link": {"path_parameters": {"seat": 0}},
        "GET /api/matches/{match}/around": {
            "query": {"space": next(iter(places(match.game, match.state))), "seat": 0}
        },
        "GET /api/matches/{match}/secret": {"query": {"seat": 0}},
        "GET /api/begins": {"query": {"game": "mole-hill"}},
    }
    answered: dict[str, set[int]] = {}

    def ask(operation: Operation, *, sense: bool) -> None:
        parties = st.sampled_from([going_on, over, None])

        @quick
        @given(case=operation.as_strategy(), party=parties)
        def examples(case: Case[Any], party: Party | None) -> None:
            party = going_on if sense else party
            if party is not None and "match" in case.path_parameters:
                case.path_parameters["match"] = party.id
            for part, value in sensible.get(operation.label, {}).items() if sense else ():
                setattr(case, part, value if part == "body" else {**getattr(case, part), **value})
            headers = {"origin": server.base, **(party or over).people[0].cookie()}
            answer = case.call(base_url=server.base, headers=headers, timeout=TIMEOUT)
            answered.setdefault(operation.label, set()).add(answer.status_code)
            case.validate_response(answer, checks=CHECKS)

        examples()

    for operation in operations(server):
        for sense in (True, False):
            ask(operation, sense=sense)
    assert server.healthy()
    done = {label for label, statuses in answered.items() if any(status < 300 for status in statuses)}
    assert sensible.keys() <= done
