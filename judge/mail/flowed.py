"""format=flowed (RFC 3676): paragraphs that a mail program wrapped become lines again."""

from collections.abc import Iterable, Iterator


def unwrap(lines: Iterable[str], *, delsp: bool = False) -> Iterator[str]:
    """Join soft-broken lines and undo space-stuffing; quoted lines come out with "> " marks.

    A line that ends in a blank flows into the next one of the same quote depth, except the
    signature mark "-- ". ``delsp``: that blank was added by the wrapping and goes away.
    """
    depth = 0
    pieces: list[str] = []
    for line in lines:
        level, content = _split_marks(line)
        if pieces and (level != depth or content == "-- "):
            yield _join_pieces(depth, pieces)
            pieces = []
        depth = level
        soft = content.endswith(" ") and content != "-- "
        pieces.append(content[:-1] if soft and delsp else content)
        if not soft:
            yield _join_pieces(depth, pieces)
            pieces = []
    if pieces:
        yield _join_pieces(depth, pieces)


def _split_marks(line: str) -> tuple[int, str]:
    """The quote depth of a line and its text without marks and stuffing."""
    text = line.lstrip(">")
    return len(line) - len(text), text.removeprefix(" ")


def _join_pieces(depth: int, pieces: list[str]) -> str:
    return ("> " if depth else "") + "".join(pieces)
