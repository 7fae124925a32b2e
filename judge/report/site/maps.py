"""Maps on the site: files named by what is on them, so that each is drawn once."""

import re
from dataclasses import dataclass, field

from msgspec import Struct
from sqlalchemy import Connection

from judge.catalog.variant import Variant
from judge.game.readers import views
from judge.game.terms.tables import Table
from judge.kernel.dice import SecretDice
from judge.kernel.notice import View
from judge.report import plates
from judge.report.picture import job, palette
from judge.report.picture.job import Job
from judge.report.site.folder import Folder, stamp
from judge.store import outbox, turns

_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
_HEAD = 300
"""Bytes of an SVG among which its size stands."""


class Map(Struct, frozen=True):
    """A map as a page shows it: its file, its words, its size in units."""

    file: str
    alt: str
    width: int
    height: int


@dataclass(slots=True)
class Shelf:
    """The maps of one part of the site: those that are there already, and those that are new.

    ``look`` names what maps are drawn by: another one, other files. ``seen``: it is known where
    the site will be; else links to it can't have previews.
    """

    folder: Folder
    home: str
    look: str
    seen: bool = True
    kept: list[str] = field(default_factory=list)
    made: dict[str, bytes] = field(default_factory=dict)

    def hang(self, name: str, view: View, variant: Variant, game: str = "") -> Map:
        """The map of a view; ``name`` begins its file's name."""
        picture_scene = plates.scene_of(view, variant.id, game)
        work = job.write_job(Job(picture_scene, "svg", palette.BOTH))
        file = f"{self.home}/{name}-{stamp(self.look, work)[:8]}.svg"
        if self.folder.has(file):
            self.kept.append(file)
            head = self.folder.begin_of(file, _HEAD)
        else:
            head = self.made[file] = self.made.get(file) or job.draw(work)
        match = _SIZE.search(head[:_HEAD].decode(errors="replace"))
        width, height = map(int, match.groups()) if match else (0, 0)
        return Map(file, picture_scene.about, width, height)

    def preview(self, db: Connection, view: View, variant: Variant, game: str = "") -> str:
        """The file of a view's PNG, for who shows links with pictures; mails may have drawn it.

        "" where no link can lead to it.
        """
        if not self.seen:
            return ""
        work = job.write_job(Job(plates.scene_of(view, variant.id, game)))
        file = f"{self.home}/preview-{stamp(self.look, work)[:8]}.png"
        if self.folder.has(file):
            self.kept.append(file)
        else:
            self.made[file] = outbox.find_picture(db, work) or job.draw(work)
        return file


class Album(Struct, frozen=True):
    """The maps of a game: by phase the one with its orders and the one of the board after it."""

    phases: dict[str, tuple[Map, Map]]
    now: Map
    preview: str


def list_of_game(db: Connection, shelf: Shelf, table: Table) -> Album:
    """The maps of a game: of its phases that are over and of the board as it stands."""
    name, variant = table.game.name, table.variant
    view_of, now = list_views(db, table)
    boards = [*(View(one.title, one.board) for one in view_of.values()), now]
    phases = {
        phase: (
            shelf.hang(phase, view, variant, name),
            shelf.hang("board", boards[number], variant, name),
        )
        for number, (phase, view) in enumerate(view_of.items(), 1)
    }
    preview = shelf.preview(db, now, variant, name)
    return Album(phases, draw_board(shelf, table), preview)


def draw_board(shelf: Shelf, table: Table) -> Map:
    """The map of a game's board as it stands."""
    return shelf.hang("board", views.of_board(table), table.variant, table.game.name)


def list_views(db: Connection, table: Table) -> tuple[dict[str, View], View]:
    """By phase its board with its orders, and the board as it stands.

    They hold what an onlooker knew, and of events what everybody was told.
    """
    played_turns = turns.of_game(db, table.game.id)
    return {turn.phase: views.of_turn(table, turn) for turn in played_turns}, views.of_board(table)


def draw_variant(db: Connection, shelf: Shelf, variant: Variant) -> tuple[tuple[Map, Map], str]:
    """The board of a variant with all names and as a game begins, and the PNG's file of this."""
    engine = variant.engine
    state = engine.start({}, SecretDice(b"site", variant.id)).state
    blank = View(f"{variant.title}: all names", {}, names=True)
    start = View(f"{variant.title}: how it begins", engine.request(engine.known_state(state, "")))
    drawn = shelf.hang("map", blank, variant), shelf.hang("start", start, variant)
    return drawn, shelf.preview(db, start, variant)
