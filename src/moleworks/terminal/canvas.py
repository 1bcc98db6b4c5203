"""A grid of styled characters to draw boards on, converted to lines for Rich."""

from __future__ import annotations

from rich.text import Text


class Canvas:
    """A grid of characters with styles; what lies outside is not drawn.

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
        """Write characters from (x, y) to the right; without a style, the old styles stay."""
        for place, letter in enumerate(letters, x):
            if 0 <= place < self.width and 0 <= y < self.height:
                self._letters[y][place] = letter
                if style is not None:
                    self._styles[y][place] = style

    def paint(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Set the style of a rectangle, without changing its characters."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._styles[row][column] = style

    def lines(self) -> list[Text]:
        """The lines from top to bottom, without trailing unpainted blanks."""
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
