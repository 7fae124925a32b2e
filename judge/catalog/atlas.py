"""A variant's map as people read it: each space with neighbours, worth, and whose home it is."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import chain
from typing import Any

from msgspec import Struct

from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.kernel import days
from judge.kernel.switches import ANYWHERE, NEVER
from judge.kernel.text import capitalise, list_names
from judge.language import fold
from judge.rules.dip.ground.position import SEASONS, STANDARD_YEAR

Options = Mapping[str, Any]
"""What each rule switch is in a game."""
COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
CENTRE = "supply centre"
_LONG_WAYS = {
    "ferries": "by ferry, armies and fleets",
    "passages": "by passage, fleets at half strength",
}
"""Who goes over what some tables of the map list."""
_KINDS = {"coast": "coastal land", "land": "inland", "sea": "sea"}


class Ways(Struct, frozen=True):
    """Where one kind of unit goes from a space: "fleets (north coast)", ("BAR", "NWY")."""

    who: str
    to: tuple[str, ...]


class Space:
    """A space of the map: ``centre`` is what it counts ("supply centre", "city, 25 points", "").

    ``coasts`` are the names of its coasts.
    """

    def __init__(self, variant: Variant, entry: Mapping[str, Any]) -> None:
        self._variant, self._entry = variant, entry
        self.id, self.name = str(entry["id"]), str(entry["name"])
        self.kind = _KINDS.get(entry["kind"], str(entry["kind"]))
        points = f"{entry['pv']} points" if entry.get("pv") else ""
        self.centre = CENTRE if entry.get("sc") else points
        self.coasts = tuple(COASTS[coast] for coast in entry.get("coasts", ()))

    @cached_property
    def home(self) -> tuple[str, ...]:
        """Whose home it is when a game begins, in words; which minor's, and with which patrons."""
        found: list[str] = []
        for table in ("powers", "factions", "minors"):
            for name, facts in self._variant.map.get(table, {}).items():
                if self.id in facts.get("home", ()):
                    found.append(f"home of {name}")
                elif self.id in facts.get("extra_build", ()):
                    found.append(f"{name} may build here")
        entry = self._entry
        if entry.get("minor"):
            found.append(f"minor power {entry.get('minor_power') or self.name}")
        if entry.get("patrons"):
            found.append(f"client of {' and '.join(entry['patrons'])}")
        if entry.get("country"):
            found.append(str(entry["country"]))
        return tuple(found)

    @cached_property
    def ways(self) -> tuple[Ways, ...]:
        """Where each kind of unit goes, by ferry and passage too, and planes if there are any."""
        entry, map_data = self._entry, self._variant.map
        places_of: dict[str, list[str]] = {}
        if "land" in entry or "sea" in entry:
            places_of["land pieces"] = land = [*entry.get("land", ())]
            places_of["ships"] = sea = [*entry.get("sea", ())]
            places_of["air"] = [*{*land, *sea}]
        else:
            places_of["armies"] = [*entry.get("army", ())]
            places_of["fleets"] = [*entry.get("fleet", ())]
            for coast in entry.get("coasts", ()):
                places_of[f"fleets ({COASTS[coast]})"] = [*entry.get(f"fleet_{coast}", ())]
            for table, who in _LONG_WAYS.items():
                ends = [(one["a"], one["b"]) for one in map_data.get(table, ())]
                places_of[who] = [both[1 - both.index(self.id)] for both in ends if self.id in both]
            if "air" in self._variant.rules.get("mechanics", ()):
                around = chain.from_iterable(places_of.values())
                places_of["planes, one step"] = [*{place.partition("/")[0] for place in around}]
        return tuple(Ways(who, tuple(sorted(to))) for who, to in places_of.items() if to)


@cache
def spaces(variant: str) -> Mapping[str, Space]:
    """All spaces of a variant by their ids, in the order of the alphabet."""
    loaded_variant = catalog.load(variant)
    entries = sorted(loaded_variant.map["spaces"], key=lambda entry: str(entry["id"]))
    return {entry["id"]: Space(loaded_variant, entry) for entry in entries}


def find_named(variant: Variant, text: str) -> tuple[str, ...]:
    """The spaces that words name, one after the other: "BUR, Munich, gulf of lyon".

    A name that may be several spaces means all of them; words that name none are passed over.
    """
    matches: list[str] = []
    for part in text.replace(" and ", ",").split(","):
        words_left = fold.words(part)
        while words_left:
            length = min(5, len(words_left))  # the longest name at the start comes first
            while length:
                start = tuple(words_left[:length])
                vocabulary = variant.vocabulary
                name = vocabulary.phrase(start) if length > 1 else vocabulary.word(start[0])
                if name is not None and name.spaces:
                    matches += name.spaces
                    break
                length -= 1
            words_left = words_left[length or 1 :]
    return tuple(dict.fromkeys(matches))


def nearest(variant: Variant, text: str) -> tuple[str, ...]:
    """A few names of places that are most like what was typed, for who mistyped one."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    title_of = {title.lower(): title for title in variant.vocabulary.titles.values()}
    close_titles = get_close_matches(" ".join(text.lower().split()), title_of, 2, 0.7)
    return tuple(title_of[name] for name in close_titles)


_COUNTS = ("no", "one", "two", "three", "four")


def tell_year(variant: Variant) -> str:
    """Which turns there are: "A year has two turns, spring and fall."."""
    phases = variant.rules["phases"]
    step, later = phases.get("step", 1), phases.get("later", {})
    seasons = moving_seasons(variant)
    lags = [later.get(one, 0) - later.get(seasons[0], 0) for one in seasons]
    season_names = [
        f"{_name(variant, season)} {lag} years later" if lag else _name(variant, season)
        for season, lag in zip(seasons, lags, strict=True)
    ]
    round_ = "A year" if step == 1 else f"A round of {step} years"
    plural = "turn" if len(season_names) == 1 else "turns"
    return f"{round_} has {_COUNTS[len(season_names)]} {plural}, {list_names(season_names)}."


def counting_season(variant: Variant) -> str:
    """The season after which centres change hands: "fall"."""
    return _name(variant, moving_seasons(variant)[-1])


def tell_building(options: Options) -> str:
    """Where a power builds, behind "builds": "in his own home centres, ..."."""
    if options.get("building") == ANYWHERE:
        return "in any centre of his that is empty"
    return "in his own home centres, if they are empty and still his"


def tell_victory(variant: Variant, options: Options) -> Iterator[str]:
    """Who wins: by centres, by a target of his own, by time, alone or together."""
    need = options.get("victory", variant.map["victory"])
    yield f"Whoever has {need} centres after a {counting_season(variant)} wins."
    yield from _tell_ends(variant, options)
    if options.get("shared"):
        yield "Several who reach their aims at once win together."
    yield "Or all who are left agree on a draw."


def tell_unusual(variant: Variant, options: Options) -> Iterator[str]:
    """Which other ends a game has, and what was chosen for it that is not yes or no."""
    board = variant.engine.options
    if options.get("victory") != board.get("victory"):
        yield f"Whoever has {options['victory']} centres after a {counting_season(variant)} wins."
    if options.get("building") != board.get("building"):
        yield f"Who has more centres than units builds {tell_building(options)}."
    yield from _tell_ends(variant, options)


def _tell_ends(variant: Variant, options: Options) -> Iterator[str]:
    """Targets of powers and the last year (mechanics/ending.py)."""
    targets = variant.rules.get("ending", {}).get("targets", {})
    for power, number in sorted(targets.items()):
        yield f"{capitalise(variant.the(power))} wins with {number} centres."
    if targets and not options.get("shared"):
        yield "If several reach their aims at once, the game goes on."
    if (last := options.get("last_year", NEVER)) != NEVER:
        latest = days.say_year(days.year_number(last))
        yield (
            f"The game ends with the year {latest} at the latest: who has most centres then wins, "
            "and several who have as many share the win."
        )


def moving_seasons(variant: Variant) -> list[str]:
    """The seasons with moves, in order."""
    phases = variant.rules["phases"].get("year") or STANDARD_YEAR
    return [phase[0] for phase in phases if phase[1] == "M"]


def season_names(variant: Variant) -> tuple[str, ...]:
    """What the seasons of a year are called, or its months: "spring", "fall", "winter"."""
    if variant.engine_name != "dip":
        return tuple(month.lower() for month in days.MONTHS)
    phases = variant.rules["phases"].get("year") or STANDARD_YEAR
    return tuple(dict.fromkeys(_name(variant, phase[0]) for phase in phases))


def _name(variant: Variant, season: str) -> str:
    own = variant.rules["phases"].get("names", {})
    return str(own.get(season, SEASONS[season])).lower()
