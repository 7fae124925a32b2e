"""Word a notice: templates make its subject, text and HTML.

A mail is worded whole or not at all: where a template fails, what was to be told waits until it is
mended, and nobody reads half of it, or bare data.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import ndiff
from functools import cache, lru_cache
from pathlib import Path
from traceback import walk_tb
from typing import Any, NamedTuple

from jinja2 import (
    Environment,
    TemplateError,
    TemplateNotFound,
)
from markupsafe import Markup
from msgspec import convert
from msgspec.structs import replace

from judge import __version__, resources
from judge.catalog import variant as catalog
from judge.kernel import limits
from judge.kernel.engine import PUBLIC, Event, Standing
from judge.kernel.errors import KeeperError
from judge.kernel.mail import Attachment, Mail, Plate
from judge.kernel.notice import Notice
from judge.kernel.same import Same
from judge.kernel.text import capitalise, count, list_names
from judge.mail.identity import hide_secrets
from judge.report import attachments as files
from judge.report import njudge, order_forms, theatres, topics, wording
from judge.report.compiled import set_up
from judge.report.layout import clean, clean_body, clean_header, screen, stretches, unglue
from judge.report.page import Page
from judge.spool import mishaps

_LOG = logging.getLogger(__name__)

Shown = tuple[str, Markup]
"""One event worded: as text and as HTML."""

_NO_FILE = "A file of this mail ({}) could not be made: a fault of the judge, not yours."
_OWN_FIRST = frozenset({"results", "influence-bids"})
"""Events whose parts begin with those of their reader's powers."""


class WordingError(KeeperError):
    """A template is missing or fails: which, where, and how; never what it was given."""

    def __init__(self, name: str, error: Exception) -> None:
        """Of ``error``, which the template of this name raised."""
        self.missing = error.name if isinstance(error, TemplateNotFound) else ""
        how = f"there is no {self.missing}" if self.missing else type(error).__name__
        place = next(
            (
                f", line {line}"
                for frame, line in reversed(list(walk_tb(error.__traceback__)))
                if frame.f_code.co_filename.endswith(name)
            ),
            "",
        )
        super().__init__(f"The template {name}{place} can't be used: {how}.")


def forget() -> None:
    """Read the templates anew: somebody may have mended one."""
    _build.cache_clear()
    _word_once.cache_clear()


def render(notice: Notice) -> Mail:
    """The mail that says what ``notice`` holds.

    Whatever was typed or quoted, no secret address stands in it but in its Reply-To. Raises
    WordingError where a template is missing or fails.
    """
    plates, marks = _order_plates(notice)
    notice, attachments = _attach(notice)
    shown = _lay_out(notice)
    subject, text = map(hide_secrets, _write_text(notice, shown))
    facts = {
        "page": shown.page,
        "first": shown.first,
        "subject": subject,
        "events": [html for _, html in shown.events],
        "foot": [html for _, html in shown.foot],
        "plates": marks,
        "wide": bool(plates),
    }
    html = hide_secrets(fill(f"mail/{notice.kind}.html.j2", facts, notice.facts.variant))
    tidy_text = clean_body(text)
    return Mail(
        key=notice.key,
        to=notice.to,
        subject=clean_header(subject),
        text=screen(tidy_text) if notice.brief else tidy_text,
        html="" if notice.brief else clean(html),
        thread=notice.thread,
        reply_to=notice.reply_to,
        answers=notice.in_reply_to,
        references=notice.references,
        automatic=notice.automatic,
        attachments=(*notice.files, *attachments),
        plates=plates if html and not notice.brief else (),
    )


def _attach(notice: Notice) -> tuple[Notice, tuple[Attachment, ...]]:
    """The files of a mail, and the notice saying which kinds of them could not be made."""

    def word(event: Event) -> str:
        """An event for a file that all readers of the game get."""
        return _event(event, notice.facts.variant, notice.facts.zone)[0]

    makers: Mapping[str, Callable[[], tuple[Attachment, ...]]] = {
        "calendar": lambda: files.calendar_entry(notice),
        "rules": lambda: topics.rulings_attached(notice, word),
        "archive": lambda: files.whole_story(notice, word),
        "page": lambda: files.game_on_one_page(notice, lambda event: _show(event, notice)[1], fill),
        "results": lambda: njudge.attachments(notice),
        "throws": lambda: files.throws_of_phase(notice),
        "texts": lambda: files.handouts(notice, lambda one: _write_text(one, _lay_out(one))[1]),
    }
    made: list[Attachment] = []
    lost: list[Event] = []
    for name, make in makers.items():
        try:
            made += make()
        except WordingError:  # the whole mail waits for its template
            raise
        except Exception as error:
            _LOG.error("no file (%s) for %s: %s", name, notice.kind, type(error).__name__)
            lost.append(Event("note", {"text": _NO_FILE.format(name)}, PUBLIC))
    return replace(notice, events=(*notice.events, *lost)), tuple(made)


def _order_plates(notice: Notice) -> tuple[tuple[Plate, ...], Markup]:
    """The pictures of a mail, and what stands in its HTML where they come.

    It goes without them where they can't even be planned.
    """
    if not notice.views:
        return (), Markup()
    from judge.report import plates  # noqa: PLC0415 - most mails have none

    pictures: tuple[Plate, ...] = ()
    try:
        pictures = plates.plates(notice)
    except Exception as error:
        _LOG.error("no picture for %s: %s", notice.facts.variant, type(error).__name__)
    return pictures, plates.marks(notice, pictures)


class _Shown(NamedTuple):
    """A notice's page, its first lines, its events worded, and those that stand at its foot."""

    page: Page
    first: Sequence[str]
    events: Sequence[Shown]
    foot: Sequence[Shown]


def _lay_out(notice: Notice) -> _Shown:
    """What the templates of a notice print."""
    events = [event for event in notice.events if not _is_told_elsewhere(event, notice)]
    body = [event for event in events if not _stands_below(event)]
    sections = theatres.arrange(body, _reader_powers(notice), notice.facts.variant)
    word_pairs: list[Shown] = []
    for heading, part in sections:
        shown = [_show(event, notice) for event in part]
        if heading:  # what stands below it comes without blank lines in between
            head = Markup(fill("mail/heading.html.j2", {"heading": heading}))
            text = "\n".join([heading.upper(), *(text for text, _ in shown)])
            shown = [(text, head + Markup().join(html for _, html in shown))]
        word_pairs += shown
    foot_pairs = [_show(event, notice) for event in events if _stands_below(event)]
    page = Page(notice)
    first_lines = fill("mail/first.txt.j2", {"page": page}, notice.facts.variant).split("\n")
    return _Shown(page, first_lines[:3], word_pairs, foot_pairs)


def _write_text(notice: Notice, shown: _Shown) -> tuple[str, str]:
    """The subject of the first line ("Subject: ...") and the text below it."""
    facts = {
        "page": shown.page,
        "first": shown.first,
        "events": [text for text, _ in shown.events],
        "foot": [text for text, _ in shown.foot],
    }
    mail = fill(f"mail/{notice.kind}.txt.j2", facts, notice.facts.variant)
    head, _, text = mail.lstrip().partition("\n")
    return head.removeprefix("Subject:").strip(), text


def _is_told_elsewhere(event: Event, notice: Notice) -> bool:
    """Whether an event is told elsewhere in its mail, and not once more.

    Its first lines tell when the phase is due; those of results, that their reader sent nothing.
    The results of moves and retreats tell where all units stand, and which were destroyed or
    disbanded, and the order form what there is to spend. Of a game that is over nobody need know
    what the next bidding would have begun with.
    """
    match event.kind:
        case "deadline":
            due = notice.facts.deadline.isoformat() if notice.facts.deadline else ""
            return event.data["deadline"] == due and not event.data.get("reason")
        case "silent":  # of a game that is over the first line says who won instead
            facts = notice.facts
            return facts.status != "over" and list(event.data["powers"]) == [facts.power]
        case "d100-throws":
            return notice.kind == "results"
        case "position":
            return _are_places_told(event, notice)
        case "destroyed":  # of every unit that is lost the results say that it had no way out
            lost = {row["unit"] for row in _rows(notice, "results") if not wording.find_place(row)}
            rows = event.data["rows"]
            return notice.kind == "results" and all(row.get("unit") in lost for row in rows)
        case "disbanded":
            orders = {row.get("order") for row in _rows(notice, "results")}
            return all(f"{row.get('unit')} D" in orders for row in event.data["rows"])
        case "influence-table" | "influence-mine":
            return notice.kind == "over"
        case "own-budget":
            return _is_budget_in_form(event, notice)
    return False


def _are_places_told(event: Event, notice: Notice) -> bool:
    """Whether the results say of every unit where it stands now.

    Those of retreats say who went where; the others stand as the results before told.
    """
    ordered = (*_rows(notice, "results"), *_rows(notice, "minors"))
    freed = (*_rows(notice, "independent"), *_rows(notice, "rebuilt"))
    told = {*map(wording.find_place, ordered), *(row["unit"] for row in freed)}
    units = (unit for row in event.data["rows"] for unit in row["units"])
    phases = [str(event.data["phase"]) for event in notice.events if event.kind == "results"]
    is_of_retreats = bool(phases) and phases[0].endswith("R")
    return notice.kind == "results" and (is_of_retreats or told.issuperset(units))


def _is_budget_in_form(event: Event, notice: Notice) -> bool:
    standing = notice.standing or Standing()
    has_form = any(task.form for task in standing.tasks if not task.order)
    return (
        notice.kind == "results"
        and has_form
        and notice.facts.phase_awaited.startswith(event.data["turn"])
    )


def _rows(notice: Notice, kind: str) -> Iterator[Mapping[str, Any]]:
    """The rows of a notice's events of a kind."""
    return (row for event in notice.events if event.kind == kind for row in event.data["rows"])


def _stands_below(event: Event) -> bool:
    """Whether an event is for who looks it up: it stands at the foot of its mail."""
    return bool(event.data.get("foot"))


def _reader_powers(notice: Notice) -> tuple[str, ...]:
    return notice.facts.powers or (notice.facts.power,)


def _show(event: Event, notice: Notice) -> Shown:
    """An event worded for the notice's reader, whose own powers come first in it."""
    return _event(event, notice.facts.variant, notice.facts.reader_zone, _reader_powers(notice))


def _event(event: Event, variant: str, zone: str, own: Sequence[str] = ()) -> Shown:
    """An event's text and HTML, each by its own template.

    An event may be about another ``variant`` than the mail's game: it says which.
    """
    text, html = _word_once(Same(event), variant, zone)
    return _put_first(event, text, own).strip("\n"), Markup(_put_first(event, html, own))


@lru_cache(maxsize=256)
def _word_once(event: Same, variant: str, zone: str) -> Shown:
    """The same in parts: seven players read the same results, each his own part first."""
    text = _text(event.thing, variant, zone)
    return text, _html(event.thing, variant, zone, lambda: text)


def _put_first(event: Event, text: str, own: Sequence[str] = ()) -> str:
    return wording.put_first(text, own) if event.kind in _OWN_FIRST else text


def _text(event: Event, variant: str, zone: str) -> str:
    data = {"variant": variant, **event.data, "zone": zone}
    return fill(f"event/{event.kind}.txt.j2", data, data["variant"]).strip("\n")


def _html(event: Event, variant: str, zone: str, text: Callable[[], str]) -> Markup:
    """An event's HTML; ``text`` is asked for its text where it has none of its own."""
    data = {"variant": variant, **event.data, "zone": zone}
    name = f"event/{event.kind}.html.j2"
    try:
        return Markup(fill(name, data, data["variant"]))  # rendered with autoescape
    except WordingError as error:
        if error.missing != name:
            raise
    data = {"text": unglue(text()), "variant": data["variant"]}
    return Markup(fill("event/as-text.html.j2", data))


def _changes(
    before: Sequence[Event], after: Sequence[Event], variant: str, zone: str
) -> Mapping[str, list[str]]:
    """The lines in which two reports differ, as they are worded: those "gone" and those "come".

    They are not paired: what takes whose place can't be known. Of a mail that had to wait its
    events come back as plain data.
    """
    old, new = (
        list(_join_lines(unglue(_event(convert(event, Event), variant, zone)[0]) for event in part))
        for part in (before, after)
    )
    lines = list(ndiff(old, new))
    return {
        name: [line[2:] for line in lines if line[0] == sign]
        for sign, name in (("-", "gone"), ("+", "come"))
    }


def _join_lines(texts: Iterable[str]) -> Iterator[str]:
    """Lines with what they hang on: a name above them, or the sentence that they go on with."""
    for text in texts:
        above: list[tuple[int, str]] = []
        sentence_parts: list[str] = []
        for line in filter(str.strip, text.splitlines()):
            depth, content = len(line) - len(line.lstrip()), " ".join(line.split())
            hangs = bool(above) and above[-1][0] < depth
            while above and above[-1][0] >= depth:
                above.pop()
            head = above[-1][1] if above else ""
            if head.endswith("."):
                sentence_parts.append(content)
                continue
            if sentence_parts and not hangs:
                yield " ".join(sentence_parts)
            sentence_parts = [content] if not head or head.isupper() else [f"{head}: {content}"]
            above.append((depth, content))
        if sentence_parts:
            yield " ".join(sentence_parts)


def _quote_help(
    topic: str,
    part: str,
    question_words: Sequence[str],
    variant: str,
    options: Mapping[str, Any] | None,
) -> list[str]:
    """A few lines of a help page: of its block ``part``, which a page of its own may hold.

    Without such a block they are the page's first ones, its title left out. ``options`` are those
    of the game that is asked about.
    """
    data = {"variant": variant, "topic": topic} | ({} if options is None else {"options": options})
    environment, first_page = _environment(variant), ""
    for name in (f"help/{topic}.txt.j2", "help/play.j2"):
        template = environment.get_template(name)
        context = template.new_context(data)
        page = "".join(template.root_render_func(context))  # what it sets, its blocks may use
        block = "".join(template.blocks[part](context)) if part in template.blocks else ""
        if block.strip():
            return topics.choose_passage(block, question_words)
        first_page = first_page or page.partition("\n")[2]
    return topics.choose_passage(first_page, question_words)


def _add_articles(power: str | Sequence[str], variant: str) -> str | list[str]:
    """A power, or several, as sentences name them: "the Soviet Union"."""
    if not isinstance(power, str):
        return [str(_add_articles(one, variant)) for one in power]
    return catalog.load(variant).the(power) if variant else power


def _write_heading(line: str, variant: str) -> str:
    """A heading in capitals as HTML shows it: "Audit of France"; names keep their capitals."""
    return wording.lower(line, catalog.load(variant).proper_names if variant else ())


def fill(name: str, facts: Mapping[str, object], variant: str = "") -> str:
    """A template filled: that of a variant, or one that is no mail. Raises WordingError.

    The catch is wide because keepers edit templates, and a template may raise anything.
    """
    try:
        return _environment(variant).get_template(name).render(facts)
    except WordingError:
        raise
    except Exception as error:
        if mishaps.spoils_all(error):
            raise
        raise WordingError(name, error) from error


def show(event: Event, variant: str) -> Markup:
    """An event as HTML, its times in UTC. Raises WordingError."""
    html = _html(event, variant, "UTC", lambda: _text(event, variant, "UTC"))
    return Markup(_put_first(event, html))


def word(event: Event, variant: str) -> str:
    """The text of an event by its template alone; raises whatever that raises."""
    data = {"variant": variant, **event.data, "zone": "UTC"}
    template = _environment(variant).get_template(f"event/{event.kind}.txt.j2")
    return _put_first(event, template.render(data))


def template_faults(variant: str) -> list[str]:
    """What is wrong with the templates of ``variant`` itself ("": the common and the keeper's)."""
    own = [catalog.folder(variant) / "templates"] if variant else resources.templates()
    faults = []
    for folder in own:
        for path in sorted(folder.rglob("*.j2")):
            try:
                _environment(variant).get_template(path.relative_to(folder).as_posix())
            except TemplateError as error:
                line = getattr(error, "lineno", 0)
                faults.append(f"{path}, line {line}: {error}")
    return faults


def prepare(variant: str) -> None:
    """Let the common templates and those of a variant that came with the judge lie ready."""
    environment = _environment(variant)
    for name in environment.list_templates(extensions=["j2", "css"]):
        if not name.startswith("picture/"):  # which picture/drawing.py compiles
            environment.get_template(name)


def stale_overrides() -> list[Path]:
    """The keeper's templates that are older than those of the same name that they stand for."""
    *own_folders, common = resources.templates()
    return [
        path
        for folder in own_folders
        for path in sorted(folder.rglob("*.j2"))
        if (ours := common / path.relative_to(folder)).exists()
        and path.stat().st_mtime < ours.stat().st_mtime
    ]


def _environment(variant: str) -> Environment:
    """The templates of ``variant``: the keeper's, then its own folder, then the common one."""
    *own_folders, _ = resources.templates()
    return _build(tuple(map(str, (*own_folders, *catalog.templates(variant)))))


@cache
def _build(own: tuple[str, ...]) -> Environment:
    environment = set_up(
        [*own, str(resources.root("templates"))],
        lambda name: name is not None and name.endswith((".html.j2", ".xml.j2")),
        Path(__file__),
        Path(wording.__file__),
    )
    environment.filters.update(_FILTERS)
    environment.globals.update(
        about=topics.about,
        region=topics.region,
        choose=topics.choose,
        near=topics.nearest,
        topics=topics.topics,
        variants=topics.variants,
        basics=order_forms.basics,
        forms=order_forms.forms,
        sample=order_forms.sample,
        board=topics.board,
        quote=_quote_help,
        rulings=topics.read_rulings,
        version=__version__,
        limits=limits,
    )
    return environment


_FILTERS: dict[str, Any] = {
    "when": wording.when,
    "time": limits.say,
    "typed": wording.show_typed,
    "pad": wording.pad,
    "listed": list_names,
    "count": count,
    "lines": wording.lines,
    "spoken": wording.word_verdict,
    "mark": wording.mark,
    "marched": wording.join_stacks,
    "alike": wording.alike,
    "by_power": wording.by_power,
    "part": wording.mark_part,
    "small": wording.small,
    "because": wording.because,
    "aside": wording.aside,
    "glued_list": wording.glued_list,
    "beside": wording.beside,
    "sentence": wording.sentence,
    "capital": capitalise,
    "plain": str,  # to be escaped: words of a template without HTML pass for safe in one
    "heading": _write_heading,
    "the": _add_articles,
    "whole": wording.whole,
    "changes": _changes,
    "unbroken": wording.unbroken,
    "unbroken_list": wording.unbroken_list,
    "unbroken_reason": wording.unbroken_reason,
    "first_column": wording.first_column,
    "stretches": stretches,
}
