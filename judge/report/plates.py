"""The pictures that go with a notice: jobs for who draws, a sentence for who can't see."""

from collections import Counter

from markupsafe import Markup
from msgspec import structs

from judge.catalog import variant as catalog
from judge.kernel.mail import Plate
from judge.kernel.notice import Notice, View
from judge.mail.plates import mark
from judge.picture import job, palette, scene, told
from judge.picture.scene import Scene
from judge.report import links, words

_FORMS = {"png": ("png", "light"), "dark": ("png", "dark"), "svg": ("svg", palette.BOTH)}
"""How a picture is drawn for each wish."""
LINK = "link"

_MOST = {"png": 2, "dark": 2, "svg": 1}
"""So many pictures fit into a mail of 400 KB."""
_KEPT = 64
_made: dict[tuple[int, str], tuple[View, Plate]] = {}
"""Plates made lately, by identity of their view and form: all readers of a game share them."""


def plates(notice: Notice) -> tuple[Plate, ...]:
    """The pictures that a notice is to bring."""
    if notice.maps not in _FORMS:
        return ()
    return tuple(_plate(view, notice) for view in notice.views[: _MOST[notice.maps]])


def _plate(view: View, notice: Notice) -> Plate:
    key = (id(view), notice.maps)
    known = _made.get(key)
    if known is None:
        if len(_made) >= _KEPT:
            _made.clear()
        known = _made[key] = (view, _make(view, notice))
    return known[1]


def _make(view: View, notice: Notice) -> Plate:
    shown = scene_of(view, notice.facts.variant, notice.facts.game)
    title = f"{shown.title.lower()}{' orders' if view.events else ''}"
    name = "".join(letter if letter.isalnum() else "-" for letter in title).strip("-")
    form, theme = _FORMS[notice.maps]
    return Plate(job.write(job.Job(shown, form, theme)), shown.about, form, name)


def scene_of(view: View, variant_id: str, game: str = "") -> Scene:
    """What is drawn of a view, with its words; of the game ``game``, if there is one."""
    variant = catalog.load(view.variant or variant_id)
    title = f"{game}: {view.title}" if game else view.title
    shown = (
        told.orders_scene(variant.id, variant.map, view.board, view.events, title)
        if view.events
        else told.board_scene(variant.id, variant.map, view.board, title)
    )
    return structs.replace(
        shown,
        names=view.names,
        region=view.region,
        marks=dict.fromkeys(view.marks, ""),
        about=describe(shown),
    )


def marks(notice: Notice, wanted: tuple[Plate, ...]) -> Markup:
    """What stands in the HTML where the pictures come, or a link that asks for them."""
    if notice.maps == LINK and notice.views:
        link = links.to_judge(notice.facts, f"Map of {notice.facts.game}", ["MAP"])
        return Markup('<p><a href="{}">Mail me the map</a></p>').format(link)
    return Markup("".join(f"\n{mark(place)}\n" for place in range(len(wanted))))


def describe(shown: Scene) -> str:
    """A picture in a sentence or two."""
    if not shown.deeds:
        return f"Map, {shown.title}. {_count_owned(shown)}"
    moves = [deed for deed in shown.deeds if deed.kind == scene.MOVE]
    made = sum(deed.ok for deed in moves)
    counts = Counter(deed.kind for deed in shown.deeds if deed.ok)
    parts = [f"{made} of {words.count(len(moves), 'move')} came about"] if moves else []
    parts += [
        f"{words.count(counts[kind], noun)}{done}"
        for kind, noun, done in (
            (scene.SUPPORT, "support", " given"),
            (scene.RETREAT, "retreat", ""),
            (scene.BUILD, "build", ""),
            (scene.REMOVE, "removal", ""),
        )
        if counts[kind]
    ]
    if shown.fights:
        parts.append(words.count(len(shown.fights), "combat"))
    sentence = "; ".join(parts) or "all units held"
    return f"Map, {shown.title}: {sentence}. {_count_owned(shown)}"


def _count_owned(shown: Scene) -> str:
    """How many spaces each power owns, the largest first."""
    counts = Counter(shown.owners.values())
    listed = ", ".join(f"{power} {count}" for power, count in counts.most_common(10))
    return f"Owned: {listed}." if listed else ""
