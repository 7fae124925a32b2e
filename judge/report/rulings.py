"""The whole rules of a variant as one text: how it is played, its help, and all rulings.

It goes with a mail that shows HELP RULES, and can be read without any other document.
"""

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence

from judge.catalog import variant as catalog
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.mail import Attachment
from judge.kernel.notice import Notice
from judge.report import tidy, topics

TOPIC = "rules"
_CASES = re.compile(
    r"\s+\*(?=[^*\s])[^*]*?\b[\w-]+-(?!R\d)[A-Z]+\d+[^*]*\*(?!\*)|\s*\(No case:[^)]*\)"
)
"""The cases that show a ruling: for who works on the judge."""
_ITEM = re.compile(r"(?P<mark>\s*(?:[-*]|\d+\.)\s+)?(?P<text>.*)", re.DOTALL)
_NAMED = re.compile(r"(?:variants|\.\.)/([\w-]+)/RULES\.md")
_MARKS = re.compile(r"\*\*|`|\*\(\?\)\*")
_RULER = f"\n\n{'=' * 70}\n\n"
_NONE = "No rulings are written down for {}: where its rules are silent, ask your game master."

Word = Callable[[Event], str]
"""Words an event as text."""


def attachments(notice: Notice, word: Word) -> tuple[Attachment, ...]:
    """The rules of each variant whose page of rules a mail shows; none with a screenful."""
    if notice.brief:
        return ()
    variants = dict.fromkeys(
        str(event.data["variant"])
        for event in notice.events
        if event.kind == "help" and event.data["topic"] == TOPIC
    )
    return tuple(
        Attachment(f"{variant}-rules.txt", "text/plain", of(variant, word).encode())
        for variant in variants
    )


def of(variant: str, word: Word) -> str:
    """The text: HELP RULES, HELP ORDERS, the variant's own topics, its rulings, its base's."""
    topic_names = [TOPIC, "orders", *topics.own(variant)]
    parts = [
        word(Event("help", {"topic": topic, "variant": variant}, PUBLIC)) for topic in topic_names
    ]
    return tidy.body(_RULER.join((*parts, read(variant))))


def read(variant: str) -> str:
    """The rulings of a variant and of those whose rulings it names, as they are read in a mail."""
    return _RULER.join(_plain(one) for one in _read_pages(variant))


def _read_pages(variant: str) -> Iterator[str]:
    """RULES.md of a variant, its own or else its base's, and of those that it names."""
    variant_names = [variant]
    for name in variant_names:
        path = catalog.load(name).file("RULES.md")
        page = path.read_text("utf-8") if path else _NONE.format(catalog.load(name).title)
        yield page
        names_on_page = dict.fromkeys(_NAMED.findall(page))
        variant_names += [
            one for one in names_on_page if one in catalog.names() and one not in variant_names
        ]


def _plain(page: str) -> str:
    """Markdown as it is read in a mail: paragraphs filled, without the marks of type and cases."""
    return "\n\n".join(_paragraphs(_MARKS.sub("", _CASES.sub("", page))))


def _paragraphs(page: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", page):
        lines = block.splitlines()
        if any(line.startswith(("|", "    ", "```")) for line in lines):
            is_wide = any(len(line) > tidy.WIDTH for line in lines)
            yield "\n".join(_list_rows(lines) if is_wide else lines)
        elif lines and lines[0].startswith("#"):
            title = lines[0].lstrip("# ")
            yield f"{title}\n{'-' * len(title)}"
            if lines[1:]:
                yield from _paragraphs("\n".join(lines[1:]))
        else:
            yield "\n".join(map(_fill_lines, re.split(r"\n(?=\s*(?:[-*]|\d+\.)\s)", block)))


def _list_rows(table: Sequence[str]) -> Iterator[str]:
    """The rows of a table that is too wide for a mail, an item each, without its heading."""
    heading = next((n for n, line in enumerate(table) if re.fullmatch(r"[|\s:-]+", line)), -1)
    for line in table[heading + 1 :]:
        yield _fill_lines(f"- {': '.join(cell.strip() for cell in line.strip('| ').split('|'))}")


def _fill_lines(item: str) -> str:
    """An item, or a paragraph, in lines of one width."""
    match = _ITEM.fullmatch(item)
    mark = (match["mark"] or "") if match else ""
    text = match["text"] if match else item
    return textwrap.fill(
        " ".join(text.split()),
        tidy.WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )
