"""Squared paper to draw a board on, letter by letter, and to take off as lines for Rich."""

from __future__ import annotations

from rich.text import Text


class Canvas:
    """A sheet of letters, each with its style; whatever falls off the edge is not drawn.

    >>> sheet = Canvas(5, 2)
    >>> sheet.put(1, 0, "mole")
    >>> sheet.put(2, 1, "abcdef")
    >>> [line.plain for line in sheet.lines()]
    [' mole', '  abc']
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._letters = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, letters: str, style: str | None = None) -> None:
        """Write letters from a place to the right; without a style, what was there keeps its own."""
        for place, letter in enumerate(letters, x):
            if 0 <= place < self.width and 0 <= y < self.height:
                self._letters[y][place] = letter
                if style is not None:
                    self._styles[y][place] = style

    def paint(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Lay a style over a part, without a change to its letters."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._styles[row][column] = style

    def lines(self) -> list[Text]:
        """The sheet from top to bottom, without blank ends where nothing is painted."""
        return [
            self._line(letters, styles) for letters, styles in zip(self._letters, self._styles, strict=True)
        ]

    @staticmethod
    def _line(letters: list[str], styles: list[str]) -> Text:
        end = len(letters)
        while end and letters[end - 1] == " " and not styles[end - 1]:
            end -= 1
        line = Text()
        start = 0
        for place in range(1, end + 1):
            if place == end or styles[place] != styles[start]:
                line.append("".join(letters[start:place]), styles[start] or None)
                start = place
        return line
