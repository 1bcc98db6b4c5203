"""Strategies for all boards that the checks allow, as data."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from moleworks.games.mole_company.board import neighbours, rotate_space, space_name, spaces

Data = dict[str, Any]
Draw = st.DrawFn

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAMES = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,6}[a-z0-9])?", fullmatch=True)
# Quotes and backslashes are what a record has to write with care.
TITLES = st.text(st.sampled_from("Mole \"'\\{}é龍[]=;"), min_size=1, max_size=12)


@st.composite
def commons(draw: Draw, game: str) -> Data:
    """The fields that every board has; the name is none of ours, so that the whole board travels."""
    title = draw(st.dictionaries(st.sampled_from(["en", "fr", "de", "oc"]), TITLES, min_size=1))
    return {
        "game": game,
        "name": f"own-{draw(NAMES)}",
        "title": title,
        "source": draw(st.sampled_from(["documented", "reconstruction", "own"])),
        "version": draw(st.integers(1, 9999)),
    }


@st.composite
def lawns(draw: Draw) -> Data:
    """A lawn for Mole Hill."""
    columns = draw(st.integers(3, 9))
    rows = draw(st.integers(3, min(9, 63 // columns)))
    squares = [f"{LETTERS[column]}{row + 1}" for column in range(columns) for row in range(rows)]
    centre = draw(st.none() | st.sampled_from(squares))
    beds = draw(st.lists(st.sampled_from([s for s in squares if s != centre]), unique=True, max_size=12))
    reds = draw(st.integers(0, len(beds)))
    hills = draw(st.integers(1, len(squares)))
    light = draw(st.integers(0, hills))
    lawn = {
        "columns": columns,
        "rows": rows,
        "red": beds[:reds],
        "white": beds[reds:],
        "light": light,
        "dark": hills - light,
        "rods": draw(st.integers(hills, 999)),
    }
    return draw(commons("mole-hill")) | lawn | ({"centre": centre} if centre else {})


def orbit(side: int, place: int) -> frozenset[int]:
    """Everywhere a space can come to lie when its board is turned."""
    return frozenset(rotate_space(side, place, steps) for steps in range(6))


def some(places: set[int], fewest: int, most: int) -> st.SearchStrategy[list[int]]:
    """This number of places, in any order."""
    if not places:
        return st.just([])
    return st.lists(st.sampled_from(sorted(places)), unique=True, min_size=fewest, max_size=most)


@st.composite
def hole_places(draw: Draw, side: int) -> list[list[int]]:
    """Holes for four boards: whatever two neighbouring boards are turned to, no hole lies over a hole."""
    everywhere = set(range(len(spaces(side))))
    centre = len(everywhere) // 2
    rings = sorted({orbit(side, place) for place in everywhere - {centre}}, key=sorted)
    rings = draw(st.permutations(rings))
    # Brown has one ring of places, red some others, and green needs room beside red's.
    reds = set().union(*rings[1 : draw(st.integers(2, len(rings) - 1))])
    brown = draw(some(set(rings[0]), 2, 3))
    red = draw(some(reds, len(brown) + 1, 5))
    green = draw(some(everywhere - reds, len(red) + 1, 7))
    return [green, red, brown, [centre]]


@st.composite
def dotted_lines(draw: Draw, side: int) -> list[list[str]]:
    """A few pairs of neighbours, none twice."""
    starts = draw(some(set(range(len(spaces(side)) - 1)), 0, 3))
    ends = [draw(st.sampled_from([far for far in neighbours(side, near) if far > near])) for near in starts]
    return [[space_name(side, near), space_name(side, far)] for near, far in zip(starts, ends, strict=True)]


@st.composite
def stacks(draw: Draw) -> Data:
    """Four boards for Mole Company."""
    side = draw(st.integers(3, 5))
    everywhere = set(range(len(spaces(side))))
    holes = draw(hole_places(side))
    sheets = []
    above = everywhere  # the first board has no specials
    for level, own in enumerate(holes):
        specials = draw(some(everywhere - above - set(own), 0, 4))
        sheets.append(
            {
                "name": f"board-{level + 1}",
                "holes": [space_name(side, place) for place in own],
                "specials": [space_name(side, place) for place in specials],
                "dotted": draw(dotted_lines(side)),
            }
        )
        above = set().union(*(orbit(side, hole) for hole in own))
    top = len(holes[0])
    moles = {
        str(seats): draw(st.integers(top // seats + 1, (len(everywhere) - top) // seats))
        for seats in (2, 3, 4)
    }
    stack = draw(commons("mole-company")) | {"side": side, "boards": sheets, "moles": moles}
    return draw(widened(stack))


@st.composite
def widened(draw: Draw, stack: Data) -> Data:
    """The stack with larger boards above smaller ones; their names are those of the largest."""
    side = draw(st.integers(stack["side"], 5))
    more, wide = side - stack["side"], draw(st.integers(1, 3))

    def moved(value: Any) -> Any:
        if isinstance(value, list):
            return [moved(part) for part in value]
        return f"{chr(ord(value[0]) + more)}{int(value[1:]) + more}"

    sheets = [
        {field: value if field == "name" else moved(value) for field, value in sheet.items()}
        for sheet in stack["boards"]
    ]
    for sheet in sheets[wide:]:
        sheet["side"] = stack["side"]
    return stack | {"side": side, "boards": sheets}


@st.composite
def tracks(draw: Draw) -> Data:
    """A track for Buddel Bande."""
    extra = draw(st.text("clf", max_size=24))
    symbols = draw(st.permutations("ccllff" + extra).map("".join).filter(no_four_alike))
    return draw(commons("buddel-bande")) | {"track": symbols}


def no_four_alike(symbols: str) -> bool:
    """At most three equal neighbours."""
    return not any(symbol * 4 in symbols for symbol in "clf")


BOARDS = {"mole-hill": lawns(), "mole-company": stacks(), "buddel-bande": tracks()}
"""By game."""
