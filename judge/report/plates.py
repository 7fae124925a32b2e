"""The pictures that go with a notice: jobs for who draws, a sentence for who can't see."""

from collections import Counter
from functools import lru_cache
from itertools import islice

from markupsafe import Markup
from msgspec.structs import replace

from judge.catalog import variant as catalog
from judge.kernel.mail import Plate
from judge.kernel.notice import Notice, View
from judge.kernel.same import Same
from judge.kernel.text import count
from judge.mail.compose import mark_for_pictures
from judge.report import layout
from judge.report.picture import job, motif, palette
from judge.report.picture.motif import Scene

_FORMS = {
    "png": ("png", "light"), "two": ("png", "light"), "dark": ("png", "dark"),
    "svg": ("svg", palette.BOTH),
}  # fmt: skip
"""How a picture is drawn for each wish; who wants two gets orders and the board apart."""
TWO = "two"
LINK = "link"

_MOST = {"png": 2, "two": 2, "dark": 2, "svg": 1}
"""So many pictures fit into a mail of 400 KB."""


def plates(notice: Notice) -> tuple[Plate, ...]:
    """The pictures that a notice is to bring."""
    if notice.maps not in _FORMS:
        return ()
    of_game = notice.maps, notice.facts.variant, notice.facts.game
    shown = (plate for view in notice.views for plate in _make_plates(Same(view), *of_game))
    return tuple(islice(shown, _MOST[notice.maps]))


@lru_cache(maxsize=64)
def _make_plates(key: Same, wish: str, variant: str, game: str) -> tuple[Plate, ...]:
    """The pictures of a view that somebody wishes; all readers of a game share them."""
    view: View = key.thing
    form, theme = _FORMS[wish]
    made = []
    for one in (replace(view, after=None), view.after) if wish == TWO else (view,):
        if one:
            scene_shown = scene_of(one, variant, game)
            title = f"{scene_shown.title.lower()}{' orders' if one.events else ''}"
            name = "".join(letter if letter.isalnum() else "-" for letter in title).strip("-")
            work = job.write_job(job.Job(scene_shown, form, theme))
            alt = f"Map, {scene_shown.title}; the text below it tells the same"
            made.append(Plate(work, alt, form, name, scene_shown.about))
    return tuple(made)


def scene_of(view: View, variant_id: str, game: str = "") -> Scene:
    """What is drawn of a view, with its words; of the game ``game``, if there is one."""
    variant = catalog.load(view.variant or variant_id)
    title = f"{game}: {view.title}" if game else view.title
    whole_scene = (
        motif.make_orders_scene(variant.id, variant.map, view.board, view.events, title)
        if view.events
        else motif.make_board_scene(variant.id, variant.map, view.board, title)
    )
    if view.after:
        board = motif.make_board_scene(variant.id, variant.map, view.after.board, title)
        whole_scene = motif.join(whole_scene, board)
    return replace(
        whole_scene,
        names=view.names,
        region=view.region,
        marks=dict.fromkeys(view.marks, ""),
        about=describe(whole_scene),
    )


def marks(notice: Notice, plates_drawn: tuple[Plate, ...]) -> Markup:
    """What stands in the HTML where the pictures come and below each, or a link to ask for them."""
    if notice.maps == LINK and notice.views:
        link = layout.link_to_judge(notice.facts, f"Map of {notice.facts.game}", ["MAP"])
        return Markup('<p><a href="{}">Mail me the map</a></p>').format(link)
    return Markup("").join(
        Markup('\n{}\n<div style="max-width:44em"><p style="margin:4px 0">{}</p></div>\n').format(
            Markup(mark_for_pictures(place)), plate.text
        )
        for place, plate in enumerate(plates_drawn)
    )


def describe(picture_scene: Scene) -> str:
    """A picture in a sentence or two."""
    if not picture_scene.deeds:
        return f"Map, {picture_scene.title}. {_count_owned(picture_scene)}"
    moves = [deed for deed in picture_scene.deeds if deed.kind == motif.MOVE]
    move_count = sum(deed.ok for deed in moves)
    counts = Counter(deed.kind for deed in picture_scene.deeds if deed.ok)
    parts = [f"{move_count} of {count(len(moves), 'move')} succeeded"] if moves else []
    parts += [
        f"{count(counts[kind], noun)}{ending}"
        for kind, noun, ending in (
            (motif.SUPPORT, "support", " given"),
            (motif.RETREAT, "retreat", ""),
            (motif.BUILD, "build", ""),
            (motif.REMOVE, "removal", ""),
        )
        if counts[kind]
    ]
    if picture_scene.fights:
        parts.append(count(len(picture_scene.fights), "combat"))
    sentence = "; ".join(parts) or "all units held"
    return f"Map, {picture_scene.title}: {sentence}. {_count_owned(picture_scene)}"


def _count_owned(picture_scene: Scene) -> str:
    """How many spaces each power owns, the largest first."""
    counts = Counter(picture_scene.owners.values())
    counts_text = ", ".join(f"{power} {count}" for power, count in counts.most_common(10))
    return f"Owned: {counts_text}." if counts_text else ""
