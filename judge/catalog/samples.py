"""A board's own names for examples: what stands in the slots of order examples and help pages."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from judge.catalog import atlas, samples_of_board
from judge.catalog.variant import Variant
from judge.kernel import days
from judge.kernel.dice import SecretDice
from judge.language.commands import EXAMPLES

_AHEAD = 4
"""The how many-th phase of moves is the one that lies ahead: in most games a second fall."""
Page = Mapping[str, str | tuple[str, ...]]
_PAGES: dict[Path, Page] = {}
"""What pages of help show of each variant, by its folder."""
_ADJECTIVES = ("an", "ish", "ese")
"""How adjectives of countries end."""
_SHORT = 8
"""Letters of a power's name that leave room for the rest of a line."""
_STRENGTHS = ("most", "more", "less", "least")


def names(variant: Variant) -> Mapping[str, str]:
    """The names that examples on a variant's board are made of, as they are typed, by their slot.

    Places are the slots of ``samples_of_board.choose`` ("Par"), ``A`` and ``B`` the names in full
    of those of ``a`` and ``b``. ``power``, ``rival`` and ``third`` are powers, the last maybe one
    of the others, ``adjective`` is the first one's; ``letters`` are theirs where each has one
    ("A F G"), and ``lettered`` whom these mean. ``minor`` is a minor power with its unit
    (``minor_unit``) and a space beside that (``minor_goal``); of 1930! its ``minor_adjective``,
    ``minor_city`` and ``minor_land``. Strengths and amounts are those of 1930!, ``most`` to
    ``least``, ``lot`` and ``price``. What a board does not have is missing.
    """
    of_lands = variant.engine_name == "d100"
    choose = samples_of_board.choose_lands if of_lands else samples_of_board.choose
    power, rival, places = choose(variant.map)
    _, start, goal = variant.vocabulary.samples
    places = {"a": start, "b": goal, **places}
    titles = variant.vocabulary.titles
    return {
        **{slot: _type(place) for slot, place in places.items()},
        **{slot.upper(): titles.get(places[slot], "") for slot in ("a", "b")},
        **_name_powers(variant, power, rival),
        **_name_strengths(variant),
        **_name_minor(variant),
    }


def page(variant: Variant) -> Page:
    """What help pages show of a variant's board: its names, and lines made of them.

    ``unit`` is an army of the power, ``order`` its march from ``a`` to ``b``, ``arrived`` the unit
    there, ``support`` another's support of the march, ``fleet`` a fleet of the power, ``foe_order``
    a march of the rival's.
    ``wishes`` are orders with several wishes, ``changed`` units that a master gives the rival and
    takes from him, ``owning`` lines that say who has a centre, ``claims`` those on a minor where
    powers bid.
    ``phase`` is the first phase of moves, ``later`` one that lies ahead, ``later_title`` its name.
    Names, ``unit``, ``order``, ``owning`` and phases never are missing.
    """
    if variant.folder not in _PAGES:
        own = names(variant)
        is_dip = variant.engine_name == "dip"
        lines: dict[str, str | tuple[str, ...]] = {
            **_write_march(variant, own),
            **(_write_for_board(variant, own) if is_dip else _write_for_lands(own)),
        }
        if "influence" in variant.mechanics and "minor" in own:
            power, rival = own["power"], own["rival"]
            lines["claims"] = f"{own['minor']}: {rival} 4, {power} 1 for {rival}"
        _PAGES[variant.folder] = {**own, **lines, **_name_phases(variant)}
    return _PAGES[variant.folder]


def _write_march(variant: Variant, own: Mapping[str, str]) -> dict[str, str]:
    """A march, its support, and a rival's march."""
    letter = variant.vocabulary.samples[0]
    most, more = own.get("most", ""), own.get("more", "")
    unit = f"{letter}{most} {own['a']}"
    lines = {
        "unit": unit,
        "order": f"{unit} - {own['b']}",
        "arrived": f"{letter}{most} {own['b']}",
    }
    helper = own.get("d" if most else "c")
    if helper:
        lines["support"] = f"{letter}{more} {helper} S {lines['order']}"
    if "foe" in own:
        lines["foe_order"] = f"{letter}{most} {own['foe']} - {own['foe_goal']}"
        lines["changed"] = f"+{letter}{most} {own['foe_goal']}"
        if f"{letter} {own['foe'].upper()}" in variant.map["powers"][own["rival"]].get("units", ()):
            lines["changed"] += f", -{letter} {own['foe']}"
    return lines


def _write_for_board(variant: Variant, own: Mapping[str, str]) -> dict[str, str | tuple[str, ...]]:
    """Lines that only games of the Diplomacy engine take."""
    lines: dict[str, str | tuple[str, ...]] = {
        "owning": ("CENTRES", f"{own['power']}: {', '.join(_list_centres(variant, own))}")
    }
    if "berth" in own:
        lines["fleet"] = f"F {own['berth']}"
    if "near" in own and "berth" in own:
        retreat = f"A {own['b']} R {own['a']}, {own['near']}, D"
        lines["wishes"] = (retreat, f"Build F {own['berth']} or A {own['a']}")
    return lines


def _list_centres(variant: Variant, own: Mapping[str, str]) -> tuple[str, ...]:
    """Two homes of the power by their names in full, or the one that it has."""
    berth = own.get("berth", "").upper()
    is_own = berth in variant.map["powers"][own["power"]].get("home", ())
    return (own["A"], variant.vocabulary.titles[berth]) if is_own else (own["A"],)


def _write_for_lands(own: Mapping[str, str]) -> dict[str, str | tuple[str, ...]]:
    """Lines that only 1930! takes."""
    lines: dict[str, str | tuple[str, ...]] = {"owning": ("OWNERS", f"{own['A']}: {own['power']}")}
    if "c" in own:
        lines["wishes"] = (f"L{own['less']} {own['b']} R {own['c']}, {own['d']}",)
    if "port" in own:
        lines["fleet"] = f"N{own['more']} {own['port']}"
    return lines


def _name_powers(variant: Variant, power: str, rival: str) -> dict[str, str]:
    """Three powers, the adjective of the first, and their letters."""
    powers = tuple(variant.map["powers"])
    others = [one for one in powers if one not in (power, rival)]
    third = min(others, key=lambda one: len(one) > _SHORT, default=rival)
    adjective = variant.map["powers"][power]["adjective"]
    found = {"power": power, "rival": rival, "third": third, "adjective": adjective}
    letter_of = {name: letter for letter, name in variant.vocabulary.letters.items()}
    chosen = sorted({power, rival, third} & {*letter_of}, key=letter_of.__getitem__)
    if len(chosen) > 1 and all(len(letter_of[one]) == 1 for one in chosen):
        found["letters"] = " ".join(letter_of[one] for one in chosen)
        found["lettered"] = ", ".join(chosen)
    return found


def _name_strengths(variant: Variant) -> dict[str, str]:
    """Strengths of pieces, the greatest first, and amounts of points, where a game has them."""
    if variant.engine_name == "dip":
        return {}
    strengths = sorted(map(int, variant.rules["deployment"]["pieces"]), reverse=True)
    lot = 2 * variant.rules["rules"]["allocation"]
    return {
        **{slot: str(one) for slot, one in zip(_STRENGTHS, strengths, strict=False)},
        "lot": str(lot),
        "price": str(variant.rules["tables"]["cost"][0]),
    }


def _name_minor(variant: Variant) -> dict[str, str]:
    """A minor power with its unit, at best one whose name is a single word."""
    if variant.engine_name != "dip":
        found = [dict(one) for one in samples_of_board.minor_lands(variant.map)]
    else:
        found = list(_minors(variant))
    found.sort(key=lambda one: " " in one["minor"])
    if not found:
        return {}
    minor = found[0].pop("minor")
    adjectives = (
        words[0].capitalize()
        for words, power in variant.vocabulary.powers.items()
        if power == minor and len(words) == 1 and words[0].endswith(_ADJECTIVES)
    )
    return {
        "minor": minor,
        "minor_adjective": next(adjectives, minor),
        **{slot: " ".join(map(_type, place.split())) for slot, place in found[0].items()},
    }


def _type(name: str) -> str:
    """An id as it is typed in examples: "Par"; a coast stays as it is."""
    return name if name.islower() else name.capitalize()


def _minors(variant: Variant) -> Iterator[dict[str, str]]:
    """The minors of a map: those of its table, and those that its spaces name."""
    spaces = {space["id"]: space for space in variant.map["spaces"]}
    units = {
        name: tuple(minor.get("units", ())) for name, minor in variant.map.get("minors", {}).items()
    }
    for space_id, space in spaces.items():
        if space.get("minor"):
            units.setdefault(
                space.get("minor_power") or space["name"], (f"{space['minor']} {space_id}",)
            )
    for name, (unit, *_) in ((name, texts) for name, texts in units.items() if texts):
        letter, place = unit.split()
        near = spaces[place.partition("/")[0]].get("army" if letter == "A" else "fleet", ())
        yield {
            "minor": name,
            "minor_unit": unit,
            **({"minor_goal": near[0]} if near else {}),
        }


def _name_phases(variant: Variant) -> dict[str, str]:
    """The first phase of moves, and one that lies ahead, with its name without the kind."""
    engine = variant.engine
    state = engine.start({}, SecretDice(b"trial", variant.id)).state
    first = engine.phase(state)
    ids = _write_phases(variant, first.id)
    phases = (first if one == first.id else engine.later(state, one) for one in ids)
    moves = [phase for phase in phases if phase is not None][:_AHEAD] or [first]
    title = moves[-1].title.removesuffix(f" {moves[-1].kind}")
    return {"phase": moves[0].id, "later": moves[-1].id, "later_title": title}


def _write_phases(variant: Variant, first: str) -> Iterator[str]:
    """The ids of phases of moves in order, from the round of the first phase on."""
    if variant.engine_name != "dip":
        yield from (f"{first.partition('-')[0]}-{month:02}M" for month in range(1, 13))
        return
    phases = variant.rules["phases"]
    step, later_by = phases.get("step", 1), phases.get("later", {})
    begins = days.year_after(days.year_number(first[1:-1]), -later_by.get(first[0], 0))
    for turn in range(_AHEAD):
        for season in atlas.moving_seasons(variant):
            year = days.year_after(begins, turn * step + later_by.get(season, 0))
            yield f"{season}{days.write_year(year)}M"


def suit(variant: Variant, text: str) -> str:
    """A text with the board's own names in the example of a command that it is, or quotes."""
    for example in EXAMPLES.values():
        if text == example:
            return _translate(example, page(variant))
        if f"'{example}'" in text:
            return text.replace(example, _translate(example, page(variant)))
    return text


def _translate(example: str, own: Mapping[str, Any]) -> str:
    """A line of a command, written with names of the standard game, with a board's own."""
    there = f"{own['unit'][0]} {own['b'].upper()}"
    words = {
        "French A BUR": f"{own['adjective']} {there}",
        "A BUR": there,
        "A PAR - BUR": own["order"].upper(),
        "A PAR": own["unit"].upper(),
        "F1902M": own["later"],
        "France": own["power"],
        "Germany": own["rival"],
        "Kiel": own["B"],
    }
    return re.sub("|".join(rf"\b{word}\b" for word in words), lambda one: words[one[0]], example)
