"""What any store does, whatever database it is in."""

from __future__ import annotations

import asyncio

import pytest

from moleworks.service.store import NoStore, Store, Taken, store_at
from moleworks.service.store.rows import ARCHIVED, COMPUTER, OVER, PLAYING, WAITING, Entry
from tests.service.store.samples import (
    created,
    entry,
    kept,
    match_row,
    opened,
    outcomes,
    seat_rows,
    standing,
)


def test_a_match_is_found_by_all_its_names(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        await created(store, "other")
        assert await store.match("m") == (match_row(), seat_rows())
        assert await store.by_code("code-m") == "m"
        assert await store.by_watch("watch-m") == "m"
        assert await store.by_token("m-two") == ("m", 2)
        assert await store.holders("m") == {1: {"lina"}}
        assert await store.entries("m", 0) == []
        assert await store.match("none") is None
        assert await store.by_code("none") is None
        assert await store.by_watch("none") is None
        assert await store.by_token("none") is None
        assert await store.holders("none") == {}

    kept(url, story)


def test_what_was_kept_is_there_later(url: str) -> None:
    kept(url, created)
    assert kept(url, lambda store: store.match("m")) == (match_row(), seat_rows())


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
    async def story(store: Store) -> None:
        await created(store)
        with pytest.raises(Taken):
            await store.create(match, seats, [(1, "mira")])  # type: ignore[arg-type]
        assert await store.match("new") is None
        assert await store.match("m") == (match_row(), seat_rows())
        assert await store.held_by("mira") == []

    kept(url, story)


def test_a_log_grows(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        taken = seat_rows()[1]._replace(kind=COMPUTER, level=3, name="Level 3", token=None)
        first = [entry(1), Entry(2, None, "=3", None, 0.1), Entry(3, 2, "!leave Zoë ⛏", "c2", 1e9 / 3)]
        await store.append("m", first, standing(due=7.75, status=OVER, at=11.5), [taken])
        await store.append("m", [entry(4)], standing())
        assert await store.entries("m", 0) == [*first, entry(4)]
        assert await store.entries("m", 2) == [first[2], entry(4)]
        assert await store.entries("m", 4) == []
        assert await store.match("m") == (
            match_row(seq=4, status=PLAYING, changed=9.0),
            (seat_rows()[0], taken),
        )

    kept(url, story)


def test_the_row_of_a_match_tells_its_standing(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        await store.append("m", [entry(1), entry(2)], standing(due=7.75, status=OVER, at=11.5))
        found = await store.match("m")
        assert found
        assert found[0] == match_row(seq=2, status=OVER, changed=11.5, due=7.75)

    kept(url, story)


@pytest.mark.parametrize("with_seats", [False, True])
@pytest.mark.parametrize("seqs", [[1], [2], [2, 3], [1, 2, 3], [4], [4, 5]])
def test_a_log_has_no_second_entry_of_a_number_and_no_hole(
    url: str, seqs: list[int], *, with_seats: bool
) -> None:
    async def story(store: Store) -> None:
        await created(store)
        await store.append("m", [entry(1), entry(2)], standing())
        before = await store.match("m")
        seats = [seat_rows()[0]._replace(name="Mira")] if with_seats else []
        with pytest.raises(Taken):
            await store.append("m", [entry(seq, "d4") for seq in seqs], standing(status=OVER), seats)
        assert await store.entries("m", 0) == [entry(1), entry(2)]
        assert await store.match("m") == before

    kept(url, story)


def test_nothing_is_appended_to_what_is_not_there(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        await store.delete("m")
        with pytest.raises(Taken):
            await store.append("m", [entry(1)], standing())
        assert await store.entries("m", 0) == []

    kept(url, story)


def test_a_token_that_opens_two_seats_opens_the_one_of_the_newest_match(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        seats = tuple(seat._replace(token="m-one") if seat.seat == 2 else seat for seat in seat_rows("new"))
        await store.create(match_row("new")._replace(created=match_row().created + 1), seats, [])
        assert await store.by_token("m-one") == ("new", 2)
        assert await store.by_token("m-two") == ("m", 2)

    kept(url, story)


def test_one_of_many_who_want_a_number_gets_it(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        async with opened(url) as other:
            for seq in range(1, 11):
                ended = await outcomes(
                    *(
                        one.append("m", [entry(seq, f"{who}")], standing())
                        for who, one in enumerate([store, other] * 10)
                    )
                )
                (winner,) = (who for who, outcome in enumerate(ended) if outcome is None)
                assert all(isinstance(outcome, Taken) for outcome in ended if outcome is not None)
                assert await store.entries("m", seq - 1) == [entry(seq, f"{winner}")]

    kept(url, story)


def test_appends_to_many_matches_at_once(url: str) -> None:
    """Of all sizes, some of them too late: each is done or not by itself."""
    names = [f"m{number}" for number in range(150)]

    async def story(store: Store) -> None:
        await asyncio.gather(*(created(store, name) for name in names))
        late = set(names[::7])
        await asyncio.gather(*(store.append(name, [entry(1, "late")], standing()) for name in late))
        ended = await outcomes(
            *(
                store.append(name, [entry(seq, name) for seq in range(1, 2 + number % 3)], standing())
                for number, name in enumerate(names)
            )
        )
        for number, (name, outcome) in enumerate(zip(names, ended, strict=True)):
            seqs = range(1, 2 + number % 3)
            expected = [entry(1, "late")] if name in late else [entry(seq, name) for seq in seqs]
            assert isinstance(outcome, Taken) if name in late else outcome is None
            assert await store.entries(name, 0) == expected

    kept(url, story)


def test_a_value_that_cannot_be_kept_harms_nobody_else(url: str) -> None:
    async def story(store: Store) -> None:
        await asyncio.gather(*(created(store, name) for name in "abc"))
        ended = await outcomes(
            store.append("a", [entry(1)], standing()),
            store.append("b", [entry(1, "\ud800")], standing()),
            store.append("c", [entry(1)], standing()),
            store.remember("lina", "\ud800", 1.0),
        )
        assert ended[0] is ended[2] is None
        for at_fault in (ended[1], ended[3]):
            assert isinstance(at_fault, Exception)
            assert not isinstance(at_fault, Taken | NoStore)
        assert [await store.entries(name, 0) for name in "abc"] == [[entry(1)], [], [entry(1)]]
        await store.append("b", [entry(1)], standing())

    kept(url, story)


def test_what_is_missing_is_not_taken(url: str) -> None:
    """A value that has to be there, and is not, is a mistake of ours."""

    async def story(store: Store) -> None:
        await created(store)
        for seats in ((), seat_rows()):
            (ended,) = await outcomes(
                store.append("m", [entry(1)._replace(name=None)], standing(), seats)  # type: ignore[arg-type]
            )
            assert isinstance(ended, Exception)
            assert not isinstance(ended, Taken | NoStore)
        assert await store.match("m") == (match_row(), seat_rows())

    kept(url, story)


def test_one_worker_claims_what_is_due(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store, due=5.0)
        async with opened(url) as other:
            ended = await outcomes(
                *(one.claim("m", 0, f"w{who}", 10.0, 20.0) for who, one in enumerate([store, other] * 10))
            )
        assert sorted(map(bool, ended)) == [False] * 19 + [True]
        assert not await store.claim("m", 0, "late", 19.9, 30.0)
        assert await store.claim("m", 0, "late", 20.0, 30.0)

    kept(url, story)


def test_a_claim_is_for_one_number_and_ends_with_the_entry(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store, due=5.0)
        assert not await store.claim("m", 1, "one", 10.0, 20.0)
        assert not await store.claim("none", 0, "one", 10.0, 20.0)
        assert await store.claim("m", 0, "one", 10.0, 20.0)
        assert await store.due(15.0, 10) == []
        await store.append("m", [entry(1)], standing(due=5.0))
        assert await store.due(15.0, 10) == ["m"]
        assert await store.claim("m", 1, "two", 15.0, 20.0)
        seats = seat_rows()
        await store.append("m", [entry(2)], standing(due=5.0), seats)
        assert await store.claim("m", 2, "three", 15.0, 20.0)

    kept(url, story)


def test_what_is_due(url: str) -> None:
    async def story(store: Store) -> None:
        for name, due in {"later": 11.0, "second": 9.0, "first": 8.0, "third": 10.0, "never": None}.items():
            await created(store, name, due=due)
        assert await store.due(10.0, 10) == ["first", "second", "third"]
        assert await store.due(10.0, 2) == ["first", "second"]
        assert await store.claim("first", 0, "one", 10.0, 12.0)
        assert await store.due(10.0, 10) == ["second", "third"]
        assert await store.due(12.0, 10) == ["first", "second", "third", "later"]

    kept(url, story)


def test_who_holds_what(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store, "old", changed=1.0)
        await created(store, "new", changed=3.0)
        await created(store, "middle", changed=2.0)
        for _ in range(2):
            await store.hold("old", 2, "lina", 4.0)
            await store.hold("old", 2, "mira", 4.0)
        await store.hold("none", 1, "lina", 4.0)
        await store.hold("new", 3, "lina", 4.0)
        assert await store.holders("old") == {1: {"lina"}, 2: {"lina", "mira"}}
        assert await store.holders("none") == {}
        assert await store.held_by("lina") == [
            (match_row("new", changed=3.0), seat_rows("new"), (1,)),
            (match_row("middle", changed=2.0), seat_rows("middle"), (1,)),
            (match_row("old", changed=1.0), seat_rows("old"), (1, 2)),
        ]
        assert [row.id for row, _, _ in await store.held_by("lina", 2)] == ["new", "middle"]
        assert await store.held_by("mira") == [(match_row("old", changed=1.0), seat_rows("old"), (2,))]
        await store.let_go("old", "lina")
        assert await store.holders("old") == {2: {"mira"}}
        assert [row.id for row, _, _ in await store.held_by("lina")] == ["new", "middle"]

    kept(url, story)


def test_who_sits_down_holds_the_seat_by_the_same_commit(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        await store.append("m", [entry(1)], standing(), seat_rows()[1:], [(2, "mira")])
        assert await store.holders("m") == {1: {"lina"}, 2: {"mira"}}
        with pytest.raises(Taken):
            await store.append("m", [entry(1)], standing(), holders=[(2, "late")])
        await store.append("m", [entry(2)], standing(), holders=[(2, "mira"), (1, "mira")])
        assert await store.holders("m") == {1: {"mira"}, 2: {"mira"}}, "and nobody else does any more"
        await store.append("m", [entry(3)], standing(), holders=[(2, None)])
        assert await store.holders("m") == {1: {"mira"}}, "a bot holds no seat by a cookie"
        assert await store.entries("m", 0) == [entry(1), entry(2), entry(3)]

    kept(url, story)


def test_who_leaves_is_host_no_more(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        await created(store, "other", watch="w")
        await store.let_go("m", "mira")
        await store.let_go("m", "lina")
        hosts = [found[0].host for name in ("m", "other") if (found := await store.match(name))]
        assert hosts == [None, "lina"]

    kept(url, story)


def test_persons_without_a_match_are_forgotten_in_time(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store, host="otto")
        await store.hold("m", -1, "wanda", 1.0)
        for digest, seen in (("lina", 1.0), ("otto", 1.0), ("wanda", 1.0), ("mira", 1.0), ("nina", 2.0)):
            await store.remember(digest, digest.title(), seen)
        await store.forget_idle(2.0)
        left = [await store.person(digest) for digest in ("lina", "otto", "wanda", "mira", "nina")]
        assert left == ["Lina", "Otto", "Wanda", None, "Nina"]

    kept(url, story)


def test_persons_are_remembered_and_forgotten(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        await store.hold("m", 2, "mira", 1.0)
        assert await store.person("lina") is None
        await store.remember("lina", "Lina", 1.0)
        await store.remember("mira", "Mira", 1.0)
        await store.remember("lina", "Lina II.", 2.0)
        assert await store.person("lina") == "Lina II."
        await store.forget("lina")
        assert await store.person("lina") is None
        assert await store.person("mira") == "Mira"
        assert await store.held_by("lina") == []
        assert await store.holders("m") == {2: {"mira"}}
        assert await store.match("m") == (match_row(host=None), seat_rows())

    kept(url, story)


def test_a_seat_changes_hands(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        await created(store, "other")
        seat = seat_rows()[1]._replace(kind=COMPUTER, level=5, name="Level 5", token="new")
        await store.seat_changed(seat)
        assert await store.match("m") == (match_row(), (seat_rows()[0], seat))
        assert await store.by_token("m-two") is None
        assert await store.by_token("new") == ("m", 2)

    kept(url, story)


def test_a_code_can_be_used_again(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store)
        await store.drop_code("m")
        assert await store.by_code("code-m") is None
        await created(store, "other", code="code-m")
        assert await store.by_code("code-m") == "other"

    kept(url, story)


def test_nothing_of_a_deleted_match_is_left(url: str) -> None:
    async def story(store: Store) -> None:
        for name in ("m", "other"):
            await created(store, name)
            await store.append(name, [entry(1)], standing())
        await store.delete("m")
        assert await store.match("m") is None
        assert await store.entries("m", 0) == []
        assert await store.holders("m") == {}
        assert await store.by_token("m-one") is None
        assert [row.id for row, _, _ in await store.held_by("lina")] == ["other"]
        assert await store.entries("other", 0) == [entry(1)]
        await created(store)

    kept(url, story)


def test_a_log_becomes_a_record(url: str) -> None:
    async def story(store: Store) -> None:
        await created(store, due=3.0)
        await created(store, "other")
        await store.append("m", [entry(1), entry(2)], standing(status=OVER, due=3.0))
        await store.append("other", [entry(1)], standing())
        with pytest.raises(Taken):
            await store.archive("m", "too early", 1)
        assert await store.entries("m", 0) == [entry(1), entry(2)]
        await store.archive("m", "the record", 2)
        archived = match_row(code=None, seq=2, status=ARCHIVED, changed=9.0, record="the record")
        assert await store.match("m") == (archived, seat_rows())
        assert await store.entries("m", 0) == []
        assert await store.entries("other", 0) == [entry(1)]
        assert await store.due(100.0, 10) == []
        with pytest.raises(Taken):
            await store.append("m", [entry(3)], standing())
        with pytest.raises(Taken):
            await store.archive("m", "twice")
        with pytest.raises(Taken):
            await store.archive("none", "nothing")
        await store.archive("other", "whatever it is at")
        assert await store.counts() == {ARCHIVED: 2}

    kept(url, story)


def test_old_matches_are_found_and_counted(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.counts() == {}
        for number, status in enumerate([OVER, WAITING, OVER, OVER, PLAYING]):
            await created(store, f"m{number}", status=status, changed=10.0 - number)
        assert await store.stale(OVER, 10.0, 10) == ["m3", "m2"]
        assert await store.stale(OVER, 11.0, 2) == ["m3", "m2"]
        assert await store.stale(WAITING, 9.0, 10) == []
        assert await store.counts() == {OVER: 3, WAITING: 1, PLAYING: 1}

    kept(url, story)


def test_a_closed_store_says_so(url: str) -> None:
    async def story() -> None:
        store = store_at(url)
        for _ in range(2):  # before it is opened, and after
            for work in (store.match("m"), store.delete("m"), store.append("m", [entry(1)], standing())):
                with pytest.raises(NoStore, match="closed"):
                    await work
            await store.open()
            await store.close()
            await store.close()

    asyncio.run(story())


def test_closing_waits_for_what_was_begun(url: str) -> None:
    async def story() -> None:
        async with opened(url) as store:
            begun = [asyncio.create_task(created(store, f"m{number}")) for number in range(20)]
            await asyncio.sleep(0)
        assert list(await outcomes(*begun)) == [None] * 20

    asyncio.run(story())
    assert kept(url, lambda store: store.counts()) == {WAITING: 20}
