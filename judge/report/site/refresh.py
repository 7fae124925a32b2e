"""Build the site: each part is made anew only where what it is made from has changed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from judge import __version__, resources
from judge.catalog import variant as catalog
from judge.game.terms import tables
from judge.kernel.text import list_names
from judge.mail.identity import hide_secrets
from judge.report import njudge
from judge.report.site import maps, pages, public
from judge.report.site.folder import Folder, stamp
from judge.report.site.pages import lay_out_page
from judge.spool.config import Config
from judge.store import games, seats
from judge.store.record import FORMING, OVER, Game, Seat

PAGE = 200
"""Games on one page of the finished ones."""
LATEST = 20
"""Finished games on the first page."""


class Site(Struct, frozen=True):
    """What every page says: the judge's name and address, and where the site is ("": unknown)."""

    name: str
    address: str
    url: str


class Listed(Struct, frozen=True):
    """A game in a list: ``seats`` "3 of 7", ``page`` whether it has one."""

    id: int
    status: str
    name: str
    title: str
    state: str
    phase: str
    seats: str
    ending: str
    page: bool


def build(
    db: Connection, config: Config, home: Path, url: str = "", *, drawn: bool = True
) -> Folder:
    """Write the site to the folder ``home``; what it wrote and removed.

    ``url`` is where it will be seen, for feeds and previews; ``drawn``: with maps. A game whose
    variant's folder is out of order is left out until that is mended. Raises KeeperError.
    """
    folder = Folder(home)
    site = Site(config.name, config.address, url.rstrip("/"))
    look = stamp(__version__, site, *_load_templates("site", "event", "mail"), drawn)
    outlines = (
        _seal(path)
        for name in catalog.names()
        for path in sorted(catalog.load(name).shapes_folder.glob("shapes.*"))
    )
    drawing = stamp(__version__, *_load_templates(".", "picture"), *outlines) if drawn else ""
    everything = [game for game in games.find_all(db) if tables.find_variant(game)]
    shown_games = [game for game in everything if public.has_page(game)]
    style = resources.root("templates") / "site" / "style.css"
    folder.put("style", look, {"style.css": style.read_bytes()})
    seats_of = seats.find_all(db)
    for game in shown_games:
        _put_game(db, folder, site, game, seats_of.get(game.id, ()), look, drawing)
    for name in catalog.names():
        _put_variant(db, folder, site, name, look, drawing)
    pages.put_player_pages(db, folder, site, {game.id: game.name for game in shown_games}, look)
    pages.put_figures(db, folder, site, [one for one in shown_games if one.status == OVER], look)
    _put_lists(
        folder,
        site,
        [_describe_game(game, seats_of.get(game.id, ())) for game in everything],
        shown_games,
        look,
        drawing,
    )
    folder.close()
    return folder


def _load_templates(*parts: str) -> Iterator[str]:
    """What pages or maps are made by: other words, or colours (in "."), make them all anew."""
    own = (home for name in catalog.names() for home in catalog.templates(name))
    for home in (*resources.templates(), *own):
        for part in parts:
            yield from map(_seal, sorted((home / part).glob("*.*")))


def _seal(path: Path) -> str:
    """A file as it is now."""
    return f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}"


def _put_game(
    db: Connection,
    folder: Folder,
    site: Site,
    game: Game,
    all_seats: Sequence[Seat],
    look: str,
    drawing: str,
) -> None:
    """A game's page, maps, feed and files; they change when a phase ends, or who plays."""
    people = [(seat.power, seat.person, seat.consents) for seat in all_seats]
    facts = (game.told_status, game.number, game.revision, game.phase, game.deadline, game.outcome)
    made_of = stamp(look, drawing, *facts, game.winners, game.options, game.gm, people)
    part = f"game {game.name}"
    if folder.is_current(part, made_of):
        return
    story, table = public.tell(db, game), tables.load(game)
    chapters = [(one.phase, one.title, one.events) for one in story.chapters]
    text = njudge.tell(game.name, chapters, table.variant.map["spaces"])
    data = msgspec.json.format(msgspec.json.encode(story.data), indent=1)
    shelf = maps.Shelf(folder, f"games/{game.name}", drawing, bool(site.url))
    album = maps.list_of_game(db, shelf, table) if drawing and table.state is not None else None
    files = {
        f"games/{game.name}.html": pages.make_game_page(story, site, album),
        f"games/{game.name}.atom": lay_out_page("site/feed.xml.j2", site, story=story),
        f"games/{game.name}.json": data,
        f"games/{game.name}.txt": hide_secrets(text).encode(),
    }
    folder.put(part, made_of, {**files, **shelf.made}, shelf.kept)


def _put_variant(
    db: Connection, folder: Folder, site: Site, name: str, look: str, drawing: str
) -> None:
    """What a variant is, its maps and its rulings."""
    variant = catalog.load(name)
    source = pages.read_rules(variant.folder)
    part, made_of = f"variant {name}", stamp(look, drawing, source, pages.tell_play(name))
    if not folder.is_current(part, made_of):
        powers = variant.engine.powers
        shelf = maps.Shelf(folder, f"variants/{name}", drawing, bool(site.url))
        map_pages, preview = maps.draw_variant(db, shelf, variant) if drawing else ((), "")
        content = lay_out_page(
            "site/variant.html.j2",
            site,
            "../",
            variant=variant,
            powers=powers,
            play=pages.tell_play(name),
            rulings=pages.rules_as_html(source),
            maps=map_pages,
            preview=preview,
        )
        folder.put(part, made_of, {f"variants/{name}.html": content, **shelf.made}, shelf.kept)


def _put_lists(
    folder: Folder,
    site: Site,
    everything: Sequence[Listed],
    shown_games: Sequence[Game],
    look: str,
    drawing: str,
) -> None:
    """The first page and the pages of finished games."""
    over = sorted((one for one in everything if one.status == OVER), key=lambda one: one.id)
    for number, first in enumerate(range(0, len(over), PAGE), 1):
        rows = over[first : first + PAGE]
        made_of = stamp(look, rows, len(over) > first + PAGE)
        if not folder.is_current(f"finished {number}", made_of):
            content = lay_out_page(
                "site/finished.html.j2",
                site,
                rows=rows,
                number=number,
                last=len(over) <= first + PAGE,
            )
            folder.put(f"finished {number}", made_of, {f"finished-{number}.html": content})
    begun = [game for game in shown_games if game.state]
    newest = None  # the game whose phase ended last, and its board, as its own page shows it
    if drawing and begun:
        game = max(begun, key=lambda game: (game.opened or game.created, game.id))
        shelf = maps.Shelf(folder, f"games/{game.name}", drawing, bool(site.url))
        newest = game.name, maps.draw_board(shelf, tables.load(game))
    index = lay_out_page(
        "site/index.html.j2",
        site,
        forming=[one for one in everything if one.status == FORMING],
        running=[one for one in everything if one.status not in (FORMING, OVER)],
        finished=over[: -LATEST - 1 : -1],
        newest=newest,
        pages=(len(over) + PAGE - 1) // PAGE,
        variants=[catalog.load(name) for name in catalog.names()],
    )
    folder.put("index", "", {"index.html": index})


def _describe_game(game: Game, all_seats: Sequence[Seat]) -> Listed:
    variant = catalog.load(game.variant)
    seat_count = tables.count_seats(game, variant)
    winners = list_names(game.winners)
    ending = f"{game.outcome}: {winners}" if winners else game.outcome or "ended"
    taken_count = sum(seat.person is not None or bool(seat.computer) for seat in all_seats)
    return Listed(
        id=game.id,
        status=game.status,
        name=game.name,
        title=variant.title,
        state=game.told_status,
        phase=game.phase.title if game.phase and game.status != OVER else "",
        seats=f"{taken_count} of {seat_count}" if seat_count else "none",
        ending=ending if game.status == OVER else "",
        page=public.has_page(game),
    )
