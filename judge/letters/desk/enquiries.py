"""Questions in a letter: which of its sentences ask the judge something, and what they are told.

They are talk to the reader: no order, no warning, nothing that a phase waits for.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from judge.catalog import atlas
from judge.catalog import variant as catalog
from judge.catalog.sheet import Answerable
from judge.catalog.variant import Variant
from judge.game.conduct import awaited
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.terms import reach
from judge.game.terms.tables import Table
from judge.kernel import audience, limits, mask
from judge.kernel.engine import Event, Order
from judge.kernel.mail import Letter
from judge.kernel.notice import QUESTION
from judge.kernel.text import Command, Ignored, Line, Offer, Problem, Span
from judge.language import asking, cues
from judge.language.advice import WAITS
from judge.language.asking import (
    DATE,
    DAY,
    LETTER,
    PLACE,
    POWER,
    SHORT,
    UNKNOWN,
    Found,
    Ideas,
    OwnWords,
)
from judge.language.fold import WORD, plain, scan
from judge.language.order_lines import order_reader
from judge.language.statement import NO_ORDER
from judge.language.times import find_weekday
from judge.language.tokens import ELIDED, Token, Tokens
from judge.language.words import all_languages
from judge.letters.desk import speakers
from judge.letters.desk.desk import Desk
from judge.mail import quotes
from judge.report import topics
from judge.report.picture.motif import make_board_scene
from judge.report.wording import has_worked
from judge.store import games, people, seats, turns
from judge.store.record import FORMING, OVER, RUNNING

_YEAR, _NEAR = re.compile(r"\d{4}"), 10
"""The year of a phase; so many years before and behind it are asked about."""
_MOST = 4
"""Places, and orders that failed, that one answer tells of."""


_IN_NO_GAME = (
    "this address is in no game that I know of: JOIN takes a seat in one, PLAY standard begins one "
    "at once; if you do play, ask by a reply to the newest mail of your game"
)


class Names(NamedTuple):
    """The names in a question: spaces and powers, and the variant that it is about.

    ``compared`` is the other variant that it names, or that of the letter's game; ``game`` another
    game than the letter's.
    """

    spaces: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    variant: str = ""
    compared: str = ""
    game: str = ""


class Fact(NamedTuple):
    """How something is told, and the topic of HELP that says more."""

    topic: str
    tell: Callable[[Desk, Names], tuple[str, ...]]


Tell = Callable[[Desk, Table, Names], Iterable[str]]


def _of_game(tell: Tell, *, on_board: bool = False) -> Callable[[Desk, Names], tuple[str, ...]]:
    """What can be told of the game that a letter speaks for; else why it tells nothing.

    ``on_board``: only once it has begun.
    """

    def tell_or_ask(desk: Desk, names: Names) -> tuple[str, ...]:
        table = desk.table
        if table is None:
            return (speakers.explain_outside(desk) if desk.person else _IN_NO_GAME,)
        if names.game or _find_meant(table, names) != table.variant.id:
            told = f"this is {table.game.name}, a game of {table.variant.title}"
            return (f"{told}; ask about another by a reply to its newest mail",)
        if on_board and table.state is None:
            return (f"{table.game.name} has not begun; a mail with your units comes when it does",)
        return tuple(tell(desk, table, names))

    return tell_or_ask


def _find_meant(table: Table | None, names: Names) -> str:
    """The variant that a question is about; a number near a game's year is a year, not a game."""
    if table is not None and table.game.phase is not None and names.variant.isdigit():
        year = _YEAR.search(table.game.phase.id)
        if year is not None and abs(int(year[0]) - int(names.variant)) <= _NEAR:
            return table.variant.id
    return names.variant


def _tell_deadline(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    game = table.game
    if game.deadline is None or game.phase is None:
        state = {FORMING: "has not begun", OVER: "is over"}.get(game.told_status, "is paused")
        yield f"{game.name} {state}: there is no deadline"
        return
    yield f"the deadline of {game.phase.title} is {desk.tell_time(game.deadline)}"
    early = notices.facts(desk.house, table, desk.role, desk.zone, desk.seat).early
    if early:
        yield f"the phase may end before, {early}"


def _tell_phase(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    game = table.game
    if game.phase is None:
        yield f"{game.name} is {game.told_status}"
        return
    yield f"it is {game.phase.title}: all powers order at the same time"
    if desk.seat is not None and desk.sheet is not None:
        tasks = table.standing(desk.seat.power, desk.sheet.orders).tasks
        missing = [task.subject for task in tasks if not task.order]
        yield f"no order of yours yet for {', '.join(missing)}" if missing else "nothing is missing"


def _tell_todo(desk: Desk, names: Names) -> tuple[str, ...]:
    """What is to be done next: in a game what a phase waits for, else how to get into one."""
    is_player = desk.table is not None or desk.person is not None
    if is_player and _find_meant(desk.table, names) == desk.variant.id:
        return _of_game(_tell_phase)(desk, names)
    return (f"PLAY {names.variant} begins a game at once, LIST shows those that wait for players",)


def _tell_missing(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    state_of_power = awaited.find_public(desk.db, desk.house, table)
    waited = [power for power, state in state_of_power.items() if state != awaited.IN]
    if waited:
        yield f"orders are still to come from {', '.join(waited)}"
    elif state_of_power:
        yield "the orders of all powers are in"
    else:
        yield "whose orders are in is not told now in this game"


def _tell_received(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    if desk.seat is None or desk.sheet is None:
        yield speakers.explain_seatless(desk) or f"{table.game.name} takes no orders now"
        return
    tasks = table.standing(desk.seat.power, desk.sheet.orders).tasks
    count = sum(bool(task.order) for task in tasks)
    yield f"{count} of the {len(tasks)} orders that you have to give are in; they stand below"


def _tell_standings(_: Desk, table: Table, names: Names) -> Iterable[str]:
    known = table.engine.known_state(table.state, "")
    counts = sorted(table.engine.worth(known).items(), key=lambda one: -one[1])
    named = [one for one in counts if one[0] in names.powers] or counts
    noun = "centres" if table.variant.engine_name == "dip" else "points"
    yield f"{noun}: " + ", ".join(f"{power} {count}" for power, count in named)
    yield "SUMMARY shows how it was in each year"


def _tell_need(_: Desk, table: Table, __: Names) -> Iterable[str]:
    if table.variant.engine_name != "dip":
        return ()
    return atlas.tell_victory(table.variant, table.rule_options)


def _tell_units(desk: Desk, table: Table, names: Names) -> Iterable[str]:
    board = table.engine.units(table.engine.known_state(table.state, desk.role))
    powers = names.powers or table.ordered_by(desk.role) or tuple(board)
    for power in powers:
        yield f"{power}: {', '.join(board.get(power, ())) or 'no units'}"


def _tell_owner(desk: Desk, table: Table, names: Names) -> Iterable[str]:
    """Whose a place is, and what stands there; of a minor power who controls it."""
    known = table.engine.known_state(table.state, desk.role)
    board = table.engine.request(known)
    shown = make_board_scene(table.variant.id, table.variant.map, board, "")
    for space in names.spaces:
        owner = shown.owners.get(space, "") or "nobody"
        yield f"{space} belongs to {owner}" + "".join(
            f"; {unit} of {power} stands there"
            for power, units in table.engine.units(known).items()
            for unit in units
            if unit.split()[1].startswith(space)
        )
    for power in names.powers:
        if patron := shown.patrons.get(power):
            yield f"{patron} controls {power}"
    if names.powers and not names.spaces:
        yield from _tell_units(desk, table, names)


def _tell_reach(desk: Desk, table: Table, names: Names) -> Iterable[str]:
    if table.game.status != RUNNING:
        return
    known = table.engine.known_state(table.state, desk.role)
    board = Table(table.game, table.variant, reach.as_if_moving(table, known))
    rows = list(reach.goals(board, table.ordered_by(desk.role)))
    named = [row for row in rows if row["unit"].split()[1][:3] in names.spaces]
    for row in named or rows:
        yield f"{row['unit']} can go to {', '.join(row['goals']) or 'nowhere by itself'}"


def _tell_game(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    part = f"you play {desk.role}" if desk.seat and desk.role else "you have no power in it yet"
    yield f"this is {table.game.name}, a game of {table.variant.title}; {part}"


def _tell_players(desk: Desk, table: Table, names: Names) -> Iterable[str]:
    rows = [
        (seat.power or "a seat", notices.holder_name(table.game, seat, person) or "nobody")
        for seat, person in seats.with_people(desk.db, table.game.id)
    ]
    named = [row for row in rows if row[0] in names.powers] or rows
    yield ", ".join(f"{power}: {player}" for power, player in named)


def _tell_master(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    if table.game.gm is None:
        yield f"nobody runs {table.game.name}: HELP NOMASTER says what its players decide"
    elif desk.role == MASTER:
        yield f"you run {table.game.name}"
    else:
        yield f"{people.get(desk.db, table.game.gm).name} runs {table.game.name}"
        yield "ASK and your question reaches the game master"


def _tell_place(desk: Desk, names: Names) -> tuple[str, ...]:
    all_spaces = atlas.spaces(desk.variant.id)
    return tuple(
        f"{space.id} is {space.name}; {ways.who} go to {' '.join(ways.to)}"
        for space in (all_spaces[one] for one in dict.fromkeys(names.spaces) if one in all_spaces)
        for ways in space.ways
    )[:_MOST]


def _tell_difference(_: Desk, names: Names) -> tuple[str, ...]:
    described = ((one, topics.about(one)) for one in (names.variant, names.compared) if one)
    return tuple(
        f"{about.title}: {about.special}; HELP RULES {name} has its rules"
        for name, about in described
        if about is not None
    )


def _tell_failed(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    rows: list[Mapping[str, Any]] = []
    for turn in reversed(turns.of_game(desk.db, table.game.id)):
        events = audience.select(turn.events, (desk.role,))
        rows = [row for event in events if event.kind == "results" for row in event.data["rows"]]
        if rows:  # the last phase of moves or retreats
            break
    own = [row for row in rows if row["power"] in table.ordered_by(desk.role)]
    failed = [row for row in own if not has_worked(row["verdict"])]
    for row in failed[:_MOST]:
        yield f"{row['order']}: {row.get('reason') or row['verdict']}"
    if not failed:
        yield "no order of yours failed in the last phase; HISTORY shows all results"


def _tell_last(desk: Desk, table: Table, _: Names) -> Iterable[str]:
    played = turns.of_game(desk.db, table.game.id)
    if not played:
        yield "no phase is over yet"
        return
    yield f"{played[-1].title} was the last phase; HISTORY {played[-1].phase} shows all of it"


FACTS: Mapping[str, Fact] = {
    "deadline": Fact("deadlines", _of_game(_tell_deadline)),
    "phase": Fact("deadlines", _of_game(_tell_phase)),
    "todo": Fact("orders", _tell_todo),
    "missing": Fact("deadlines", _of_game(_tell_missing)),
    "received": Fact("orders", _of_game(_tell_received)),
    "standings": Fact("ending", _of_game(_tell_standings, on_board=True)),
    "need": Fact("rules", _of_game(_tell_need)),
    "units": Fact("map", _of_game(_tell_units, on_board=True)),
    "owner": Fact("map", _of_game(_tell_owner, on_board=True)),
    "reach": Fact("map", _of_game(_tell_reach, on_board=True)),
    "game": Fact("joining", _of_game(_tell_game)),
    "players": Fact("press", _of_game(_tell_players)),
    "me": Fact("joining", _of_game(_tell_game)),
    "master": Fact("gm", _of_game(_tell_master)),
    "place": Fact("map", _tell_place),
    "difference": Fact("variants", _tell_difference),
    "failed": Fact("rules", _of_game(_tell_failed)),
    "last": Fact("commands", _of_game(_tell_last)),
}
"""What the game's state answers, by the names of grammar/questions/topics.txt."""


_WIDEST = 240
"""Letters of a sentence beyond which it is a tale."""
_TALK = (NO_ORDER, cues.HEARSAY)
"""Why lines are passed over that may ask something."""
_ASKS_NOTHING = Found("talk")
"""The topic of what asks nothing, whatever it looks like."""
_SENTENCE = re.compile(r"[^\W_].*?(?:(?<![.!?])[.!?]++(?=\s|$)|$)", re.DOTALL)
"""It ends before a blank: "www.example.org" is one word."""
_ENDS = tuple(".!?:;")
_CLAUSE = re.compile(r"[,;:]\s+|\s+-+\s+")
_LETTERS = frozenset("hscdbrf")
"""Words of one letter that may be those of notation."""
_SHORTEST = 4
"""Letters of a place's name that is no abbreviation."""
_SEASONS, _OLDEST = frozenset(("spring", "summer", "fall")), 1000
"""Words and numbers of a phase; winter is a word for building as well."""
_DEEDS = frozenset(("hold", "support", "convoy", "retreat", "disband", "build"))
"""Classes of words of orders that questions are about as well."""


class Question(NamedTuple):
    """Sentences that ask the same: where they stand, the names in them, what they may be about."""

    lines: tuple[int, ...]
    texts: tuple[str, ...]
    words: Sequence[str]
    names: Names
    found: tuple[Found, ...]

    def join(self, other: "Question") -> "Question":
        """Both as one, which is answered as the first of them."""
        lines, texts = (*self.lines, *other.lines), (*self.texts, *other.texts)
        return self._replace(lines=lines, texts=texts, words=(*self.words, *other.words))


def find(letter: Letter, items: Sequence[Answerable], variant: Variant) -> list[Question]:
    """What a letter asks the judge, among its talk.

    What HELP can't answer counts where nothing else that its writer says means anything to the
    judge; beside a question mark what bears none is not put to it.
    """
    said = (one for one in items if getattr(one, "reason", "") not in quotes.NOT_SAID)
    alone = all(map(_may_ask, said))
    sentences = [*islice(_list_sentences(letter, items), limits.SENTENCES_FOR_QUESTIONS)]
    is_marked = any(text.endswith("?") for _, text in sentences)
    read = (
        _read(lines, text, variant, alone=alone and text.endswith("?") is is_marked)
        for lines, text in sentences
    )
    asked = [one for one in read if one is not None and one.found[0] != _ASKS_NOTHING]
    joined: dict[tuple[Found, Names], Question] = {}
    for one in asked:
        key = (one.found[0], one.names)
        if one.found[0] != UNKNOWN:
            joined[key] = joined[key].join(one) if key in joined else one
    told = list(joined.values())
    return told[: limits.QUESTIONS] if told or not alone else asked[:1]


def list_asked(letter: Letter) -> list[str]:
    """The sentences of a letter that end with a question mark."""
    talk = [
        Ignored(Span(line.number, 1, 1), line.text, NO_ORDER)
        for line in letter.lines
        if not line.ignored
    ]
    return [text for _, text in _list_sentences(letter, talk) if text.endswith("?")]


def mark_asked(
    items: Iterable[Answerable], found_questions: Iterable[Question]
) -> tuple[Answerable, ...]:
    """Items with the talk that asks something called so."""
    numbers = {number for one in found_questions for number in one.lines}
    return tuple(
        Ignored(item.span, item.text, QUESTION)
        if isinstance(item, Ignored | Problem) and item.span.line in numbers
        else item
        for item in items
    )


def answer(desk: Desk, found_questions: Iterable[Question]) -> Desk:
    """The desk with what is told to questions."""
    for one in found_questions:
        own = desk.table.game.id if desk.table else 0
        strange = (word for word in one.words if not asking.knows(word))
        named = (game for word in strange if (game := games.find_named(desk.db, word)) is not None)
        other = next((game.name for game in named if own and game.id != own), "")
        names = one.names._replace(game=other)
        variant = _find_meant(desk.table, names)
        tellings = []
        for found in one.found:
            told = FACTS.get(found.topic)
            facts = list(told.tell(desk, names)) if told else []
            topic = "joining" if _IN_NO_GAME in facts else told.topic if told else found.topic
            if found != _ASKS_NOTHING:
                tellings.append({"facts": facts, "topic": topic, "part": found.part})
        data: dict[str, Any] = {
            "questions": tuple(map(mask.text, one.texts)),
            "tellings": tellings,
            "asked": [word for word in one.words if not asking.may_open(word)],
            "master": desk.table is not None and desk.table.game.gm is not None,
            "variant": variant,
            "is_other": variant != desk.variant.id,
        }
        if desk.table is not None and variant == desk.table.variant.id:
            data["options"] = desk.table.rule_options
        desk = desk.shows(Event("reply", data, desk.own)).titles("your question")
    return desk


def _list_sentences(
    letter: Letter, items: Sequence[Answerable]
) -> Iterator[tuple[tuple[int, ...], str]]:
    """The sentences of a letter's talk, with the lines that each stands on."""
    other = {one.span.line for one in items if not _may_ask(one)}
    talk = {one.span.line for one in items} - other
    numbers: list[int] = []
    text = ""
    for line in letter.lines:
        if line.number not in talk or (text and text.rstrip().endswith(_ENDS)):
            yield from _part(numbers, text)
            numbers, text = [], ""
        if line.number in talk:
            numbers, text = [*numbers, line.number], f"{text}\n{line.text.strip()}".strip()
        elif line.number in other and "?" in line.text:
            yield from _list_beside(line, [one for one in items if one.span.line == line.number])
    yield from _part(numbers, text)


def _list_beside(line: Line, items: Sequence[Answerable]) -> Iterator[tuple[tuple[int, ...], str]]:
    """The sentences with a question mark on a line that orders or commands as well.

    "A Mar - Spa. What is ready?", "Who is winning? And where can my fleet go?"
    """
    items = [one for one in items if not (isinstance(one, Ignored) and one.beside)]
    if not all(isinstance(one, Order | Offer | Command) for one in items):
        return
    for match in _SENTENCE.finditer(line.text):
        text = match[0].strip()
        is_apart = all(
            match.end() < one.span.column or match.start() + 1 >= one.span.end for one in items
        )
        if is_apart and text.endswith("?") and len(text) <= _WIDEST:
            yield (line.number,), text


def _may_ask(item: Answerable) -> bool:
    """Whether what a line came to is talk, or a request that HELP can tell how to put."""
    if isinstance(item, Problem):
        asks = "?" in item.text and not (item.ordered or item.suggestions or item.fault)
        return asks and item.message != WAITS
    return isinstance(item, Ignored) and item.reason in _TALK


def _part(numbers: Sequence[int], text: str) -> Iterator[tuple[tuple[int, ...], str]]:
    for match in _SENTENCE.finditer(text):
        if len(match[0]) <= _WIDEST and any(map(str.isalpha, match[0])):
            yield tuple(numbers), match[0].strip()


def _read(numbers: tuple[int, ...], text: str, variant: Variant, *, alone: bool) -> Question | None:
    """A sentence that asks something, by the whole of it, by a clause or by one of its lines.

    By the whole alone where a full stop ends it.
    """
    marked = text.endswith("?")
    if text.endswith("!"):
        return None
    lines = text.splitlines()
    text = " ".join(lines)
    clause = text if text.endswith(".") else _CLAUSE.split(text)[-1]
    for part in dict.fromkeys((text, clause, *([] if marked else lines))):
        keys = (key for kind, key, *_ in scan(ELIDED.sub("", plain(part))) if kind == WORD)
        if not (marked or alone or asking.may_open(next(keys, ""))):
            continue
        words, names, deeds = _read_words(plain(part), variant)
        own_words = _list_own_words(names.variant, part)._replace(deeds=deeds)
        found = asking.find_topics(words, marked=marked, alone=alone, own=own_words)
        if found and (part in (text, *lines) or asking.is_put_to_judge(words)):
            return Question(numbers, (part if part in lines else text,), words, names, found)
    if not marked:
        return None
    words, names, _ = _read_words(plain(text), variant)
    unknown = Question(numbers, (text,), words, names, (UNKNOWN,))
    return unknown if alone or asking.is_put_to_judge(words) else None


def _list_own_words(variant: str, text: str) -> OwnWords:
    """The words by which topics are known: of the variant's own, commands in capitals, others."""
    typed = set(text.replace("?", " ").split())
    own = topics.own(variant)
    topic_of = {word: one for word, one in topics.words(variant).items() if len(word) > 1}
    sure = {
        word: topic
        for word, topic in topic_of.items()
        if topic in own or (len(word) > 2 and word.upper() in typed)
    }
    return OwnWords(sure, {word: one for word, one in topic_of.items() if len(word) > 2})


def _read_words(text: str, variant: Variant) -> tuple[list[str], Names, Mapping[str, Ideas]]:
    """The words of a sentence, its names as what they are; these names; what its words order.

    The name of the game that it is about is one, where that is not a year of it as well.
    """
    text = ELIDED.sub("", text)
    called: list[str] = []
    for _ in range(2):  # "variant" stands for the two that it names first
        found = catalog.find_called(text)
        if found is None or (found.variant == variant.id and variant.id.isdigit()):
            break
        called.append(found.variant)
        text = f"{text[: found.start]}variant{text[found.end :]}"
    named, compared = (*dict.fromkeys((*called, variant.id)), "")[:2]
    names = Names(variant=named, compared=compared)
    lexicon = order_reader(variant.vocabulary, variant.engine_name).lexicon
    lexemes = scan(text)
    words: list[str] = []
    deeds: dict[str, Ideas] = {}
    for token in Tokens(lexicon, all_languages()).read(text, lexemes):
        keys = [key for kind, key, *_ in lexemes[token.first : token.behind] if kind == WORD]
        typed = token.place.text if token.place else ""
        is_short = len(typed) < _SHORTEST
        # What may be a short name of a place is a word of some language: "bot", "por".
        is_word = is_short and not typed.isupper() and any(map(asking.knows, keys))
        if token.place and not token.power and not is_word:
            words.append(SHORT if is_short else PLACE)
            names = names._replace(spaces=(*names.spaces, *token.place.spaces))
        elif token.power:
            words.append(POWER)
            names = names._replace(powers=(*names.powers, token.power))
        elif stands_for := _find_time(token, keys):
            words.append(stands_for)
        else:
            words += [LETTER if key in _LETTERS else key for key in keys]
            deeds |= dict.fromkeys(keys, token.classes & _DEEDS)
    return words, names, deeds


def _find_time(token: Token, keys: Sequence[str]) -> str:
    """What stands for a season, a year or a weekday, "" for another word."""
    if token.number > _OLDEST or token.classes & _SEASONS:
        return DATE
    is_day = any(
        len(word) > _SHORTEST and not asking.knows(word) and find_weekday(word) is not None
        for word in keys
    )
    return DAY if is_day else ""
