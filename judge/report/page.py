"""The page: a notice as the plain data that the templates of whole mails print."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct

from judge import resources
from judge.kernel.engine import Event, Standing, Task
from judge.kernel.mail import REPLY_MARKER
from judge.kernel.notice import LATE, QUESTION, YES, Answer, Notice
from judge.kernel.text import count, list_names
from judge.language.statement import NO_ORDER
from judge.mail import quotes
from judge.report.layout import link_to_judge
from judge.report.wording import has_worked, sentence, show_typed, time_left, when


class Aside(Struct, frozen=True):
    """Lines set aside for one reason.

    ``told`` says what happened to them ("2 orders came too late: not used"), ``short`` how many
    they are, ``use`` what to reply to use them all the same, "" where nothing does.
    """

    told: str
    short: str
    use: str


class _Reason(Struct, frozen=True):
    """What is said of lines set aside for a reason: a row of "set_aside" in sentences.toml.

    ``told`` stands behind their number and their ``noun``, ``undone`` is what was not done with
    them, ``use`` what it is for that uses them.
    """

    told: str
    noun: str = "order"
    undone: str = "used"
    use: str = "to use {them}"


_REASONS = msgspec.convert(
    resources.read_words("templates", "sentences")["set_aside"], dict[str, _Reason]
)


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


_LOOKS = frozenset((
    "help", "history", "list", "map", "options", "reach", "rules", "scoring", "stats", "summary",
    "verify",
))  # fmt: skip
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


class Page:
    """All that a mail's template may say; words in full, no records to look things up in.

    Everything on it comes from the notice and from nowhere else, and is worked out once it is
    asked for. ``head`` opens the subject ("[alpha] Spring 1901 movement:"), ``phase`` is the title
    of the phase that waits for orders, ``done`` of the one that the mail reports. ``plays``: the
    reader has a power. ``tasks`` are his orders unit by unit, ``unready`` keeps them from being
    ready for an early end. ``archive`` is the name of the file with the whole game; ``sealed``:
    without what was secret in it.
    """

    marker = REPLY_MARKER

    def __init__(self, notice: Notice) -> None:
        facts = notice.facts
        self._notice, self._standing = notice, notice.standing or Standing()
        self.kind, self.title, self.receipt = notice.kind, notice.title, notice.receipt
        self.game, self.variant, self.game_title = facts.game, facts.variant, facts.title
        self.status, self.power, self.plays = facts.status, facts.power, facts.power not in _ROLES
        self.phase = facts.phase_awaited
        # The phase that the mail reports, else the one that waits for orders.
        self.done = (notice.kind == "results" and notice.title) or self.phase
        for results in self._events("results"):
            self.done = str(results.data.get("title") or notice.title or results.data["phase"])
            break
        self.head = _head(notice, self.done if notice.kind == "results" else self.phase)
        self.tasks, self.facts = self._standing.tasks, self._standing.facts
        self.unready = notice.unready
        self.archive = notice.archive.name if notice.archive else ""
        self.sealed = notice.archive is not None and notice.archive.sealed

    @cached_property
    def due(self) -> Due | None:
        """When the phase ends, if it does by itself."""
        facts = self._notice.facts
        if facts.deadline is None:
            return None
        now = facts.now or facts.deadline
        early = ""
        if facts.early:
            stays = "" if self.kind == "answer" else "; WAIT keeps it open"
            ends = f", or {facts.early}{stays}"
            early = "; you keep it open till then (NOWAIT)" if facts.waits else ends
        grace = when(facts.grace, facts.reader_zone) if facts.grace else ""
        return Due(
            when(facts.deadline, facts.reader_zone), time_left(facts.deadline, now), early, grace
        )

    # --- what an answer says of the lines of a mail

    @cached_property
    def headline(self) -> str:
        """What an answer begins with that is about more than orders, where no deed says so."""
        if [(one.verdict, one.message) for one in self._told] == [("done", _BELOW)]:
            return ""
        if not self.title or (self.ordered and "unanswered" not in self.kinds):
            return ""
        headline = sentence(self.title)
        return "" if any(one.startswith(headline[:-1]) for one in self.deeds) else headline

    @cached_property
    def _told(self) -> tuple[Answer, ...]:
        """What became of the lines that say something; the first lines tell of a whole mail."""
        answers = self._notice.answers
        return tuple(one for one in answers if one.verdict != "ignored" and (one.text or one.order))

    @cached_property
    def transcript(self) -> tuple[Answer, ...]:
        """What became of each line that neither the list of orders nor the first lines tell of."""
        sheets = (event.data["orders"] for event in self._events("sheet"))
        listed = (one.text for one in self.listed) if self.standing else ()
        orders = {*listed, *chain.from_iterable(sheets)}
        said = {sentence(_BELOW), *self.deeds, self.headline}
        found = []
        for answer in self._told:
            is_listed = answer.verdict == "taken" and answer.order in orders and not answer.message
            is_said = answer.verdict == "done" and (
                answer.nature in _OPENERS or sentence(self._word_done(answer)) in said
            )
            is_waiting = answer.verdict == "later" and not answer.message and "ahead" in self.kinds
            if not (is_listed or is_said or is_waiting):
                found.append(answer)
        return tuple(found)

    @cached_property
    def ordered(self) -> bool:
        """Whether any line of the mail was taken as an order."""
        return any(answer.order for answer in self._notice.answers)

    @cached_property
    def done_all(self) -> bool:
        """Whether the mail asked for something, and all of it was done."""
        return bool(self._told) and all(answer.verdict == "done" for answer in self._told)

    @cached_property
    def problems(self) -> tuple[Answer, ...]:
        """The lines that were not taken, without those that wait for a word."""
        answers = self._notice.answers
        return tuple(one for one in answers if one.verdict == "problem" and not one.aside)

    @cached_property
    def mendable(self) -> tuple[Answer, ...]:
        """Those of the problems that could be taken now, if they were others."""
        problems = () if self.status in _SHUT else self.problems
        return tuple(one for one in problems if not one.message.startswith(LATE))

    @cached_property
    def asides(self) -> tuple[Aside, ...]:
        """What was set aside, by reason."""
        groups: dict[tuple[str, str], int] = {}
        for answer in self._notice.answers:
            if answer.aside:
                key = answer.aside, answer.offer
                groups[key] = groups.get(key, 0) + answer.count
        found = []
        for (why, offer), number in groups.items():
            if number:
                reason, s = _REASONS[why], "s" if number == 1 else ""
                few, told = count(number, reason.noun), reason.told.format(s=s)
                purpose = reason.use.format(them="it" if s else "them", phase=self.phase)
                use = f"{offer} {purpose}" if offer else ""
                found.append(Aside(f"{few} {told}", f"{few} not {reason.undone}", use))
        return tuple(found)

    @cached_property
    def uses(self) -> tuple[str, ...]:
        """What to reply to use what was set aside all the same, each once."""
        found = list(dict.fromkeys(one.use for one in self.asides if one.use))
        is_open = any(event.data["asks"].startswith(YES) for event in self._events("open-offer"))
        if is_open and not any(use.startswith(YES) for use in found):
            found.append(f"{YES} to take what is still open")
        return tuple(found)

    @cached_property
    def passed(self) -> str:
        """What was not read, by reason: the words of each line, and of what is quoted how much."""
        groups: dict[str, list[Answer]] = {}
        for answer in self._notice.answers:
            if answer.verdict == "ignored" and answer.message != QUESTION:
                groups.setdefault(answer.message, []).append(answer)
        found = []
        for reason, lines in groups.items():
            # the line above all our mails is none that says something
            texts = [one.text for one in lines if _WORD.search(one.text)]
            typed = [show_typed(text, _WIDEST) for text in texts if REPLY_MARKER not in text]
            if reason in _QUOTED:
                found.append(reason if len(lines) == 1 else f"{reason} ({len(lines)} lines)")
            elif typed:
                more = len(typed) - _MOST
                rest = [count(more, "more line")] if more > 0 else []
                words = list_names([*(f'"{text.rstrip(",;")}"' for text in typed[:_MOST]), *rest])
                found.append(words if reason == NO_ORDER else f"{reason} ({words})")
        return "; ".join(found)

    @cached_property
    def deeds(self) -> tuple[str, ...]:
        """What commands did, and what waits for later phases, a sentence each and each once."""
        unsaid = {*_LOOKS, *_HEADINGS, *(_OF_SHEET if self.ordered else ())}
        done = (
            self._word_done(answer)
            for answer in self._notice.answers
            if answer.verdict == "done" and answer.nature not in unsaid
        )
        waiting = sum(answer.verdict == "later" for answer in self._notice.answers)
        phases = chain.from_iterable(event.data["phases"] for event in self._events("ahead"))
        titles = [str(phase["title"]) for phase in phases]
        where = titles[0] if len(titles) == 1 else "later phases"
        lines = "lines wait" if waiting > 1 else "line waits"
        ahead = f"{waiting} {lines} for {where}" if waiting else ""
        messages = dict.fromkeys((*done, ahead))
        return tuple(sentence(one) for one in messages if one and one != _BELOW)

    def _word_done(self, answer: Answer) -> str:
        """What a command says that was done; READY says less where nothing is left to send."""
        is_sure = answer.nature == "ready" and self._standing.complete and not self.unready
        return answer.message.replace(_CONDITION, "") if is_sure else answer.message

    @cached_property
    def void(self) -> tuple[str, ...]:
        """A sentence on what would come to nothing, where the first lines say so."""
        return self._standing.void[:1] if self.kind == "answer" and self.ordered else ()

    # --- the reader's orders, and what else he may say

    @cached_property
    def standing(self) -> bool:
        """Whether his orders are shown: not where a mail asked for pages and nothing else."""
        is_look = (one.verdict == "done" and one.nature in _LOOKS for one in self._told)
        return self._notice.standing is not None and not (self._told and all(is_look))

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        """The orders that stand, each with what was typed for it, and below them what has none.

        An order that several units share is told once, and what he orders beside them is told, too.
        """
        answers = self._notice.answers
        words_of = {one.order: show_typed(one.text, _NOTED) for one in answers if one.order}
        found: list[Listed] = []
        open_units: dict[str, list[str]] = {}
        for task in (one for one in self.tasks if not one.shared):
            if task.order:
                found.append(Listed(task.order, _note_order(task.order, words_of)))
            else:
                open_units.setdefault(task.otherwise, []).append(task.subject)
        for otherwise, units in open_units.items():
            found.append(Listed(", ".join(units), otherwise, open=True))
        extra = (Listed(order, _note_order(order, words_of)) for order in self._standing.extra)
        return (*found, *extra)

    @cached_property
    def _open(self) -> tuple[Task, ...]:
        """The tasks that have no order yet."""
        return tuple(task for task in self.tasks if not task.order)

    @cached_property
    def missing(self) -> int:
        """How many of the tasks have no order."""
        return len(self._open)

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """Which of the tasks have none."""
        return tuple(task.subject for task in self._open)

    @cached_property
    def release(self) -> str:
        """What a player may say for his orders to be ready as they are."""
        points = len(self.unready) == 1 and self.unready[0].endswith("not spent")
        return "NO POINTS, or READY," if points else "READY"

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """The warnings but for those on tasks without orders, which the list of orders shows."""
        ends = [
            (f"{one.subject} has no order", f"{one.subject}: {one.otherwise}") for one in self._open
        ]
        bare = tuple(chain.from_iterable(ends))
        return tuple(one for one in self._standing.warnings if not one.startswith(bare))

    @cached_property
    def form(self) -> tuple[str, ...]:
        """Lines to fill in for the tasks, and below them for what a player may order beside."""
        lines = tuple(task.form for task in self._open if task.form)
        return (*lines, *self._standing.forms) if lines else ()

    @cached_property
    def mailto(self) -> str:
        """A link that opens a mail with the form in it."""
        return _mailto(self._notice, self.form)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What each open task may be answered with; what several share is said once.

        A unit's or a stack's own name is left out of its options, and goals of one deed stand
        together ("S A MAR - BUR or GAS").
        """
        choice_of: dict[tuple[str, ...], Choice] = {}
        for task in self._open:
            if not task.options or task.options in choice_of:
                continue
            goals_of: dict[str, list[str]] = {}
            name = task.form.removesuffix(" - ")
            subject = name if task.options[0].startswith(f"{name} ") else task.subject
            subject_and_blank = f"{subject} "
            for option in task.options:
                words = option.removeprefix(subject_and_blank)
                match = _DEED.fullmatch(words)
                deed, goal = match.groups() if match else (words, "")
                goals_of.setdefault(deed, []).append(goal)
            options = tuple(deed + list_names(goals, "or") for deed, goals in goals_of.items())
            choice_of[task.options] = Choice(subject, options)
        return tuple(choice_of.values())

    @cached_property
    def replies(self) -> tuple[Reply, ...]:
        """The ways to answer the press that a mail brings, each once."""
        offers = [one for event in self._notice.events for one in event.data.get("replies", ())]
        found = []
        for one in {one["line"]: one for one in offers}.values():
            usual = "ENDBROADCAST" if one["line"] == "BROADCAST" else "ENDPRESS"
            closer = one.get("closer") or usual
            lines = (one["line"], *one.get("text", "").split("\n"), closer)
            found.append(Reply(one["who"], one["line"], closer, _mailto(self._notice, lines)))
        return tuple(found)

    @cached_property
    def taps(self) -> tuple[Tap, ...]:
        """What a player may say of a phase that goes on beside his orders."""
        facts = self._notice.facts
        if self.kind not in _TAPPED or self.status != "running" or not self.plays:
            return ()
        words = "End the phase when all are ready" if facts.waits else "Wait for the deadline"
        line = "NOWAIT" if facts.waits else "WAIT"
        early = (Tap(words, _mailto(self._notice, (line,))),) if facts.early else ()
        return (*early, Tap("Vote for a draw", _mailto(self._notice, ("DRAW",))))

    @cached_property
    def gathered(self) -> tuple[str, ...]:
        """The powers for whose orders the reader asks, who passes on the files of the mail."""
        texts = self._notice.handouts
        return tuple(one.facts.power for one in texts if one.standing and one.standing.tasks)

    # --- what happened in the game

    def _events(self, *kinds: str) -> Iterator[Event]:
        """The mail's events of some kinds."""
        return (event for event in self._notice.events if event.kind in kinds)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of the mail's events."""
        return frozenset(event.kind for event in self._notice.events)

    @cached_property
    def own(self) -> tuple[dict[str, Any], ...]:
        """The reader's orders, each once: those on the board, and those that are told apart.

        For a minor's unit it is his own order, be it in vain; who had no order is told elsewhere.
        """
        void = self._rows("minor-void")
        done_otherwise = {row["unit"] for row in void}
        silent = (event.data["units"] for event in self._events("unordered"))
        holds = {f"{unit} H" for unit in chain.from_iterable(silent)}
        on_board = [
            row
            for row in self._rows("results")
            if row["unit"] not in done_otherwise and row["order"] not in holds
        ]
        told = {row["order"] for row in (*on_board, *void)}
        # Told apart are bids, a deployment's refusals.
        elsewhere = self._rows(*self.kinds - _ON_BOARD) if self.kind == "results" else ()
        apart = (row for row in elsewhere if set(row) >= _IS_ORDER and row["order"] not in told)
        return (*on_board, *void, *apart)

    def _rows(self, *kinds: str) -> tuple[dict[str, Any], ...]:
        """The rows of the events of some kinds about the powers that the reader orders."""
        rows = chain.from_iterable(event.data.get("rows") or () for event in self._events(*kinds))
        powers = self._notice.facts.powers or (self.power,)
        # Rows of a variant's own events may be anything.
        told = (row for row in rows if isinstance(row, dict) and "power" in row)
        return tuple(row for row in told if row["power"] in powers)

    @cached_property
    def failed(self) -> tuple[dict[str, Any], ...]:
        """Those of his own orders that went wrong."""
        return tuple(row for row in self.own if not has_worked(row["verdict"]))

    @cached_property
    def dislodged(self) -> tuple[dict[str, Any], ...]:
        """His dislodged units."""
        return self._rows("dislodged")

    @cached_property
    def silent(self) -> bool:
        """Whether the results say that he had sent nothing, or show orders of nobody's."""
        forgot = any(self.power in event.data["powers"] for event in self._events("silent"))
        return forgot or (bool(self.own) and not self.receipt)

    @cached_property
    def held(self) -> bool:
        """Whether there are orders of his, and each of them was to hold."""
        return bool(self.own) and all(row["order"].endswith(" H") for row in self.own)

    @cached_property
    def crowd(self) -> bool:
        """Whether several have joined at once."""
        return any(event.data.get("others") for event in self._events("joined"))

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """Who has won, or shares a draw, by how the game ended or by the phase that is reported."""
        named = tuple(self._ending.get("winners", ()))
        told = chain.from_iterable(event.data["winners"] for event in self._events("victory"))
        return named or tuple(told)

    @cached_property
    def drawn(self) -> bool:
        """Whether the game ended in a draw."""
        return bool(self._ending.get("outcome") == "draw")

    @cached_property
    def _ending(self) -> Mapping[str, Any]:
        """How the game ended, if the mail tells it: the facts of the first event that does."""
        return next((event.data for event in self._events(*_ENDINGS)), {})

    @cached_property
    def forfeited(self) -> bool:
        """Whether all points that the reader spent were lost."""
        return any(event.data["forfeited"] for event in self._events("own-points"))

    @cached_property
    def unbacked(self) -> tuple[str, ...]:
        """The orders that the reader's points did not bring about, where they were not lost."""
        spent = (one.data for one in self._events("own-points") if not one.data["forfeited"])
        rows = chain.from_iterable(data["rows"] for data in spent)
        return tuple(row["order"] for row in rows if row["outcome"] != "carried out")


def _note_order(order: str, words_of: Mapping[str, str]) -> str:
    """What stands beside an order in the answer to a mail whose orders stand in ``words_of``."""
    if words_of and order not in words_of:
        return _AS_BEFORE
    words = words_of.get(order, order)
    return f'your "{words}"' if _list_signs(words) != _list_signs(order) else ""


def _list_signs(text: str) -> list[str]:
    """The letters and digits of a line: blanks, arrows and capitals make no other order of it."""
    return [sign for sign in text.upper() if sign.isalnum()]


def _head(notice: Notice, phase: str) -> str:
    """The subject's opening: the game, and the phase with a colon if there is one."""
    return f"[{notice.facts.game or 'judge'}]" + (f" {phase}:" if phase else "")


def _mailto(notice: Notice, form: tuple[str, ...]) -> str:
    """A link that opens a mail with the form in it; "" without a seat."""
    facts = notice.facts
    if facts.power in ("", "observer") or not notice.reply_to or not form:
        return ""
    subject = _head(notice, notice.facts.phase_awaited)
    return link_to_judge(facts, subject, form)
