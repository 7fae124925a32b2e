"""``judge parse``: lines as players type them in, or a mail; what each was understood as out."""

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial, wraps
from itertools import islice
from typing import Any, BinaryIO, Concatenate, ParamSpec

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from judge.catalog import sheet, shelves
from judge.catalog import variant as catalog
from judge.catalog.sheet import Answerable
from judge.catalog.variant import Variant
from judge.kernel import errors, unnamed
from judge.kernel.engine import Order, Reading
from judge.kernel.errors import InputError, KeeperError
from judge.kernel.text import Command, Line, Offer, Problem, Sentence
from judge.language import phases, reader
from judge.language.branches import Branch
from judge.language.cues import word_withdrawal
from judge.language.fold import words
from judge.mail import body
from judge.mail.ours import Ours

P = ParamSpec("P")
KEYS = ("id", "options", "phase", "power", "text", "units", "variant")
_BOARDLESS = frozenset(("build", "deploy", "buy", "waive", "retreat", "disband", "remove", "unit"))
"""Verbs that no half-known board can judge: names and arms decide them."""
_NOBODY = Ours("judge@localhost", b"")
"""No judge's identity: what a mail's headers prove is not asked here."""
_UNIT = re.compile(r"([A-Z])\d? ([A-Z]{3})(/[A-Z]{2})?(-A)?")


def main_parse(source: Iterable[bytes], sink: BinaryIO) -> int:
    """Answer every JSON line of ``source`` on ``sink``; 1 if any of them was wrong, else 0."""
    return _write((_answer_lines([line], answer_lines) for line in source), sink)


def show(octets: bytes, sink: BinaryIO, **request: str) -> None:
    """What each line of a text was understood as; raises InputError for a name that is wrong."""
    text = octets.decode("utf-8", "replace")
    sink.writelines(msgspec.json.encode(row) + b"\n" for row in lines({**request, "text": text}))


def show_mail(raw: bytes, sink: BinaryIO, **request: str) -> None:
    """What each line of a raw mail was understood as; raises InputError for one that is refused.

    Orders where none count, in the quote of a form or the Subject, are not told of: whether they
    are offered depends on the game.
    """
    letter = body.read_letter(raw, datetime.now(UTC), _NOBODY)
    if letter.refusal:
        raise InputError(letter.refusal)
    sink.writelines(msgspec.json.encode(row) + b"\n" for row in read(request, letter.lines))


def _answering(
    work: Callable[Concatenate[dict[str, Any], P], dict[str, Any]],
) -> Callable[Concatenate[str | bytes, P], dict[str, Any]]:
    """What is done with a request, done with a line of JSON: what is wrong with that is told."""

    @wraps(work)
    def answer(line: str | bytes, /, *arguments: P.args, **more: P.kwargs) -> dict[str, Any]:
        try:
            request = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return {"id": None, "error": f"The line is no JSON: {error}."}
        if not isinstance(request, dict):
            return {"id": None, "error": "The line has to be a JSON object."}
        try:
            return work(request, *arguments, **more)
        except InputError as error:
            return {"id": request.get("id"), "error": str(error)}

    return answer


@_answering
def answer_lines(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one JSON request; a bad one is {"id": ..., "error": sentence}."""
    for key in request:
        if key not in KEYS:
            raise InputError(f"{key}: there is no such key; there are {', '.join(KEYS)}.")
    return {"id": request.get("id"), "lines": lines(request)}


def lines(request: Mapping[str, Any], variant: Variant | None = None) -> list[dict[str, Any]]:
    """What each line of ``request["text"]`` was understood as, in the JSON of ``judge parse``.

    Of a ``variant`` that is loaded already whatever the request names. Raises InputError naming
    the key that is wrong.
    """
    for key in ("variant", "power", "phase", "text"):
        if not isinstance(request.get(key, ""), str):
            raise InputError(f"{key}: it has to be a text.")
    text = request.get("text", "").splitlines()
    return read(request, [Line(number, line) for number, line in enumerate(text, 1)], variant)


def read(
    request: Mapping[str, Any], typed_lines: Sequence[Line], variant: Variant | None = None
) -> list[dict[str, Any]]:
    """The same for lines of which some are marked as not to be read."""
    try:
        loaded = variant or catalog.load(request.get("variant") or STANDARD)
    except KeeperError as error:  # it can't be played
        raise InputError(f"variant: {error}") from None

    def is_ours(error: Exception) -> bool:
        """Whether a fault is the judge's, and not one of a folder's own rules.py."""
        return errors.is_fault(error) and not catalog.find_own_place(loaded, error)

    with catalog.answering(loaded):
        now, options = request.get("phase", ""), request.get("options", {})
        if now or options != {}:  # a phase and options that the game has not, whatever stands there
            loaded.engine.position({"phase": now or _first_moves(loaded), "options": options})
        bench = _Bench.of(loaded, request)
        answerables = sheet.guard(typed_lines, bench.settle, is_ours)
        return list(_tell_lines(loaded, request, answerables))


def _tell_lines(
    variant: Variant, request: Mapping[str, Any], items: Sequence[Answerable]
) -> Iterator[dict[str, Any]]:
    """What became of each item, as JSON; an order with its phase where that is another one.

    At and below the heading of a phase that does not come nothing is ordered.
    """
    phase = now = request.get("phase", "")
    is_astray = False
    for index, item in enumerate(items):
        row = _describe(item)
        if isinstance(item, Command) and item.verb == "phase":
            phase = item.words[0] if item.words else now
            is_other = phase not in (now, phases.PAST) and not phases.is_over(phase, now)
            is_astray = bool(now) and is_other
            if is_astray:
                position = {"phase": now, "options": request.get("options", {})}
                board = variant.engine.position(position)
                is_astray = variant.engine.later(board, phase) is None
            if not item.text:
                continue
            if is_astray:
                why = f"There is no phase '{phase}' ahead."
                row = _describe(Problem(item.span, item.text, why))
        elif isinstance(item, Order) and is_astray:
            row = {"text": item.typed, "ignored": "stands below a phase that is not ahead"}
        elif isinstance(item, Order) and phase != now:
            row["phase"] = phase
        elif isinstance(item, Order) and (line := _find_clearing(item, items[index:])):
            row = {"text": item.typed, "ignored": word_withdrawal(line)}
        yield {"line": item.span.line, **row}


def _find_clearing(order: Order, below: Iterable[Answerable]) -> int:
    """The line of a CLEAR of all orders, or of its unit's, that stands below an order; else 0."""
    unit_match = _UNIT.search(order.text)
    space = unit_match[2] if unit_match else ""
    clears = (one for one in below if isinstance(one, Command) and one.verb == "clear")
    its = (one for one in clears if " ".join(one.words).split()[-1:] in ([], [space]))
    return next((one.span.line for one in its), 0)


class _Bench(Struct, frozen=True):
    """What a request says of the board: sentences are read on it, or by names and arms alone.

    ``units`` and ``state`` are None where it names no units.
    """

    variant: Variant
    power: str
    phase: str
    units: list[str] | None
    state: Any

    @classmethod
    def of(cls, variant: Variant, request: Mapping[str, Any]) -> "_Bench":
        """The bench of a request; raises InputError naming the key that is wrong.

        Units stand in its phase, or in the first one with moves: those in a minor power's home are
        the minor's, all others the writer's.
        """
        try:
            units = msgspec.convert(request.get("units"), list[str] | None)
        except msgspec.ValidationError:
            raise InputError("units: it has to be a list of texts such as 'A PAR'.") from None
        named_power = request.get("power", "")
        power = variant.vocabulary.power(words(named_power)) if words(named_power) else ""
        if power is None:
            raise InputError(f"power: there is no '{named_power}' in {variant.title}.")
        phase = request.get("phase", "")
        if units is None and phase.endswith("I"):
            units = []  # while points are bid no unit is ordered, wherever it stands
        if units is None:
            return cls(variant, power, phase, None, None)
        minors = {space["id"]: space.get("minor_power") for space in variant.map["spaces"]}
        groups: dict[str, list[str]] = {}
        for unit in units:
            match = _UNIT.fullmatch(unit)
            minor = minors.get(match[2]) if match else None
            groups.setdefault(minor or power or variant.engine.powers[0], []).append(unit)
        position = {"phase": phase or _first_moves(variant), "units": groups}
        try:
            state = variant.engine.position({**position, "options": request.get("options", {})})
        except InputError as error:  # the engine has them by power, who asks in one list
            raise InputError(re.sub(r"^units\.[^:]*: ", "units: ", str(error))) from None
        return cls(variant, power, phase, units, state)

    def settle(self, typed_lines: Sequence[Line]) -> tuple[Answerable, ...]:
        """Lines as answers, read on what is known of the board."""
        own_spaces = {unit.split()[1][:3] for unit in self.units or () if " " in unit}
        works = sheet.make_trier(self.variant, self.state, self.read)
        pace = sheet.pace_of(self.variant)
        items = reader.read(typed_lines, self.variant.vocabulary, self.variant.engine_name)
        dated_items = sheet.date_items(items, self.phase, pace)
        return sheet.settle(dated_items, self.read, self.phase, own_spaces, works, pace)

    def read(self, sentences: Sequence[Sentence], present: bool) -> Reading:
        """The orders and problems of sentences that belong together (``sheet.Reads``)."""
        readings = [
            Reading() if unnamed.is_unnamed(sentence) else self._read_one(sentence, present)
            for sentence in sentences
        ]
        own = self.units or () if present else ()
        return unnamed.complete(sentences, readings, own, partial(self._read_one, present=present))

    def _read_one(self, sentence: Sentence, present: bool) -> Reading:
        """A sentence by itself."""
        own_sentence = _mean_by_phase(sentence, self.phase, self.units) if present else sentence
        moves = self.phase.endswith("M")  # when nobody builds or retreats
        on_board = present and (moves or own_sentence.verb not in _BOARDLESS)
        state = self.state if on_board else None
        sentences = (_disown(own_sentence) if self.units else own_sentence,)
        return self.variant.engine.read(sentences, state, self.power)


def _first_moves(variant: Variant) -> str:
    """The first phase with moves; of a game that begins in winter one of that year."""
    phases = variant.rules.get("phases")
    if phases is None:
        return "1930-01M"
    first, seasons = str(phases["first"]), sheet.pace_of(variant).seasons
    season = first[0] if first[0] in seasons else seasons[0]
    return f"{season}{first[1:-1]}M"


def _mean_by_phase(sentence: Sentence, phase: str, units: list[str] | None) -> Sentence:
    """A sentence as the phase means it, its unit's arm taken from the board where it was not typed.

    In a retreat phase moves are retreats; in an adjustment phase a bare unit is removed if it
    stands on the board and built if it does not.
    """
    if sentence.verb == "move" and phase.endswith("R"):
        sentence = replace(sentence, verb="retreat", path=sentence.path[-1:], via=False)
    piece = sentence.piece
    if units is None or piece is None or sentence.verb not in _BOARDLESS:
        return sentence
    unit_matches = [match for unit in units if (match := _UNIT.fullmatch(unit))]
    units_there = [match for match in unit_matches if match[2] in piece.place.spaces]
    if sentence.verb == "unit" and phase.endswith("A"):
        sentence = replace(sentence, verb="disband" if units_there else "build")
    if sentence.verb in ("build", "deploy", "buy") or len(units_there) != 1:
        return sentence
    arm, space, coast = units_there[0].group(1, 2, 3)
    place = replace(piece.place, spaces=(space,), coast=piece.place.coast or (coast or "")[1:])
    return replace(sentence, piece=replace(piece, place=place, arm=piece.arm or arm))


def _disown(sentence: Sentence) -> Sentence:
    """A sentence without the nationalities typed in it: nobody knows whose the units are."""
    piece = sentence.piece
    return replace(
        sentence,
        header="",
        piece=replace(piece, power="") if piece else None,
        about=_disown(sentence.about) if sentence.about else None,
        also=_disown(sentence.also) if sentence.also else None,
    )


def _describe(item: Answerable) -> dict[str, Any]:
    """What became of an item, as JSON."""
    if isinstance(item, Order):
        note = {"note": item.note} if item.note else {}
        return {"text": item.typed, "order": item.text, **note}
    if isinstance(item, Problem):
        details = {"column": item.span.column, "suggestions": list(item.suggestions)}
        return {"text": item.text, "problem": item.message, **details}
    if isinstance(item, Command):
        return {"text": item.text, "command": item.verb, "words": list(item.words)}
    if isinstance(item, Offer):
        return {"text": item.text, "offer": list(item.orders)}
    if isinstance(item, Branch):
        return {"text": item.text, "ignored": "left open until its phase"}
    return {"text": item.text, "ignored": item.reason}


STANDARD = "standard"
Answer = Callable[[bytes], dict[str, Any]]
"""What answers one line."""
PART, AHEAD = 200, 4
"""Lines that a process answers at once, and parts that wait for each."""


@_answering
def answer_position(request: dict[str, Any], usual: str = STANDARD) -> dict[str, Any]:
    """The answer to one request; of the variant ``usual`` if it names none.

    A line names no folder but that of ``usual``: whose rules.py is run is up to whoever starts the
    program.
    """
    name = request.get("variant", usual)
    if not isinstance(name, str):
        raise InputError("variant: it has to be a text.")
    if "/" in name:
        raise InputError("variant: a folder is named to the program: judge adjudicate --variant V.")
    try:
        variant = catalog.load(usual if name == usual.partition(shelves.TRIED)[0] else name)
    except (InputError, KeeperError) as error:
        raise InputError(f"variant: {error}") from None
    with catalog.answering(variant):
        return variant.engine.adjudicate(request)


def main_adjudicate(
    source: Iterable[bytes], sink: BinaryIO, jobs: int = 1, usual: str = STANDARD
) -> int:
    """Answer every line of ``source`` on ``sink``; 1 if any of them was wrong, else 0.

    With several ``jobs`` so many processes answer; what they say stands in the order of the lines.
    Lines that name no variant are of ``usual``.
    """
    gc.freeze()  # what was imported lives as long as the process: collections need not look at it
    answer = partial(answer_position, usual=usual)
    if jobs == 1:
        return _write((_answer_lines([line], answer) for line in source), sink)
    return _write(_share(source, jobs, answer), sink)


def _write(replies: Iterable[tuple[bytes, bool]], sink: BinaryIO) -> int:
    """Write replies one by one; 1 if any of the lines was wrong, else 0."""
    wrong = False
    for reply, good in replies:
        sink.write(reply)
        sink.flush()  # who keeps us running waits for it before he asks again
        wrong |= not good
    return int(wrong)


def _answer_lines(some_lines: Sequence[bytes], answer: Answer) -> tuple[bytes, bool]:
    """The answers to lines as JSON, none to blank ones; whether all lines were good."""
    replies = [answer(line) for line in some_lines if line.strip()]
    text = b"".join(msgspec.json.encode(reply) + b"\n" for reply in replies)
    return text, all("error" not in reply for reply in replies)


def _share(source: Iterable[bytes], jobs: int, answer: Answer) -> Iterator[tuple[bytes, bool]]:
    """Answers of several processes, in order; few lines are read ahead of what is written."""
    import multiprocessing  # noqa: PLC0415 - heavy, and most runs have one process
    from collections import deque  # noqa: PLC0415
    from concurrent.futures import Future, ProcessPoolExecutor  # noqa: PLC0415

    lines = iter(source)
    context = multiprocessing.get_context("fork")  # it knows the keeper's variants as we do
    with ProcessPoolExecutor(jobs, context) as workers:
        futures: deque[Future[tuple[bytes, bool]]] = deque()
        while part := list(islice(lines, PART)):
            futures.append(workers.submit(_answer_lines, part, answer))
            if len(futures) > AHEAD * jobs:
                yield futures.popleft().result()
        while futures:
            yield futures.popleft().result()
