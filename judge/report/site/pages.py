"""Pages by templates of templates/site."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from msgspec import Struct
from sqlalchemy import Connection

from judge.catalog import variant as catalog
from judge.game.books import figures
from judge.game.conduct import reputation
from judge.game.conduct.reputation import Reputation, Skill
from judge.kernel import audience
from judge.kernel.engine import PUBLIC, Event
from judge.mail.identity import hide_secrets
from judge.report import render, topics
from judge.report.site.folder import Folder, stamp
from judge.report.site.maps import Album, Map
from judge.report.site.public import Chapter, Story
from judge.store import conduct, people
from judge.store.conduct import Conduct
from judge.store.record import Game, Person


def lay_out_page(template: str, site: Any, root: str = "", **data: Any) -> bytes:
    """A page; ``root`` leads from it to the site's first page ("../")."""
    return hide_secrets(render.fill(template, {**data, "site": site, "root": root})).encode()


WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 36, 132, 12, 28
LINE_WIDTH = 15
"""Units of the drawing between two names at the right edge."""
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#5b3fa8", "#555555", "#b00020")
"""Okabe and Ito's colours, darkened where white would swallow them."""
DASHES = ("none", "6 3", "2 3", "10 3 2 3")
"""A line's pattern tells it apart without its colour."""


class Line(Struct, frozen=True):
    """One power's line: ``points`` as SVG writes them, its name at height ``label``."""

    power: str
    points: str
    colour: str
    dash: str
    last: int
    label: int
    end: int


class Chart(Struct, frozen=True):
    """The drawing: ``marks`` are (height, centres), ``years`` are (place, name)."""

    lines: tuple[Line, ...]
    marks: tuple[tuple[int, int], ...]
    years: tuple[tuple[int, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def draw_chart(summary: Mapping[str, Any]) -> Chart | None:
    """The chart of a game's summary; None before a second year has been counted."""
    years = summary["years"]
    if len(years) < 2:
        return None
    most = max(1, *(count for year in years for count in year["centers"]))
    columns = [
        LEFT + round(index * (WIDTH - LEFT - RIGHT) / (len(years) - 1))
        for index in range(len(years))
    ]
    counts = {
        power: [year["centers"][index] for year in years]
        for index, power in enumerate(summary["powers"])
    }
    counts_shown = {power: own for power, own in counts.items() if any(own)}
    ends = {power: _down(own[-1], most) for power, own in counts_shown.items()}
    labels = _spread(ends)
    lines = (
        Line(
            power=power,
            points=" ".join(
                f"{x},{_down(count, most)}" for x, count in zip(columns, own, strict=True)
            ),
            colour=PALETTE[index % len(PALETTE)],
            dash=DASHES[index // len(PALETTE) % len(DASHES)],
            last=own[-1],
            label=labels[power],
            end=ends[power],
        )
        for index, (power, own) in enumerate(counts_shown.items())
    )
    step = max(1, most // 6)
    marks = tuple((_down(count, most), count) for count in range(0, most + 1, step))
    every = max(1, len(years) // 8)
    year_labels = tuple(
        (columns[number], years[number]["year"]) for number in range(0, len(years), every)
    )
    return Chart(tuple(lines), marks, year_labels)


def _down(centres: int, most: int) -> int:
    return HEIGHT - BOTTOM - round(centres * (HEIGHT - TOP - BOTTOM) / most)


def _spread(ends: Mapping[str, int]) -> dict[str, int]:
    """The heights of the names: each at its line's end, pushed down where another stands there."""
    order: Sequence[str] = sorted(ends, key=ends.__getitem__)
    places = {power: ends[power] for power in order}
    for above, below in pairwise(order):
        places[below] = max(places[below], places[above] + LINE_WIDTH)
    over = max((place for place in places.values()), default=0) - (HEIGHT - BOTTOM)
    if over > 0:
        for below, above in pairwise(reversed(order)):
            if below == order[-1]:
                places[below] -= over
            places[above] = min(places[above], places[below] - LINE_WIDTH)
    return places


PLAYER_PAGE = 200
"""Players on one page."""


class PlayerRecord(Struct, frozen=True):
    """What somebody has played in games that are shown."""

    person: Person
    played: tuple[tuple[str, Conduct], ...]
    """The name of a game, and how it was played."""
    sums: Reputation
    skills: tuple[tuple[str, Skill], ...] = ()
    """Titles of variants, and the ratings in them."""


def put_player_pages(
    db: Connection, folder: Folder, site: Any, shown_games: Mapping[int, str], look: str
) -> None:
    """Pages of all who have played in ``shown_games`` (names by number), with a record each."""
    everybody, numbers = people.find_all(db), reputation.skills_of_everybody(db)
    titles = {name: catalog.load(name).title for name in catalog.names()}
    by_person: dict[int, list[Conduct]] = {}
    for one in conduct.of_all(db):
        if one.game in shown_games:
            by_person.setdefault(one.person, []).append(one)
    records = []
    for person in map(everybody.__getitem__, by_person):
        if person.reachable:  # who was forgotten has no record
            conducts = by_person[person.id]
            played = sorted(
                ((shown_games[one.game], one) for one in conducts),
                key=lambda row: (row[0], row[1].power),
            )
            rated = numbers.get(person.id, {}).items()
            skills = tuple((titles[name], one) for name, one in rated if name in titles)
            sums = reputation.sum_up(conducts)
            records.append(PlayerRecord(person, tuple(played), sums, skills))
    records.sort(key=lambda record: (record.person.name.lower(), record.person.id))
    count = max(1, -(-len(records) // PLAYER_PAGE))
    for number in range(1, count + 1):
        rows = records[(number - 1) * PLAYER_PAGE : number * PLAYER_PAGE]
        part, made_of = f"players {number}", stamp(look, rows, count)
        if not folder.is_current(part, made_of):
            values: dict[str, Any] = {"records": rows, "number": number, "count": count}
            content = lay_out_page("site/players.html.j2", site, file=name_player_file, **values)
            folder.put(part, made_of, {name_player_file(number): content})


def put_figures(
    db: Connection, folder: Folder, site: Any, ended: Sequence[Game], look: str
) -> None:
    """What the games that are over come to: each board, the best players, the hall of fame."""
    outcomes = [(game.id, game.revision, game.outcome, game.winners) for game in ended]
    names = [(one.id, one.name, one.reachable) for one in people.find_all(db).values()]
    made_of = stamp(look, outcomes, names)
    if not folder.is_current("figures", made_of):
        top = figures.describe_top(db).data
        boards = [
            figures.describe_variant(db, catalog.load(board["variant"])).data
            for board in top["boards"]
        ]
        content = lay_out_page("site/figures.html.j2", site, boards=boards, fame=top["fame"])
        folder.put("figures", made_of, {"figures.html": content})


def name_player_file(number: int) -> str:
    """The file of a page of players."""
    return "players.html" if number == 1 else f"players-{number}.html"


def read_rules(folder: Path) -> str:
    """The rulings of the variant in ``folder`` as they are written; "" where there are none."""
    path = folder / "RULES.md"
    return path.read_text() if path.exists() else ""


def tell_play(variant: str) -> Markup:
    """How the game is played and what is special in it: HELP RULES without what only mails need."""
    return render.show(
        Event("help", {"topic": "rules", "variant": variant, "site": True}, PUBLIC), variant
    )


def rules_as_html(source: str) -> Markup:
    """Rulings in Markdown as HTML, a level below the page's own heading; raw HTML is text.

    The cases that show them are left out, as they are in mails. They are places of the page: where
    another one cites them, a link tells them.
    """
    html = _MARKDOWN.render(topics.CASES.sub("", source))
    for level in (3, 2, 1):
        html = html.replace(f"<h{level}>", f"<h{level + 1}>")
        html = html.replace(f"</h{level}>", f"</h{level + 1}>")

    def link(match: re.Match[str]) -> str:
        name = match[1]
        title = catalog.load(name).title if name in catalog.names() else name
        return f'<a href="{name}.html">{escape(title)}</a>'

    linked = _ELSEWHERE.sub(link, html)
    told = {number: Markup(words).striptags() for _, number, words in _RULING.findall(linked)}

    def cite(match: re.Match[str]) -> str:
        words, number = escape(told.get(match[0], "")), match[0]
        return f'<a href="#{number}" title="{words}">{number}</a>' if words else number

    cited = _CITED.sub(cite, linked)
    # MarkdownIt escapes all that is not its own
    return Markup(_RULING.sub(r'<li id="\2">\1<strong>\2</strong>\3', cited))


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_ELSEWHERE = re.compile(r"(?:<code>)?(?:variants|\.\.)/([\w-]+)/RULES\.md(?:</code>)?")
"""How rulings name the page of another game."""
_RULING = re.compile(
    r"<li>(\s*<p>)?<strong>([A-Z]\d+)</strong>(.*?)(?=</li>|</p>|\n<[uo]l>)", re.DOTALL
)
_CITED = re.compile(r"(?<![\w>#\"-])[A-Z]\d+(?![\w-])")


class Shown(Struct, frozen=True):
    """An event in HTML; ``to`` says who alone was told ("" for all)."""

    html: Markup
    to: str = ""


class Section(Struct, frozen=True):
    """A chapter in HTML."""

    chapter: Chapter
    events: tuple[Shown, ...]
    secrets: tuple[Shown, ...]
    maps: tuple[Map, ...]


def make_game_page(story: Story, site: Any, album: Album | None) -> bytes:
    """The page of a game; without an album it has no maps."""
    variant = story.game.variant
    sections = tuple(
        Section(
            chapter,
            tuple(_show(event, variant) for event in chapter.events),
            tuple(_show(event, variant, audience.word(event)) for event in chapter.secrets),
            album.phases.get(chapter.phase, ()) if album else (),
        )
        for chapter in story.chapters
    )
    return lay_out_page(
        "site/game.html.j2",
        site,
        "../",
        story=story,
        sections=sections,
        now=album.now if album else None,
        preview=album.preview if album else "",
        chart=draw_chart(story.summary),
        standing=[_show(event, variant) for event in story.standing],
        dice=[_show(event, variant) for event in story.dice],
    )


def _show(event: Event, variant: str, to: str = "") -> Shown:
    """An event below the heading of its phase: one level deeper than in a mail."""
    html = str(render.show(event, variant))
    return Shown(Markup(html.replace("<h2", "<h3").replace("</h2", "</h3")), to)
