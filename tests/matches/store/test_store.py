"""The operations of the store, on every kind of database."""

from __future__ import annotations

import asyncio

import pytest

from moleworks.matches.store import Conflict, MatchStore, StoreUnavailable, store_at
from moleworks.matches.store.rows import ARCHIVED, COMPUTER, OVER, PLAYING, WAITING, Entry, NewMatchRows
from tests.matches.store.samples import (
    create_match,
    entry,
    match_row,
    match_status,
    open_store,
    outcomes,
    seat_rows,
    with_store,
)


def test_a_match_is_found_by_all_its_names(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        await create_match(store, "other")
        assert await store.match("m") == (match_row(), seat_rows())
        assert await store.by_code("code-m") == "m"
        assert await store.by_watch("watch-m") == "m"
        assert await store.by_token("m-two") == ("m", 2)
        assert await store.persons_by_seat("m") == {1: {"lina"}}
        assert await store.entries("m", 0) == []
        assert await store.match("none") is None
        assert await store.by_code("none") is None
        assert await store.by_watch("none") is None
        assert await store.by_token("none") is None
        assert await store.persons_by_seat("none") == {}

    with_store(url, scenario)


def test_what_was_kept_is_there_later(url: str) -> None:
    with_store(url, create_match)
    assert with_store(url, lambda store: store.match("m")) == (match_row(), seat_rows())


@pytest.mark.parametrize(
    ("match", "seats"),
    [
        (match_row("m", code=None, watch="new"), ()),
        (match_row("new", code="code-m"), ()),
        (match_row("new", watch="watch-m"), ()),
    ],
    ids=["id", "code", "watch"],
)
def test_what_has_to_be_unique_is(url: str, match: object, seats: object) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        with pytest.raises(Conflict):
            await store.create(NewMatchRows(match, seats, [(1, "mira")]))  # type: ignore[arg-type]
        assert await store.match("new") is None
        assert await store.match("m") == (match_row(), seat_rows())
        assert await store.held_by("mira") == []

    with_store(url, scenario)


def test_a_log_grows(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        taken = seat_rows()[1]._replace(kind=COMPUTER, level=3, name="Level 3", token=None)
        first = [entry(1), Entry(2, None, "=3", None, 0.1), Entry(3, 2, "!leave Zoë ⛏", "c2", 1e9 / 3)]
        await store.append("m", first, match_status(due=7.75, status=OVER, at=11.5), [taken])
        await store.append("m", [entry(4)], match_status())
        assert await store.entries("m", 0) == [*first, entry(4)]
        assert await store.entries("m", 2) == [first[2], entry(4)]
        assert await store.entries("m", 4) == []
        assert await store.match("m") == (
            match_row(seq=4, status=PLAYING, changed=9.0),
            (seat_rows()[0], taken),
        )

    with_store(url, scenario)


def test_the_row_of_a_match_tells_its_standing(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        await store.append("m", [entry(1), entry(2)], match_status(due=7.75, status=OVER, at=11.5))
        found = await store.match("m")
        assert found
        assert found[0] == match_row(seq=2, status=OVER, changed=11.5, due=7.75)

    with_store(url, scenario)


@pytest.mark.parametrize("with_seats", [False, True])
@pytest.mark.parametrize("seqs", [[1], [2], [2, 3], [1, 2, 3], [4], [4, 5]])
def test_a_log_has_no_second_entry_of_a_number_and_no_hole(
    url: str, seqs: list[int], *, with_seats: bool
) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        await store.append("m", [entry(1), entry(2)], match_status())
        before = await store.match("m")
        seats = [seat_rows()[0]._replace(name="Mira")] if with_seats else []
        with pytest.raises(Conflict):
            await store.append("m", [entry(seq, "d4") for seq in seqs], match_status(status=OVER), seats)
        assert await store.entries("m", 0) == [entry(1), entry(2)]
        assert await store.match("m") == before

    with_store(url, scenario)


def test_nothing_is_appended_to_what_is_not_there(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        await store.delete("m")
        with pytest.raises(Conflict):
            await store.append("m", [entry(1)], match_status())
        assert await store.entries("m", 0) == []

    with_store(url, scenario)


def test_a_token_that_opens_two_seats_opens_the_one_of_the_newest_match(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        seats = tuple(seat._replace(token="m-one") if seat.seat == 2 else seat for seat in seat_rows("new"))
        await store.create(
            NewMatchRows(match_row("new")._replace(created=match_row().created + 1), seats, [])
        )
        assert await store.by_token("m-one") == ("new", 2)
        assert await store.by_token("m-two") == ("m", 2)

    with_store(url, scenario)


def test_one_of_many_who_want_a_number_gets_it(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        async with open_store(url) as other:
            for seq in range(1, 11):
                ended = await outcomes(
                    *(
                        one.append("m", [entry(seq, f"{access}")], match_status())
                        for access, one in enumerate([store, other] * 10)
                    )
                )
                (winner,) = (access for access, outcome in enumerate(ended) if outcome is None)
                assert all(isinstance(outcome, Conflict) for outcome in ended if outcome is not None)
                assert await store.entries("m", seq - 1) == [entry(seq, f"{winner}")]

    with_store(url, scenario)


def test_appends_to_many_matches_at_once(url: str) -> None:
    """Batches of all sizes, some with conflicts: each succeeds or fails alone."""
    names = [f"m{number}" for number in range(150)]

    async def scenario(store: MatchStore) -> None:
        await asyncio.gather(*(create_match(store, name) for name in names))
        late = set(names[::7])
        await asyncio.gather(*(store.append(name, [entry(1, "late")], match_status()) for name in late))
        ended = await outcomes(
            *(
                store.append(name, [entry(seq, name) for seq in range(1, 2 + number % 3)], match_status())
                for number, name in enumerate(names)
            )
        )
        for number, (name, outcome) in enumerate(zip(names, ended, strict=True)):
            seqs = range(1, 2 + number % 3)
            expected = [entry(1, "late")] if name in late else [entry(seq, name) for seq in seqs]
            assert isinstance(outcome, Conflict) if name in late else outcome is None
            assert await store.entries(name, 0) == expected

    with_store(url, scenario)


def test_a_value_that_cannot_be_kept_harms_nobody_else(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await asyncio.gather(*(create_match(store, name) for name in "abc"))
        ended = await outcomes(
            store.append("a", [entry(1)], match_status()),
            store.append("b", [entry(1, "\ud800")], match_status()),
            store.append("c", [entry(1)], match_status()),
            store.save_name("lina", "\ud800", 1.0),
        )
        assert ended[0] is ended[2] is None
        for at_fault in (ended[1], ended[3]):
            assert isinstance(at_fault, Exception)
            assert not isinstance(at_fault, Conflict | StoreUnavailable)
        assert [await store.entries(name, 0) for name in "abc"] == [[entry(1)], [], [entry(1)]]
        await store.append("b", [entry(1)], match_status())

    with_store(url, scenario)


def test_what_is_missing_is_not_taken(url: str) -> None:
    """A missing required value is an error of the caller, not of the database."""

    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        for seats in ((), seat_rows()):
            (ended,) = await outcomes(
                store.append("m", [entry(1)._replace(name=None)], match_status(), seats)  # type: ignore[arg-type]
            )
            assert isinstance(ended, Exception)
            assert not isinstance(ended, Conflict | StoreUnavailable)
        assert await store.match("m") == (match_row(), seat_rows())

    with_store(url, scenario)


def test_one_worker_claims_what_is_due(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store, due=5.0)
        async with open_store(url) as other:
            ended = await outcomes(
                *(
                    one.claim("m", 0, f"w{access}", 10.0, 20.0)
                    for access, one in enumerate([store, other] * 10)
                )
            )
        assert sorted(map(bool, ended)) == [False] * 19 + [True]
        assert not await store.claim("m", 0, "late", 19.9, 30.0)
        assert await store.claim("m", 0, "late", 20.0, 30.0)

    with_store(url, scenario)


def test_a_claim_is_for_one_number_and_ends_with_the_entry(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store, due=5.0)
        assert not await store.claim("m", 1, "one", 10.0, 20.0)
        assert not await store.claim("none", 0, "one", 10.0, 20.0)
        assert await store.claim("m", 0, "one", 10.0, 20.0)
        assert await store.due(15.0, 10) == []
        await store.append("m", [entry(1)], match_status(due=5.0))
        assert await store.due(15.0, 10) == ["m"]
        assert await store.claim("m", 1, "two", 15.0, 20.0)
        seats = seat_rows()
        await store.append("m", [entry(2)], match_status(due=5.0), seats)
        assert await store.claim("m", 2, "three", 15.0, 20.0)

    with_store(url, scenario)


def test_what_is_due(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        for name, due in {"later": 11.0, "second": 9.0, "first": 8.0, "third": 10.0, "never": None}.items():
            await create_match(store, name, due=due)
        assert await store.due(10.0, 10) == ["first", "second", "third"]
        assert await store.due(10.0, 2) == ["first", "second"]
        assert await store.claim("first", 0, "one", 10.0, 12.0)
        assert await store.due(10.0, 10) == ["second", "third"]
        assert await store.due(12.0, 10) == ["first", "second", "third", "later"]

    with_store(url, scenario)


def test_who_holds_what(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store, "old", changed=1.0)
        await create_match(store, "new", changed=3.0)
        await create_match(store, "middle", changed=2.0)
        for _ in range(2):
            await store.hold("old", 2, "lina", 4.0)
            await store.hold("old", 2, "mira", 4.0)
        await store.hold("none", 1, "lina", 4.0)
        await store.hold("new", 3, "lina", 4.0)
        assert await store.persons_by_seat("old") == {1: {"lina"}, 2: {"lina", "mira"}}
        assert await store.persons_by_seat("none") == {}
        assert await store.held_by("lina") == [
            (match_row("new", changed=3.0), seat_rows("new"), (1,)),
            (match_row("middle", changed=2.0), seat_rows("middle"), (1,)),
            (match_row("old", changed=1.0), seat_rows("old"), (1, 2)),
        ]
        assert [row.id for row, _, _ in await store.held_by("lina", 2)] == ["new", "middle"]
        assert await store.held_by("mira") == [(match_row("old", changed=1.0), seat_rows("old"), (2,))]
        await store.release("old", "lina")
        assert await store.persons_by_seat("old") == {2: {"mira"}}
        assert [row.id for row, _, _ in await store.held_by("lina")] == ["new", "middle"]

    with_store(url, scenario)


def test_who_sits_down_holds_the_seat_by_the_same_commit(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        await store.append("m", [entry(1)], match_status(), seat_rows()[1:], [(2, "mira")])
        assert await store.persons_by_seat("m") == {1: {"lina"}, 2: {"mira"}}
        with pytest.raises(Conflict):
            await store.append("m", [entry(1)], match_status(), persons=[(2, "late")])
        await store.append("m", [entry(2)], match_status(), persons=[(2, "mira"), (1, "mira")])
        assert await store.persons_by_seat("m") == {1: {"mira"}, 2: {"mira"}}, "and nobody else does any more"
        await store.append("m", [entry(3)], match_status(), persons=[(2, None)])
        assert await store.persons_by_seat("m") == {1: {"mira"}}, "a bot holds no seat by a cookie"
        assert await store.entries("m", 0) == [entry(1), entry(2), entry(3)]

    with_store(url, scenario)


def test_who_leaves_is_host_no_more(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        await create_match(store, "other", watch="w")
        await store.release("m", "mira")
        await store.release("m", "lina")
        hosts = [found[0].host for name in ("m", "other") if (found := await store.match(name))]
        assert hosts == [None, "lina"]

    with_store(url, scenario)


def test_persons_without_a_match_are_forgotten_in_time(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store, host="otto")
        await store.hold("m", -1, "wanda", 1.0)
        for digest, seen in (("lina", 1.0), ("otto", 1.0), ("wanda", 1.0), ("mira", 1.0), ("nina", 2.0)):
            await store.save_name(digest, digest.title(), seen)
        await store.delete_idle_persons(2.0)
        left = [await store.person_name(digest) for digest in ("lina", "otto", "wanda", "mira", "nina")]
        assert left == ["Lina", "Otto", "Wanda", None, "Nina"]

    with_store(url, scenario)


def test_persons_are_remembered_and_forgotten(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        await store.hold("m", 2, "mira", 1.0)
        assert await store.person_name("lina") is None
        await store.save_name("lina", "Lina", 1.0)
        await store.save_name("mira", "Mira", 1.0)
        await store.save_name("lina", "Lina II.", 2.0)
        assert await store.person_name("lina") == "Lina II."
        await store.forget_person("lina")
        assert await store.person_name("lina") is None
        assert await store.person_name("mira") == "Mira"
        assert await store.held_by("lina") == []
        assert await store.persons_by_seat("m") == {2: {"mira"}}
        assert await store.match("m") == (match_row(host=None), seat_rows())

    with_store(url, scenario)


def test_a_seat_changes_hands(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        await create_match(store, "other")
        seat = seat_rows()[1]._replace(kind=COMPUTER, level=5, name="Level 5", token="new")
        await store.update_seat(seat)
        assert await store.match("m") == (match_row(), (seat_rows()[0], seat))
        assert await store.by_token("m-two") is None
        assert await store.by_token("new") == ("m", 2)

    with_store(url, scenario)


def test_a_code_can_be_used_again(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store)
        await store.drop_code("m")
        assert await store.by_code("code-m") is None
        await create_match(store, "other", code="code-m")
        assert await store.by_code("code-m") == "other"

    with_store(url, scenario)


def test_nothing_of_a_deleted_match_is_left(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        for name in ("m", "other"):
            await create_match(store, name)
            await store.append(name, [entry(1)], match_status())
        await store.delete("m")
        assert await store.match("m") is None
        assert await store.entries("m", 0) == []
        assert await store.persons_by_seat("m") == {}
        assert await store.by_token("m-one") is None
        assert [row.id for row, _, _ in await store.held_by("lina")] == ["other"]
        assert await store.entries("other", 0) == [entry(1)]
        await create_match(store)

    with_store(url, scenario)


def test_a_log_becomes_a_record(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        await create_match(store, due=3.0)
        await create_match(store, "other")
        await store.append("m", [entry(1), entry(2)], match_status(status=OVER, due=3.0))
        await store.append("other", [entry(1)], match_status())
        with pytest.raises(Conflict):
            await store.archive("m", "too early", 1)
        assert await store.entries("m", 0) == [entry(1), entry(2)]
        await store.archive("m", "the record", 2)
        archived = match_row(code=None, seq=2, status=ARCHIVED, changed=9.0, record="the record")
        assert await store.match("m") == (archived, seat_rows())
        assert await store.entries("m", 0) == []
        assert await store.entries("other", 0) == [entry(1)]
        assert await store.due(100.0, 10) == []
        with pytest.raises(Conflict):
            await store.append("m", [entry(3)], match_status())
        with pytest.raises(Conflict):
            await store.archive("m", "twice")
        with pytest.raises(Conflict):
            await store.archive("none", "nothing")
        await store.archive("other", "whatever it is at")
        assert await store.counts() == {ARCHIVED: 2}

    with_store(url, scenario)


def test_old_matches_are_found_and_counted(url: str) -> None:
    async def scenario(store: MatchStore) -> None:
        assert await store.counts() == {}
        for number, status in enumerate([OVER, WAITING, OVER, OVER, PLAYING]):
            await create_match(store, f"m{number}", status=status, changed=10.0 - number)
        assert await store.unchanged_since(OVER, 10.0, 10) == ["m3", "m2"]
        assert await store.unchanged_since(OVER, 11.0, 2) == ["m3", "m2"]
        assert await store.unchanged_since(WAITING, 9.0, 10) == []
        assert await store.counts() == {OVER: 3, WAITING: 1, PLAYING: 1}

    with_store(url, scenario)


def test_a_closed_store_says_so(url: str) -> None:
    async def scenario() -> None:
        store = store_at(url)
        for _ in range(2):  # before it is opened, and after it is closed
            for work in (store.match("m"), store.delete("m"), store.append("m", [entry(1)], match_status())):
                with pytest.raises(StoreUnavailable, match="closed"):
                    await work
            await store.open()
            await store.close()
            await store.close()

    asyncio.run(scenario())


def test_closing_waits_for_what_was_begun(url: str) -> None:
    async def scenario() -> None:
        async with open_store(url) as store:
            begun = [asyncio.create_task(create_match(store, f"m{number}")) for number in range(20)]
            await asyncio.sleep(0)
        assert list(await outcomes(*begun)) == [None] * 20

    asyncio.run(scenario())
    assert with_store(url, lambda store: store.counts()) == {WAITING: 20}
