"""What the help says of itself and of a variant: topics, powers, places."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import zip_longest
from pathlib import Path

from judge import resources
from judge.catalog import atlas, samples
from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.kernel.engine import Event
from judge.kernel.errors import InputError
from judge.kernel.mail import Attachment
from judge.kernel.notice import Notice
from judge.language import fold
from judge.language.commands import COMMAND_WORDS, ELSEWHERE
from judge.report import theatres
from judge.report.attachments import Word
from judge.report.layout import WIDTH, clean_body

INDEX = "index"
_MOST_COLUMNS = 3
_ABOUT = re.compile(r"\{# about: (.*?) #\}", re.DOTALL)
"""What stands below a topic's title: the commands and other words that it is about."""
_NEAR, _ALIKE = 0.8, 0.6
"""How alike a word and the one that was meant must be; and one that is offered instead."""
_MOST_NEAR = 3


class About:
    """A variant as the help describes it, with the options of a game.

    ``map`` is its map.toml and ``rules`` its variant.toml, for topics of its own; ``place`` is a
    space. ``special``, ``length`` and ``author`` are what variant.toml says about it. How its
    ``year`` goes, where its powers are ``building`` and what ``victory`` is are sentences of a
    game of the Diplomacy engine, "" for another.
    """

    def __init__(self, name: str, variant: Variant, options: atlas.Options) -> None:
        said = variant.rules.get("about", {})
        self.title, self.map, self.rules = variant.title, variant.map, variant.rules
        self.powers, self.players = tuple(variant.map["powers"]), len(variant.engine.powers)
        self.spaces, self.place = atlas.spaces(name), variant.vocabulary.samples[1]
        self.special = said.get("special", variant.title)
        self.length = said.get("length", "it is not known how long it takes")
        self.author = said.get("author", "somebody whom its folder does not name")
        self.year = self.counting_season = self.building = self.victory = ""
        if variant.engine_name == "dip":
            self.year = atlas.tell_year(variant)
            self.counting_season = atlas.counting_season(variant)
            self.building = atlas.tell_building(options)
            self.victory = " ".join(atlas.tell_victory(variant, options))

    @property
    def places(self) -> tuple[str, ...]:
        """Lines of "PAR Paris*" in as many columns as have room, which read downwards."""
        items = [
            f"{one.id} {one.name}{'*' if one.centre == atlas.CENTRE else ''}"
            for one in self.spaces.values()
        ]
        for count in range(_MOST_COLUMNS, 0, -1):
            height = -(-len(items) // count)
            columns = [items[start : start + height] for start in range(0, len(items), height)]
            widths = [max(map(len, column)) + 2 for column in columns]
            if sum(widths) <= WIDTH + 2:
                break
        rows = zip_longest(*columns, fillvalue="")
        return tuple("".join(map(str.ljust, row, widths)).rstrip() for row in rows)

    @property
    def centres(self) -> bool:
        """Whether some places are marked as supply centres."""
        return any(space.centre == atlas.CENTRE for space in self.spaces.values())

    @property
    def coasts(self) -> tuple[str, ...]:
        """The spaces that have several coasts, with these."""
        several = (one for one in self.spaces.values() if one.coasts[1:])
        return tuple(f"{one.name}: {', '.join(one.coasts)}" for one in several)


def about(variant: str, options: atlas.Options | None = None) -> About | None:
    """The variant ``variant``, with a game's ``options``; None for help asked outside a game."""
    try:
        loaded_variant = catalog.load(variant)
    except InputError:
        return None
    return About(variant, loaded_variant, options or loaded_variant.engine.options)


def board(variant: str) -> samples.Page:
    """The names on a variant's board that stand in examples, and lines made of them."""
    return samples.page(catalog.load(variant))


def region(variant: str) -> str:
    """The first part of the map that has a name ("Balkans"), "" if none has."""
    return next(iter(theatres.read_regions(variant)), "")


def variants() -> dict[str, About]:
    """Every variant that may be played, described."""
    return {name: description for name in catalog.names() if (description := about(name))}


@cache
def topics(variant: str) -> dict[str, str]:
    """Every help topic with its title (its file's first line), the index left out."""
    files = {name: path for name, path in _find_files(variant).items() if name != INDEX}
    return {
        name: path.read_text("utf-8").partition("\n")[0].strip() for name, path in files.items()
    }


@cache
def own(variant: str) -> tuple[str, ...]:
    """The topics that a variant has beside the common ones."""
    return tuple(name for name in topics(variant) if name not in topics(""))


def _find_files(variant: str) -> dict[str, Path]:
    """The file of every topic by name; a variant's own stand for the common ones."""
    *own_folders, common = resources.templates()
    folders_by_rank = (*own_folders, *catalog.templates(variant), common)
    folders = [one / "help" for one in reversed(folders_by_rank)]
    path_of = {
        path.name.removesuffix(".txt.j2"): path
        for folder in folders
        for path in sorted(folder.glob("*.txt.j2"))
    }
    return dict(sorted(path_of.items()))


@cache
def words(variant: str) -> dict[str, str]:
    """The topic about each word that has one: commands in all their spellings, orders, others."""
    common = resources.root("templates")
    files = sorted(_find_files(variant).items(), key=lambda one: common not in one[1].parents)
    own_rules = [(RULINGS, one / "help" / "play.j2") for one in catalog.templates(variant)]
    pages = (*files, *(one for one in own_rules if one[1].is_file()))
    topic_of = {
        word: name
        for name, path in pages
        for words_text in _ABOUT.findall(path.read_text("utf-8"))
        for word in words_text.split()
    }
    topic_of_spelling = {
        spelling: topic_of[terminal[1:].lower()]
        for terminal, spellings in COMMAND_WORDS.items()
        for spelling in spellings
        if terminal[1:].lower() in topic_of
    }
    return {**topic_of_spelling, **topic_of}


def choose(question: str, variant: str) -> str:
    """The topic that was asked for; the index if there is none."""
    return find(question, variant) or INDEX


def find(question: str, variant: str) -> str | None:
    """The topic that was asked for, None if there is none.

    It may be named in full or in part or misspelt, or by a command, of other judges too, or by
    another word it is about.
    """
    names = topics(variant)
    topic_of = {**_map_foreign_words(variant), **words(variant), **{name: name for name in names}}
    question_words = question.lower().split()
    if question_words in ([], [INDEX]):
        return INDEX
    parts = [" ".join(question_words[:length]) for length in range(len(question_words), 0, -1)]
    for part in parts:
        if part in topic_of:
            return topic_of[part]
    for part in parts:
        matches = [name for name in names if name.startswith(part) or part.startswith(name)]
        if len(matches) == 1:
            return matches[0]
        for close in get_close_matches(part, topic_of, n=1, cutoff=_NEAR):
            return topic_of[close]
    return None


def find_anywhere(question: str, variant: str) -> tuple[str, str] | None:
    """The variant that has a page about what was asked for, and its topic: the asker's first."""
    for other in (variant, *catalog.names()):
        topic = find(question, other)
        if topic is not None and (other == variant or topic in own(other)):
            return other, topic
    return None


def nearest(question: str, variant: str) -> list[str]:
    """A few topics, or words that have one, that are most like what was asked for."""
    subjects = {*words(variant), *topics(variant), *_map_foreign_words(variant)}
    single = [word for word in subjects if " " not in word]
    matches = [
        close_word
        for word in question.lower().split()
        for close_word in get_close_matches(word, single, n=2, cutoff=_ALIKE)
    ]
    return list(dict.fromkeys(matches))[:_MOST_NEAR]


def _map_foreign_words(variant: str) -> dict[str, str]:
    """The topic of each word of other judges, by the command that is meant here."""
    topic_of = words(variant)
    topics_meant = ((word, topic_of.get(command.lower())) for word, command in ELSEWHERE.items())
    return {word: topic for word, topic in topics_meant if topic is not None}


PASSAGE_LINES = 3
"""Lines of an answer."""
_WIDE = 76 * PASSAGE_LINES
_SHORTEST, _STEM = 4, 5
"""Letters of a word that says what is asked about, and those that all its forms share."""


def choose_passage(text: str, question_words: Sequence[str]) -> list[str]:
    """Lines of a part of a page: of its examples those that name what is asked, else its words."""
    rows, prose = list[str](), list[str]()
    for line in filter(str.strip, text.splitlines()):
        if not line.startswith("  "):
            prose.append(line.strip())
        elif rows and line.startswith(" " * 20):  # it goes on with the row above
            rows[-1] += f" {line.strip()}"
        else:
            rows.append(line.strip())
    ranked = sorted(rows, key=lambda row: -_count_shared(row, question_words))
    if named := [row for row in ranked if _count_shared(row, question_words)]:
        return named[:PASSAGE_LINES]
    # Whole sentences, as many as have room, from that on which names most of what is asked.
    sentences = " ".join(prose).replace(". ", ".\n").splitlines()
    counts = [_count_shared(sentence, question_words) for sentence in sentences]
    kept = ""
    for sentence in sentences[counts.index(max(counts)) :] if sentences else ():
        if kept and len(kept) + len(sentence) > _WIDE:
            break
        kept = f"{kept} {sentence}".strip()
    return [kept] if kept else rows[:PASSAGE_LINES]


def _count_shared(row: str, question_words: Sequence[str]) -> int:
    """How many of the words that are asked about a row has."""
    here = fold.words(row)
    return sum(
        any(len(word) >= _SHORTEST and one.startswith(word[:_STEM]) for one in here)
        for word in question_words
    )


RULINGS = "rules"
CASES = re.compile(
    r"\s+\*(?=[^*\s])[^*]*?\b[\w-]+-(?!R\d)[A-Z]+\d+[^*]*\*(?!\*)|\s*\(No case:[^)]*\)"
)
"""The cases that show a ruling: for who works on the judge."""
_ITEM = re.compile(r"(?P<mark>\s*(?:[-*]|\d+\.)\s+)?(?P<text>.*)", re.DOTALL)
_NAMED = re.compile(r"(?:variants|\.\.)/([\w-]+)/RULES\.md")
_MARKS = re.compile(r"\*\*|`|\*(?=\(\?\))|(?<=\(\?\))\*")
_RULER = f"\n\n{'=' * 70}\n\n"
_NONE = "No rulings are written down for {}: where its rules are silent, ask your game master."


def rulings_attached(notice: Notice, word: Word) -> tuple[Attachment, ...]:
    """The rules of each variant whose page of rules a mail shows; none with a screenful."""
    if notice.brief:
        return ()
    pages = {
        str(event.data["variant"]): event
        for event in notice.events
        if event.kind == "help" and event.data["topic"] == RULINGS
    }
    return tuple(
        Attachment(f"{variant}-rules.txt", "text/plain", rulings_of(variant, word, page).encode())
        for variant, page in pages.items()
    )


def rulings_of(variant: str, word: Word, page: Event) -> str:
    """The text: HELP RULES as ``page`` has it, HELP ORDERS, the variant's own topics, its rulings.

    Those of its base follow.
    """
    topic_names = [RULINGS, "orders", *own(variant)]
    parts = [word(page.knowing(topic=topic)) for topic in topic_names]
    return clean_body(_RULER.join((*parts, read_rulings(variant))))


def read_rulings(variant: str) -> str:
    """The rulings of a variant and of those that they name, as they are read in a mail.

    They stand in its own RULES.md, or else in its base's, without the marks of type and cases.
    """
    variant_names, pages = [variant], []
    for name in variant_names:
        path = catalog.load(name).file("RULES.md")
        page = path.read_text("utf-8") if path else _NONE.format(catalog.load(name).title)
        told = _NAMED.sub(r"HELP RULINGS \1", _MARKS.sub("", CASES.sub("", page)))
        pages.append("\n\n".join(_paragraphs(told)))
        names_on_page = dict.fromkeys(_NAMED.findall(page))
        variant_names += [
            one for one in names_on_page if one in catalog.names() and one not in variant_names
        ]
    return _RULER.join(pages)


def _paragraphs(page: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", page):
        lines = block.splitlines()
        if any(line.startswith(("|", "    ", "```")) for line in lines):
            if any(len(line) > WIDTH for line in lines):  # its rows as items, without its heading
                rulers = (n for n, line in enumerate(lines, 1) if re.fullmatch(r"[|\s:-]+", line))
                rows = (line.strip("| ").split("|") for line in lines[next(rulers, 0) :])
                lines = [_fill_lines(f"- {': '.join(map(str.strip, row))}") for row in rows]
            yield "\n".join(lines)
        elif lines and lines[0].startswith("#"):
            title = lines[0].lstrip("# ")
            yield f"{title}\n{'-' * len(title)}"
            if lines[1:]:
                yield from _paragraphs("\n".join(lines[1:]))
        else:
            yield "\n".join(map(_fill_lines, re.split(r"\n(?=\s*(?:[-*]|\d+\.)\s)", block)))


def _fill_lines(item: str) -> str:
    """An item, or a paragraph, in lines of one width."""
    match = _ITEM.fullmatch(item)
    mark = (match["mark"] or "") if match else ""
    text = match["text"] if match else item
    return textwrap.fill(
        " ".join(text.split()),
        WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )
