"""A game's page: its table, its chart, every phase with what all were told, its dice."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from judge.kernel import audience
from judge.kernel.engine import Event
from judge.report import render
from judge.site import chart
from judge.site.maps import Album, Map
from judge.site.paper import lay_out_page
from judge.site.public import Chapter, Story


@dataclass(frozen=True, slots=True)
class Shown:
    """An event in HTML; ``to`` says who alone was told ("" for all)."""

    html: Markup
    to: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter in HTML."""

    chapter: Chapter
    events: tuple[Shown, ...]
    secrets: tuple[Shown, ...]
    maps: tuple[Map, ...]


def make(story: Story, site: Any, album: Album | None) -> bytes:
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
        chart=chart.draw(story.summary),
        standing=[_show(event, variant) for event in story.standing],
        dice=[_show(event, variant) for event in story.dice],
    )


def _show(event: Event, variant: str, to: str = "") -> Shown:
    """An event below the heading of its phase: one level deeper than in a mail."""
    html = str(render.show(event, variant))
    return Shown(Markup(html.replace("<h2", "<h3").replace("</h2", "</h3")), to)
