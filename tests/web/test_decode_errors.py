"""Every form of msgspec's English errors is recognised and translated, with the installed version."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from moleworks.texts import language
from moleworks.web.decode_errors import FORMS, describe


class Sample(msgspec.Struct, forbid_unknown_fields=True):
    """Fields whose values can be wrong in every way that our requests know."""

    name: Annotated[str, Meta(min_length=2, max_length=3, pattern="^[a-z]*$")] = "ok"
    level: Annotated[int, Meta(ge=1, le=7)] = 1
    kind: Literal["link", "bot"] = "bot"


class Needed(msgspec.Struct):
    name: str


WRONG: list[tuple[bytes, type, str]] = [
    (b"{}", Needed, "the field name is missing"),
    (b'{"colour": 1}', Sample, "there is no field colour"),
    (b'{"level": "one"}', Sample, "int is expected, not str, at $.level"),
    (b'{"name": "long"}', Sample, "str is longer than 3, at $.name"),
    (b'{"name": "s"}', Sample, "str is shorter than 2, at $.name"),
    (b'{"level": 8}', Sample, "int is more than 7, at $.level"),
    (b'{"level": 0}', Sample, "int is less than 1, at $.level"),
    (b'{"name": "AB"}', Sample, "str has to look like '^[a-z]*$', at $.name"),
    (b'{"kind": "cat"}', Sample, "'cat' is none of the values there are, at $.kind"),
    (b'{"level": 1e999}', Sample, "a number is too large, at $.level"),
    (b'{"level": ', Sample, "it ends too early"),
    (b'{"level": ?}', Sample, "it is no JSON from byte 10 on, counted from 0"),
]


def reason(text: bytes, kind: type[Any]) -> str:
    with pytest.raises(msgspec.MsgspecError) as caught:
        msgspec.json.decode(text, type=kind)
    return str(caught.value)


@pytest.mark.parametrize(("text", "kind", "told"), WRONG, ids=lambda value: repr(value)[:30])
def test_each_form_is_recognised(text: bytes, kind: type[Any], told: str) -> None:
    assert describe(reason(text, kind), language("en")) == told
    assert describe(reason(text, kind), language("fr")) not in {told, reason(text, kind)}


def test_no_form_is_left_out() -> None:
    assert len(WRONG) == len(FORMS)
