"""The view: a notice as the plain frozen data that the templates of whole mails print."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

from msgspec import Struct

from judge.kernel.engine import Event, Standing, Task
from judge.kernel.mail import REPLY_MARKER
from judge.kernel.notice import (
    BIDDEN,
    HELD,
    LATE,
    MEANT,
    OFFERED,
    PRESS,
    QUESTION,
    QUOTED,
    REQUESTED,
    SUBJECT,
    Answer,
    Notice,
)
from judge.language.statement import NO_ORDER
from judge.mail import quotes
from judge.report.text import link_to_judge
from judge.report.words import count, has_worked, join, sentence, show_typed, time_left, when


class Aside(Struct, frozen=True):
    """Lines set aside for one reason.

    ``told`` says what happened to them ("2 orders came too late: not used"), ``short`` how many
    they are, ``use`` what to reply to use them all the same, "" where nothing does.
    """

    told: str
    short: str
    use: str


_WHY = {
    LATE: "came too late: not used",
    PRESS: "in a reply to press: neither taken nor sent",
    BIDDEN: "in a reply to press: neither done nor sent",
    HELD: "waits for the game master",
    QUOTED: "stand{s} in the quoted text: not used",
    SUBJECT: "stand{s} in the Subject: not used",
    REQUESTED: "stand{s} in the Subject: not obeyed",
    OFFERED: "wait{s} to be confirmed: not used yet",
    MEANT: "wait{s} to be confirmed: not obeyed yet",
}
"""What is said of lines behind their number."""
_NOUNS = {
    REQUESTED: ("command", "obeyed"),
    MEANT: ("command", "obeyed"),
    BIDDEN: ("command", "obeyed"),
    HELD: ("reply", "sent"),
}
"""What they are, and what was not done with them, where they are no orders."""

_PURPOSES = {
    LATE: "if you mean {them} for {phase}",
    MEANT: "to have {them} obeyed",
    BIDDEN: "to have {them} obeyed, or SEND to send {them} as words",
    PRESS: "to take {them} as your orders, or SEND to send {them} as words",
}
"""What it is for that uses them, where it is not said by \"to use them\"."""


def list_asides(answers: Iterable[Answer], phase: str) -> Iterator[Aside]:
    """What was set aside, by reason; ``phase`` is the title of the one that waits for orders."""
    groups: dict[tuple[str, str], int] = {}
    for answer in answers:
        if answer.aside:
            key = answer.aside, answer.offer
            groups[key] = groups.get(key, 0) + answer.count
    for (why, offer), number in groups.items():
        if number:
            noun, deed = _NOUNS.get(why, ("order", "used"))
            few, them = count(number, noun), "it" if number == 1 else "them"
            words = _WHY[why].format(s="s" if number == 1 else "")
            use = f"{offer} {_PURPOSES.get(why, 'to use {them}')}" if offer else ""
            use = use.format(them=them, phase=phase)
            yield Aside(f"{few} {words}", f"{few} not {deed}", use)


def list_uses(asides: Iterable[Aside]) -> tuple[str, ...]:
    """What to reply, each once."""
    return tuple(dict.fromkeys(one.use for one in asides if one.use))


class Due(Struct, frozen=True):
    """A deadline in words: when in the reader's zone and UTC, and how long that is from now.

    ``early`` goes on with when the phase may end before: ", or 30 minutes after ...", ``grace``
    is until when late orders count.
    """

    when: str
    left: str
    early: str = ""
    grace: str = ""


class Listed(Struct, frozen=True):
    """A line of the list of a reader's orders: the order, or ``open`` for what there is none.

    ``note`` is what he typed, where that is something else, or that the order came with an earlier
    mail; without an order it says what happens.
    """

    text: str
    note: str = ""
    open: bool = False


class Choice(Struct, frozen=True):
    """What one unit may do: ``subject`` "A PAR", ``options`` "H", "- BUR" (its name left out)."""

    subject: str
    options: tuple[str, ...]


class Reply(Struct, frozen=True):
    """A way to answer press: ``who`` gets the answer, which stands between ``line`` and ``closer``.

    ``mailto`` opens it.
    """

    who: str
    line: str
    closer: str
    mailto: str


class Tap(Struct, frozen=True):
    """What a player may say by one tap: in ``words``, and the link that opens the mail."""

    words: str
    mailto: str


class Page(Struct, frozen=True):
    """All that a mail's template may say; words in full, no records to look things up in.

    ``head`` opens the subject ("[alpha] Spring 1901 movement:"), ``phase`` is the title of the
    phase that waits for orders, ``done`` of the one that the mail reports. ``headline`` is what an
    answer begins with beside orders and ``deeds``. ``transcript`` holds the answers to lines that
    nothing else in the mail tells of, ``passed`` says what was not read; ``ordered`` tells that
    there are orders in the mail, ``done_all`` that all it says was done; ``mendable`` are the
    ``problems`` that a new mail may mend. ``asides`` were set aside, and ``uses`` are the replies
    that use them all the same. ``plays``: the reader has a power.
    ``crowd``: several have joined. ``winners`` have won or, where the game is ``drawn``, share the
    draw. ``own`` are the reader's own rows of the results, ``failed`` those that went wrong,
    ``dislodged`` the reader's dislodged units; ``silent``: he had sent nothing, ``held``: so all
    his units held. ``tasks`` are the reader's orders unit by unit, ``listed`` these as they are
    shown, with an order that several units share told once, and what he orders beside them,
    ``missing`` how many have none, ``asked`` which. ``unready`` keeps his orders from being ready
    for an early end, ``release`` is what he may say to that.
    ``deeds`` are sentences on what else the mail brought about, ``void`` on what would come to
    nothing, where the first lines say so. ``forfeited``: all points that the reader spent were
    lost; ``unbacked`` are the orders that his points did not bring about.
    ``gathered`` are the powers whose orders the reader mails, who passes on the files of the mail.
    ``replies`` are ways to answer press, ``taps`` what else a player may say by a link.
    ``form`` are lines to fill in for these, ``mailto`` a link that opens a mail with them, and
    ``choices`` what the units may do. ``archive`` is the name of the file with the whole
    game;
    ``sealed``: without what was secret in it.
    """

    kind: str
    marker: str
    head: str
    game: str
    variant: str
    game_title: str
    status: str
    power: str
    plays: bool
    phase: str
    done: str
    title: str
    receipt: str
    due: Due | None
    headline: str
    transcript: tuple[Answer, ...]
    ordered: bool
    done_all: bool
    problems: tuple[Answer, ...]
    mendable: tuple[Answer, ...]
    asides: tuple[Aside, ...]
    uses: tuple[str, ...]
    passed: str
    standing: bool
    tasks: tuple[Task, ...]
    listed: tuple[Listed, ...]
    missing: int
    asked: tuple[str, ...]
    unready: tuple[str, ...]
    release: str
    warnings: tuple[str, ...]
    facts: tuple[str, ...]
    form: tuple[str, ...]
    choices: tuple[Choice, ...]
    mailto: str
    own: tuple[dict[str, Any], ...]
    silent: bool
    held: bool
    failed: tuple[dict[str, Any], ...]
    dislodged: tuple[dict[str, Any], ...]
    kinds: frozenset[str]
    crowd: bool
    winners: tuple[str, ...]
    drawn: bool
    archive: str
    sealed: bool
    replies: tuple[Reply, ...]
    taps: tuple[Tap, ...]
    deeds: tuple[str, ...]
    void: tuple[str, ...]
    forfeited: bool
    unbacked: tuple[str, ...]
    gathered: tuple[str, ...]


_LOOKS = frozenset(
    (
        "help",
        "list",
        "map",
        "options",
        "reach",
        "rules",
        "scoring",
        "stats",
        "history",
        "summary",
        "verify",
    )
)
"""Commands that show pages; STATUS shows the orders as well."""
_IS_ORDER = {"power", "order", "verdict"}
"""What a row of an event says of an order."""
_HEADINGS = frozenset({"phase", "ahead", "status", "game", "signon", "receipts"})
"""What other lines are for or what a page below shows, which says nothing by itself."""
_OPENERS = frozenset({"phase", "game", "signon"})
"""Those of them whose effect shows in the mail anyway."""
_OF_SHEET = frozenset({"clear", "order", "nopoints"})
"""What shows in how many orders are in, where there are orders beside it."""
_CONDITION = " once all your orders are in"
"""What READY says beside, which is said no more when they are."""
_BELOW = "see below"
"""What commands say that do nothing but show a page."""
_AS_BEFORE = "as before"
"""What stands beside an order that came with an earlier mail."""
_NOTHING = Standing()
_QUOTED = frozenset({"quoted", "the judge's own words", *quotes.NOT_SAID})
"""Why lines are passed over that are not their writer's: they are counted."""
_MOST, _WIDEST = 6, 40
"""So many lines passed over for one reason are shown, and so many columns of each."""
_NOTED = 30
"""So many columns of what was typed stand beside an order: mail programs must not wrap it."""
_DEED = re.compile(r"([SC] .+ - |(?:.+ )?[A-Z]{3,} )(\S+)")
"""An option that has a goal: a support or convoy of a move, or a deed with a verb in full."""
_WORD = re.compile(r"\w")
_ON_BOARD = frozenset({"results", "minor-void"})
"""Events that tell what became of orders for units."""
_TAPPED = frozenset({"results", "started", "reminder"})
_ENDINGS = frozenset({"over", "victory"})
"""Events that tell how a game ended, and who won."""
_SHUT = frozenset({"over", "held"})
"""How a game stands that takes no orders."""
_ROLES = ("", "GM", "observer")
"""Who has no power."""


def lay_out_page(notice: Notice) -> Page:
    """The page of ``notice``; everything on it comes from the notice and from nowhere else."""
    facts, standing = notice.facts, notice.standing or _NOTHING
    own = _own_rows(notice)
    has_orders = _has_orders(notice.answers)
    open_tasks = tuple(task for task in standing.tasks if not task.order)
    form = _form(open_tasks, standing)
    phase = facts.phase_awaited
    last_phase = _reported_phase(notice)
    asides = tuple(list_asides(notice.answers, phase))
    problems = tuple(_problems(notice))
    deeds = tuple(_word_deeds(notice))
    headline = _find_headline(notice, deeds)
    listed = tuple(_list_orders(notice.answers, standing))
    has_list = notice.standing is not None and not _only_looks(notice.answers)
    return Page(
        kind=notice.kind,
        marker=REPLY_MARKER,
        head=_head(notice, last_phase if notice.kind == "results" else phase),
        game=facts.game,
        variant=facts.variant,
        game_title=facts.title,
        status=facts.status,
        power=facts.power,
        plays=facts.power not in _ROLES,
        phase=phase,
        done=last_phase,
        title=notice.title,
        receipt=notice.receipt,
        due=_deadline(notice),
        headline=headline,
        transcript=tuple(_transcript(notice, listed if has_list else (), (*deeds, headline))),
        ordered=has_orders,
        done_all=_is_all_done(notice.answers),
        problems=problems,
        mendable=_mendable(problems, notice),
        asides=asides,
        uses=list_uses(asides),
        passed="; ".join(_list_passed(notice.answers)),
        standing=has_list,
        tasks=standing.tasks,
        listed=listed,
        missing=len(open_tasks),
        asked=tuple(map(attrgetter("subject"), open_tasks)),
        unready=notice.unready,
        release=_ready_words(notice),
        warnings=_warnings(standing, open_tasks),
        facts=standing.facts,
        form=form,
        choices=tuple(_choices(open_tasks)),
        mailto=_mailto(notice, form),
        own=own,
        silent=_is_silent(notice, own),
        held=_has_only_held(own),
        failed=tuple(row for row in own if not has_worked(row["verdict"])),
        dislodged=tuple(_rows(notice, "dislodged")),
        kinds=frozenset(event.kind for event in notice.events),
        crowd=_is_crowd(notice),
        winners=_winners(notice),
        drawn=_find_ending(notice).get("outcome") == "draw",
        archive=notice.archive.name if notice.archive else "",
        sealed=notice.archive is not None and notice.archive.sealed,
        replies=tuple(_replies(notice)),
        taps=tuple(_taps(notice)),
        deeds=deeds,
        void=standing.void[:1] if notice.kind == "answer" and has_orders else (),
        forfeited=any(event.data["forfeited"] for event in _own_points(notice)),
        unbacked=tuple(_list_unbacked(notice)),
        gathered=_list_gathered(notice),
    )


def _has_only_held(rows: Sequence[dict[str, Any]]) -> bool:
    """Whether there are orders, and each of them was to hold."""
    return bool(rows) and all(row["order"].endswith(" H") for row in rows)


def _problems(notice: Notice) -> Iterator[Answer]:
    """The lines that were not taken, without those that wait for a word."""
    for answer in notice.answers:
        if answer.verdict == "problem" and not answer.aside:
            yield answer


def _mendable(problems: Iterable[Answer], notice: Notice) -> tuple[Answer, ...]:
    """The lines that were not taken and could be taken now, if they were others."""
    if notice.facts.status in _SHUT:
        return ()
    return tuple(one for one in problems if not one.message.startswith(LATE))


def _list_orders(answers: Sequence[Answer], standing: Standing) -> Iterator[Listed]:
    """The orders that stand, each with what was typed for it, and below them what has none."""
    words_of = {answer.order: show_typed(answer.text, _NOTED) for answer in answers if answer.order}
    open_units: dict[str, list[str]] = {}
    for task in (one for one in standing.tasks if not one.shared):
        if task.order:
            yield Listed(task.order, _note_order(task.order, words_of))
        else:
            open_units.setdefault(task.otherwise, []).append(task.subject)
    for otherwise, units in open_units.items():
        yield Listed(", ".join(units), otherwise, open=True)
    for order in standing.extra:
        yield Listed(order, _note_order(order, words_of))


def _note_order(order: str, words_of: Mapping[str, str]) -> str:
    """What stands beside an order in the answer to a mail whose orders stand in ``words_of``."""
    if words_of and order not in words_of:
        return _AS_BEFORE
    words = words_of.get(order, order)
    return f'your "{words}"' if _list_signs(words) != _list_signs(order) else ""


def _list_signs(text: str) -> list[str]:
    """The letters and digits of a line: blanks, arrows and capitals make no other order of it."""
    return [sign for sign in text.upper() if sign.isalnum()]


def _find_headline(notice: Notice, deeds: Iterable[str]) -> str:
    """What an answer begins with that is about more than orders, where no deed says so."""
    if [(one.verdict, one.message) for one in _pass_over_ignored(notice.answers)] == [
        ("done", _BELOW)
    ]:
        return ""
    unanswered = any(event.kind == "unanswered" for event in notice.events)
    if not notice.title or (_has_orders(notice.answers) and not unanswered):
        return ""
    headline = sentence(notice.title)
    return "" if any(one.startswith(headline[:-1]) for one in deeds) else headline


def _has_orders(answers: Iterable[Answer]) -> bool:
    """Whether any line of a mail was taken as an order."""
    return any(answer.order for answer in answers)


def _transcript(
    notice: Notice, list_shown: Iterable[Listed], sentences: Iterable[str]
) -> Iterator[Answer]:
    """What became of each line that neither the list of orders nor the first lines tell of."""
    sheets = (event.data["orders"] for event in notice.events if event.kind == "sheet")
    orders = {*(one.text for one in list_shown), *chain.from_iterable(sheets)}
    said = {sentence(_BELOW), *sentences}
    waits = any(event.kind == "ahead" for event in notice.events)
    for answer in _pass_over_ignored(notice.answers):
        is_listed = answer.verdict == "taken" and answer.order in orders and not answer.message
        is_said = answer.verdict == "done" and (
            answer.nature in _OPENERS or sentence(_word_done(answer, notice)) in said
        )
        is_shown_waiting = answer.verdict == "later" and not answer.message and waits
        if not (is_listed or is_said or is_shown_waiting):
            yield answer


def _pass_over_ignored(answers: Sequence[Answer]) -> Iterator[Answer]:
    """What became of the lines that say something; the first lines tell of a whole mail."""
    return (one for one in answers if one.verdict != "ignored" and (one.text or one.order))


def _is_all_done(answers: Sequence[Answer]) -> bool:
    """Whether a mail asked for something, and all of it was done."""
    requests = [*_pass_over_ignored(answers)]
    return bool(requests) and all(answer.verdict == "done" for answer in requests)


def _only_looks(answers: Sequence[Answer]) -> bool:
    """Whether a mail asked for pages and nothing else: its writer's orders are as they were."""
    answers_asked = [*_pass_over_ignored(answers)]
    return bool(answers_asked) and all(
        one.verdict == "done" and one.nature in _LOOKS for one in answers_asked
    )


def _is_silent(notice: Notice, own: Sequence[dict[str, Any]]) -> bool:
    """Whether the results say that their reader had sent nothing, or show orders of nobody's."""
    groups = (event.data["powers"] for event in notice.events if event.kind == "silent")
    forgot = any(notice.facts.power in powers for powers in groups)
    return forgot or (bool(own) and not notice.receipt)


def _is_crowd(notice: Notice) -> bool:
    """Whether several have joined at once."""
    return any(one.data.get("others") for one in notice.events if one.kind == "joined")


def _find_ending(notice: Notice) -> Mapping[str, Any]:
    """How the game ended, if the mail tells it: the facts of the first event that does."""
    return next((one.data for one in notice.events if one.kind in _ENDINGS), {})


def _winners(notice: Notice) -> tuple[str, ...]:
    """Who has won, or shares a draw, by how the game ended or by the phase that is reported."""
    winners_named = tuple(_find_ending(notice).get("winners", ()))
    winners_told = (event.data["winners"] for event in notice.events if event.kind == "victory")
    return winners_named or tuple(chain.from_iterable(winners_told))


def _own_points(notice: Notice) -> Iterator[Event]:
    """What became of the points that the reader spent."""
    return (event for event in notice.events if event.kind == "own-points")


def _list_gathered(notice: Notice) -> tuple[str, ...]:
    """The powers for which somebody has to decide, by what is to be passed on to them."""
    texts = notice.handouts
    return tuple(one.facts.power for one in texts if one.standing and one.standing.tasks)


def _list_unbacked(notice: Notice) -> Iterator[str]:
    """The orders that the reader's points did not bring about, where all were not forfeited."""
    for event in _own_points(notice):
        if not event.data["forfeited"]:
            rows = (row for row in event.data["rows"] if row["outcome"] != "carried out")
            yield from (row["order"] for row in rows)


def _word_deeds(notice: Notice) -> Iterator[str]:
    """What commands did, and what waits for later phases, a sentence each and each once."""
    unsaid = {*_LOOKS, *_HEADINGS, *(_OF_SHEET if _has_orders(notice.answers) else ())}
    done = (
        _word_done(answer, notice)
        for answer in notice.answers
        if answer.verdict == "done" and answer.nature not in unsaid
    )
    waits = _word_waiting(notice)
    for message in dict.fromkeys((*done, waits)):
        if message and message != _BELOW:
            yield sentence(message)


def _word_done(answer: Answer, notice: Notice) -> str:
    """What a command says that was done; READY says less where nothing is left to send."""
    standing = notice.standing or _NOTHING
    is_complete = standing.complete and not notice.unready
    is_sure = answer.nature == "ready" and is_complete
    return answer.message.replace(_CONDITION, "") if is_sure else answer.message


def _word_waiting(notice: Notice) -> str:
    """That lines of a mail wait for later phases; "" if none does."""
    count = sum(answer.verdict == "later" for answer in notice.answers)
    phases = (event.data["phases"] for event in notice.events if event.kind == "ahead")
    titles = [str(phase["title"]) for phase in chain.from_iterable(phases)]
    where = titles[0] if len(titles) == 1 else "later phases"
    return f"{count} {'lines wait' if count > 1 else 'line waits'} for {where}" if count else ""


def _ready_words(notice: Notice) -> str:
    """What a player may say for his orders to be ready as they are."""
    points = len(notice.unready) == 1 and notice.unready[0].endswith("not spent")
    return "NO POINTS, or READY," if points else "READY"


def _replies(notice: Notice) -> Iterator[Reply]:
    """The ways to answer the press that a mail brings, each once."""
    offers = [one for event in notice.events for one in event.data.get("replies", ())]
    for one in {one["line"]: one for one in offers}.values():
        closer = one.get("closer") or ("ENDBROADCAST" if one["line"] == "BROADCAST" else "ENDPRESS")
        lines = (one["line"], *one.get("text", "").split("\n"), closer)
        yield Reply(one["who"], one["line"], closer, _mailto(notice, lines))


def _taps(notice: Notice) -> Iterator[Tap]:
    """What a player may say of a phase that goes on beside his orders."""
    facts = notice.facts
    if notice.kind not in _TAPPED or facts.status != "running" or facts.power in _ROLES:
        return
    if facts.early:
        line = "NOWAIT" if facts.waits else "WAIT"
        words = "End the phase when all are ready" if facts.waits else "Wait for the deadline"
        yield Tap(words, _mailto(notice, (line,)))
    yield Tap("Vote for a draw", _mailto(notice, ("DRAW",)))


def _rows(notice: Notice, kind: str) -> Iterator[dict[str, Any]]:
    """The rows of the events of ``kind`` about the powers that the reader orders."""
    own_powers = notice.facts.powers or (notice.facts.power,)
    for event in notice.events:
        if event.kind == kind:
            yield from (row for row in event.data["rows"] if row["power"] in own_powers)


def _own_rows(notice: Notice) -> tuple[dict[str, Any], ...]:
    """The reader's orders, each once: those on the board, and those that are told apart.

    For a minor's unit it is his own order, be it in vain; who had no order is told elsewhere.
    """
    void = tuple(_rows(notice, "minor-void"))
    done_otherwise = {row["unit"] for row in void}
    silent = (event.data["units"] for event in notice.events if event.kind == "unordered")
    holds = {f"{unit} H" for unit in chain.from_iterable(silent)}
    on_board = (
        *(
            row
            for row in _rows(notice, "results")
            if row["unit"] not in done_otherwise and row["order"] not in holds
        ),
        *void,
    )
    told = {row["order"] for row in on_board}
    return (*on_board, *(row for row in _list_rows_apart(notice) if row["order"] not in told))


def _list_rows_apart(notice: Notice) -> Iterator[dict[str, Any]]:
    """The reader's orders that are told apart from the board's: bids, a deployment's refusals."""
    own_powers = notice.facts.powers or (notice.facts.power,)
    events = notice.events if notice.kind == "results" else ()
    for event in (one for one in events if one.kind not in _ON_BOARD):
        rows = (row for row in event.data.get("rows") or () if set(row) >= _IS_ORDER)
        yield from (row for row in rows if row["power"] in own_powers)


def _reported_phase(notice: Notice) -> str:
    """The title of the phase that the mail reports, else of the one that waits for orders."""
    for event in notice.events:
        if event.kind == "results":
            return str(event.data.get("title") or notice.title or event.data["phase"])
    return (notice.kind == "results" and notice.title) or notice.facts.phase_awaited


def _head(notice: Notice, phase: str) -> str:
    """The subject's opening: the game, and the phase with a colon if there is one."""
    return f"[{notice.facts.game or 'judge'}]" + (f" {phase}:" if phase else "")


def _deadline(notice: Notice) -> Due | None:
    facts = notice.facts
    if facts.deadline is None:
        return None
    now = facts.now or facts.deadline
    early = ""
    if facts.early:
        stays = "" if notice.kind == "answer" else "; WAIT keeps it open"
        ends = f", or {facts.early}{stays}"
        early = "; you keep it open till then (NOWAIT)" if facts.waits else ends
    grace = when(facts.grace, facts.reader_zone) if facts.grace else ""
    return Due(
        when(facts.deadline, facts.reader_zone), time_left(facts.deadline, now), early, grace
    )


def _list_passed(answers: Iterable[Answer]) -> Iterator[str]:
    """What was not read, by reason: the words of each line, and of what is quoted how much."""
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        if answer.verdict == "ignored" and answer.message != QUESTION:
            groups.setdefault(answer.message, []).append(answer)
    for reason, lines in groups.items():
        # the line above all our mails is none that says something
        texts = [one.text for one in lines if _WORD.search(one.text)]
        typed = [show_typed(text, _WIDEST) for text in texts if REPLY_MARKER not in text]
        if reason in _QUOTED:
            yield reason if len(lines) == 1 else f"{reason} ({len(lines)} lines)"
        elif typed:
            more = len(typed) - _MOST
            rest = [count(more, "more line")] if more > 0 else []
            words = join([*(f'"{text.rstrip(",;")}"' for text in typed[:_MOST]), *rest])
            yield words if reason == NO_ORDER else f"{reason} ({words})"


def _warnings(standing: Standing, open_tasks: Iterable[Task]) -> tuple[str, ...]:
    """The warnings but for those on tasks without orders, which the list of orders shows."""
    bare = tuple(
        f"{task.subject}{end}"
        for task in open_tasks
        for end in (" has no order", f": {task.otherwise}")
    )
    return tuple(warning for warning in standing.warnings if not warning.startswith(bare))


def _form(tasks: Iterable[Task], standing: Standing) -> tuple[str, ...]:
    """The lines to fill in for the tasks, and below them for what a player may order beside."""
    lines = tuple(task.form for task in tasks if task.form)
    return (*lines, *standing.forms) if lines else ()


def _choices(tasks: Sequence[Task]) -> Iterator[Choice]:
    """What each open task may be answered with; what several share is said once.

    A unit's or a stack's own name is left out of its options, and goals of one deed stand
    together ("S A MAR - BUR or GAS").
    """
    past: set[tuple[str, ...]] = set()
    for task in tasks:
        if not task.options or task.options in past:
            continue
        past.add(task.options)
        goals_of: dict[str, list[str]] = {}
        name = task.form.removesuffix(" - ")
        subject = name if task.options[0].startswith(f"{name} ") else task.subject
        for option in task.options:
            words = option.removeprefix(f"{subject} ")
            match = _DEED.fullmatch(words)
            deed, goal = match.groups() if match else (words, "")
            goals_of.setdefault(deed, []).append(goal)
        options = tuple(deed + join(goals, "or") for deed, goals in goals_of.items())
        yield Choice(subject, options)


def _mailto(notice: Notice, form: tuple[str, ...]) -> str:
    """A link that opens a mail with the form in it; "" without a seat."""
    facts = notice.facts
    if facts.power in ("", "observer") or not notice.reply_to or not form:
        return ""
    subject = _head(notice, notice.facts.phase_awaited)
    return link_to_judge(facts, subject, form)
