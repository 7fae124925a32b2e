"""The names that a map's players may type: places, coasts, powers, in every reasonable spelling."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import Struct

from judge.language.builder import Dialect
from judge.language.fold import level, list_words, words
from judge.language.phases import Own
from judge.language.words import (
    ABROAD,
    COUNTRIES,
    DIRECTION,
    FOREIGN,
    LOCAL,
    MEANT,
    NATIONS,
    find_capitals,
    is_country,
    list_countries,
    slip,
    sound,
)

_GENERIC = list_words("sea ocean gulf of bay the channel islands city strait central new")
"""Words that name no place by themselves."""
_TELLING = list_words("channel")
"""Generic words that people say alone all the same: "London to the Channel"."""
_WATERS = list_words("sea ocean gulf bay channel strait")
_COASTS = ("nc", "sc", "ec", "wc")
_VERB_LETTERS = frozenset("abcdfhmrstuvw")
"""Letters that stand for a unit or a verb; inside a name they would swallow it."""
_AUDIBLE = 6
"""Letters that a word must have to be recognised by its sound."""
_SHORTEST = 3
"""Fewer letters than this abbreviate nothing, unless the map lists them."""
_FOREIGN = 5
"""Letters that begin a name in another language, where none of the map's own begins so."""
_COUNTRY = 5
"""Letters that a word must have to be looked up among the countries."""
_EVERYDAY = list_words("both")
"""Words that begin a name and say something else: "Both hold" is not for Bothnia."""
_FORCES = ("army", "fleet", "unit")
"""What a minor power's nationality goes with to name the one unit that it has in a space."""
_GERMANIC = (*_FORCES, "armee", "flotte", "einheit", "leger", "vloot")
_ROMANCE = ("armee", "flotte", "unite", "armata", "flotta", "unita", "ejercito", "flota")
"""What the adjective of a place stands before, and behind, to name the unit there."""
_ADJECTIVES = frozenset(word for adjectives in LOCAL.values() for word in adjectives)
_NONE = Dialect()
_Phrase = tuple[tuple[str, ...], tuple[str, ...]]
"""A name of several words and the spaces that bear it."""


class Name(NamedTuple):
    """What a typed name can mean: spaces, sorted, and the coast that was typed with it."""

    spaces: tuple[str, ...]
    coast: str = ""


class Vocabulary(Struct, frozen=True, eq=False):
    """The names of one map; all keys are folded, spaces are ids, powers are full names."""

    exact: Mapping[str, tuple[str, ...]]
    """Ids, and names and aliases written as one word.

    A map may list an id as another space's alias too ("tyr"): the board tells which is meant.
    """
    phrases: Mapping[tuple[str, ...], tuple[str, ...]]
    """Names and aliases of several words, word by word."""
    forces: Mapping[tuple[str, ...], tuple[str, ...]]
    """Units by the adjectives of places, in two words: they are never abbreviated."""
    powers: Mapping[tuple[str, ...], str]
    """Names, adjectives and aliases of powers, word by word."""
    letters: Mapping[str, str]
    """The one-letter abbreviations of powers, which must be typed in upper case."""
    coasts: Mapping[str, tuple[str, ...]]
    """The coasts ("NC") of each space that has several."""
    titles: Mapping[str, str]
    """Each space's name in full."""
    samples: tuple[str, str, str]
    """A letter, a place and a neighbour of it, for examples that make sense on this map."""
    air: bool = False
    """Whether planes fly here, so that "LON-A" is the air over London."""
    minors: tuple[str, ...] = ()
    """The minor powers that are bid for."""
    pays: bool = False
    """Whether there are minor powers, so that points may be spent on them."""
    ferries: bool = False
    """Whether armies cross water here by themselves, so that a ferry is no convoy."""
    homes: Mapping[str, tuple[str, ...]] = {}
    """Each power with the spaces where it is at home at the start."""
    dialect: Dialect = _NONE
    """The variant's own orders."""
    seasons: Own = ()
    """Its own words for seasons."""
    _shortened: Mapping[str, list[_Phrase]] = {}
    """Phrases by their first letters, those of other languages left out: nobody shortens these."""
    _sorted: tuple[str, ...] = ()
    _force_openers: frozenset[str] = frozenset()
    _force_followers: frozenset[str] = frozenset()
    _openers: tuple[str, ...] = ()
    _followers: tuple[str, ...] = ()
    _inner: Mapping[str, tuple[str, ...]] = {}
    _capitals: Mapping[str, tuple[str, ...]] = {}
    _sounds: Mapping[str, tuple[str, ...]] = {}

    def word(self, word: str) -> Name | None:
        """The places that the single folded ``word`` can mean; None if it is no name here."""
        if word in _EVERYDAY:
            return None
        spaces = self.exact.get(word) or self._capitals.get(word)
        if spaces:
            return Name(spaces)
        if word in MEANT and (name := self._find_misspelt(word)):
            return name
        # "Austra" is nearer to Austria than to Australia, which it begins; a whole word of a
        # space's name, as "Baltic", is no slip of a country's.
        if len(word) >= _COUNTRY and (
            is_country(word)
            or (
                not any(word in key for key in self.phrases)
                and any(slip(word, country) for country in COUNTRIES)
            )
        ):
            return None
        spaces = self._list_begun_names(word) or self._inner.get(word)
        if spaces:
            return Name(spaces)
        return self._read_ending(word[:-2], word[-2:]) or self._find_misspelt(word)

    def _read_ending(self, name: str, ending: str) -> Name | None:
        """A whole name with an ending: "spasc" and "stpnc", "die Berliner Armee"."""
        if len(name) >= _SHORTEST and ending in _COASTS:
            spaces = self.exact.get(name) or self._list_prefixes(name)
            spaces = tuple(one for one in spaces if ending.upper() in self.coasts.get(one, ()))
            return Name(spaces, ending.upper()) if spaces else None
        if ending != "er" or len(name) < _SHORTEST + 1:
            return None
        if name in self.exact:
            return Name(self.exact[name])
        return self._find_misspelt(name) if name in MEANT else None

    def home(self, country: str) -> tuple[str, ...]:
        """The spaces that a country's name, cut short or with a slip maybe, may be meant for.

        Those that bear it in their own name, and those where powers of that name are at home.
        """
        forms = (*list_countries(country), *(MEANT.get(country, ()) if is_country(country) else ()))
        within = (self._list_prefixes(name) or self._inner.get(name, ()) for name in forms)
        spaces = next(filter(None, within), ())  # "South Finland"
        powers = [name for key, name in self.powers.items() if not {*key}.isdisjoint(forms)] or [
            name for key, name in self.powers.items() if len(key) == 1 and slip(country, key[0])
        ]
        at_home = chain.from_iterable(self.homes.get(power, ()) for power in powers)
        return tuple(dict.fromkeys((*spaces, *at_home)))

    def phrase(self, words: tuple[str, ...], *, joined: bool = False) -> Name | None:
        """The places that several folded words name together: "st pete", "n atl", "gulf lyon".

        ``joined``: hyphens stand between them, so that abbreviations could as well be moves.
        """
        spaces = self.phrases.get(words) or self.forces.get(words)
        if spaces:
            return Name(spaces)
        if joined and self.word(words[0]) and self.word(words[-1]):
            return None
        places = {
            space
            for mended in dict.fromkeys(self._mend_words(words))
            for key, spaces in (self._shortened.get(mended[0][:1], ()) if mended else ())
            if _abbreviates(mended, key)
            for space in spaces
        }
        return Name(tuple(sorted(places))) if places else None

    def power(self, words: tuple[str, ...]) -> str | None:
        """The power that folded words name ("turkish", "great britain"), None if none."""
        power = self.powers.get(words)
        if power or len(words) > 1 or len(words[0]) < _SHORTEST:
            return power
        start = words[0]
        powers = {
            name
            for key, name in self.powers.items()
            if key[0].startswith(start) and key[0] not in MEANT and key not in FOREIGN
        }
        return powers.pop() if len(powers) == 1 else None

    def starts_phrase(self, word: str) -> bool:
        """Whether a name of several words can begin with ``word`` or what it abbreviates."""
        if word in _VERB_LETTERS:
            return word in self._openers or _begins(self._openers, DIRECTION.get(word, "?"))
        return self._may_stand(word, self._openers) or word in self._force_openers

    def continues_phrase(self, word: str) -> bool:
        """Whether ``word`` or what it abbreviates can stand in a name, behind its first word."""
        if word in _VERB_LETTERS:
            return word in self._followers
        return self._may_stand(word, self._followers) or word in self._force_followers

    def _may_stand(self, word: str, known: Sequence[str]) -> bool:
        """Whether a word, or what it abbreviates, is among sorted ones."""
        forms = (word, DIRECTION.get(word, word), *self._list_right_words(word))
        return any(_begins(known, form) for form in forms)

    def names(self) -> Iterator[tuple[str, str]]:
        """Every name, id and alias with its space, and long names' words, for suggestions."""
        for key, spaces in self.exact.items():
            for space in spaces:
                yield key, space
        for parts, spaces in self.phrases.items():
            for word in parts:
                if len(word) >= _AUDIBLE and word not in _GENERIC:
                    yield from ((word, space) for space in spaces)

    def _list_begun_names(self, word: str) -> tuple[str, ...]:
        """The spaces that a word begins a name of, in any language that has a word for them.

        None if there is one and the word begins a power's name as well, which no space bears:
        "Pol" may be Poland and no Polish Corridor. Of several the board tells which is meant. A
        whole word of the name, as "English", is enough. Names abroad alone are begun by more
        letters: "Schles - Galiz".
        """
        spaces = self._list_prefixes(word)
        if len(spaces) == 1:  # "Eng" is the English Channel: waters are never doubted
            title = words(self.titles[spaces[0]])
            names = {power.lower() for power in self.powers.values()} - self.exact.keys()
            full = self.titles[spaces[0]].lower()
            begun = [one for one in names if one.startswith(word) and not full.startswith(one)]
            if begun and word not in title and _WATERS.isdisjoint(title):
                return ()
        abroad = MEANT.items() if spaces or len(word) >= _FOREIGN else ()
        meant_names = chain(*(rights for meant, rights in abroad if meant.startswith(word)))
        begun_names = {*spaces, *chain(*(self.exact.get(name, ()) for name in meant_names))}
        if begun_names and not spaces and any(slip(word, name) for name in self.exact):
            return ()  # "Munch" begins "München" as well
        return tuple(sorted(begun_names))

    def _list_prefixes(self, word: str) -> tuple[str, ...]:
        if len(word) < _SHORTEST:
            return ()
        spaces: set[str] = set()
        index = bisect_left(self._sorted, word)
        while index < len(self._sorted) and self._sorted[index].startswith(word):
            spaces.update(self.exact[self._sorted[index]])
            index += 1
        return tuple(sorted(spaces))

    def _find_misspelt(self, word: str) -> Name | None:
        """The spaces whose whole name is meant, else those that have the word in their name.

        Of names with that first word there may be one only: "Ionio" is the Ionian Sea.

        A country's name is no space that only holds it: "Polen" is not Little Poland.
        """
        rights = self._list_right_words(word)
        if not rights:
            return None
        meanings = {space for right in rights for space in self.exact.get(right, ())}
        if not meanings and not is_country(word):
            meanings = {space for right in rights for space in self._inner.get(right, ())}
            nearly_begun = {
                space
                for name, spaces in self.phrases.items()
                if name[0] in rights
                for space in spaces
            }
            meanings = meanings or (nearly_begun if len(nearly_begun) == 1 else set())
        return Name(tuple(sorted(meanings))) if meanings else None

    def _list_right_words(self, word: str) -> tuple[str, ...]:
        """The words that ``word`` is a known wrong spelling of, or else sounds like."""
        right_words = MEANT.get(word, ())
        if right_words or len(word) < _AUDIBLE:
            return right_words
        alike = self._sounds.get(sound(word), ())
        likely_words = tuple(right for right in alike if right[0] == word[0])
        if not likely_words or word in likely_words:
            return likely_words
        every = (right for rights in self._sounds.values() for right in rights)
        return tuple(
            dict.fromkeys((*likely_words, *(right for right in every if slip(word, right))))
        )

    def _mend_words(self, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Words with directions in one form, then with misspelt ones put right: one, or all."""
        plain = _unify_directions(words)
        yield plain
        if plain and plain[-1] == "sea":
            yield plain[:-1]
        for index, word in enumerate(plain):
            for right in self._list_right_words(word):
                words_mended = (*plain[:index], DIRECTION.get(right, right), *plain[index + 1 :])
                yield words_mended
                yield words_mended[:-1] if words_mended[-1] == "sea" else words_mended
        every = ((*self._list_right_words(word), word)[0] for word in plain)
        yield tuple(DIRECTION.get(word, word) for word in every)


def from_map(
    map_toml: Mapping[str, Any],
    dialect: Dialect = _NONE,
    seasons: Mapping[str, str] = MappingProxyType({}),
) -> Vocabulary:
    """The vocabulary of a map given as plain data (map.toml), with a variant's own orders.

    ``seasons`` are its own names for them, by letter.
    """
    powers = _powers(map_toml)
    exact, phrases, forces, inner, sounds = _index_names(map_toml, powers)
    singles = _freeze_table(exact)
    capitals = dict(find_capitals(singles))
    phrases |= {
        tuple(city.split()): set(capital_spaces)
        for city, capital_spaces in capitals.items()
        if " " in city
    }
    long = [key for key in (*phrases, *powers) if len(key) > 1]
    letters = ((power.get("abbrev", ""), name) for name, power in _all_powers(map_toml))
    spaces = map_toml["spaces"]
    return Vocabulary(
        exact=singles,
        phrases=_freeze_table(phrases),
        forces=_freeze_table(forces),
        powers=powers,
        letters={letter: name for letter, name in letters if len(letter) == 1},
        coasts={
            one["id"]: tuple(map(str.upper, one["coasts"])) for one in spaces if one.get("coasts")
        },
        titles={one["id"]: one["name"] for one in spaces},
        samples=_samples(map_toml),
        air="plane_range" in map_toml.get("game", {}),
        minors=tuple(map_toml.get("minors", ())),
        pays="minors" in map_toml or any("minor_power" in one for one in spaces),
        homes=dict(_homes(map_toml)),
        ferries=bool(map_toml.get("ferries")),
        dialect=dialect,
        seasons=tuple((level(name), season) for season, name in sorted(seasons.items())),
        _shortened=_index_letters(phrases),
        _sorted=tuple(sorted(singles)),
        _force_openers=frozenset(first for first, _ in forces),
        _force_followers=frozenset(second for _, second in forces),
        _openers=tuple(sorted({key[0] for key in long})),
        _followers=tuple(sorted({word for key in long for word in key[1:]})),
        _capitals=capitals,
        _inner=_freeze_table(inner),
        _sounds=_freeze_table(sounds),
    )


def _index_names(
    map_toml: Mapping[str, Any], powers: Container[tuple[str, ...]]
) -> tuple[dict[Any, set[str]], ...]:
    """The spaces by words, phrases, forces and inner words; longer words by their sound."""
    exact: defaultdict[str, set[str]] = defaultdict(set)
    phrases: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    forces: dict[tuple[str, ...], set[str]] = defaultdict(set)
    inner: dict[str, set[str]] = defaultdict(set)
    sounds: dict[str, set[str]] = defaultdict(set)
    for space in map_toml["spaces"]:
        name = words(space["name"])
        exact[space["id"].lower()].add(space["id"])
        _add_names(space, exact, phrases)
        # "The Danish fleet", "la flotta danese": by no power's own adjective, whose unit that is. A
        # sea that bears one ("Norwegian Sea") has it as well, so that both are asked about.
        told = name[:1] if name[1:] == ("sea",) and name[0] in _ADJECTIVES else ()
        for word in told or LOCAL.get(" ".join(name), ()):
            germanic, romance = product((word,), _GERMANIC), product(_ROMANCE, (word,))
            for force in chain(germanic, romance) if (word,) not in powers else ():
                forces[force].add(space["id"])
        for word in name[1:]:  # "petersburg" can stand for a name; "sea" does not
            if word in _TELLING or word not in _GENERIC:
                inner[word].add(space["id"])
        for word in name:
            if len(word) >= _AUDIBLE:
                sounds[sound(word)].add(word)
    inner = {word: spaces for word, spaces in inner.items() if word not in exact}
    return exact, phrases, forces, inner, sounds


def _index_letters(phrases: Mapping[tuple[str, ...], set[str]]) -> dict[str, list[_Phrase]]:
    """Phrases that may be abbreviated, by their first letters."""
    index: dict[str, list[_Phrase]] = {}
    for key, spaces in phrases.items():
        if key not in FOREIGN:
            index.setdefault(key[0][0], []).append((key, tuple(sorted(spaces))))
    return index


def _homes(map_toml: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each power with its home centres, what else it owns, and where its units stand at first."""
    for name, power in _all_powers(map_toml):
        units = (
            unit.split()[1].partition("/")[0] for unit in power.get("units", ()) if " " in unit
        )
        places = (power.get(key, ()) for key in ("home", "owns", "cities", "regions"))
        yield name, tuple(dict.fromkeys((*chain.from_iterable(places), *units)))


def _add_names(
    space: Mapping[str, Any],
    exact: defaultdict[str, set[str]],
    phrases: defaultdict[tuple[str, ...], set[str]],
) -> None:
    """Add a space's names, those in other languages too, to words and to phrases."""
    for name in (space["name"], *space.get("aliases", ())):
        key = words(name)
        exact["".join(key)].add(space["id"])
        shorter = key[:-1] if key[-1] in _GENERIC else key  # without "Ocean"
        for form in (key, _unify_directions(key), shorter, _unify_directions(shorter)):
            if len(form) > 1:
                phrases[form].add(space["id"])
        for abroad in map(words, ABROAD.get(" ".join(key), ())):
            if len(abroad) == 1:  # others run together begin with words of every day: "mer"
                exact[abroad[0]].add(space["id"])
            phrases[abroad].add(space["id"])
    minor = space.get("minor_power", "").lower()
    for word in (word for nation in NATIONS if minor in nation for word in nation):
        for force in _FORCES:  # "the Danish fleet"
            phrases[(*words(word), force)].add(space["id"])


def _begins(words: Sequence[str], start: str) -> bool:
    """Whether one of the sorted words begins with ``start``."""
    index = bisect_left(words, start)
    return index < len(words) and words[index].startswith(start)


def _freeze_table(table: Mapping[Any, set[str]]) -> dict[Any, tuple[str, ...]]:
    return {key: tuple(sorted(spaces)) for key, spaces in table.items()}


def _unify_directions(name: Iterable[str]) -> tuple[str, ...]:
    """Words with directions and filler brought to one form: "Eastern Med" and "East Med"."""
    return tuple(DIRECTION.get(word, word) for word in name if word not in ("of", "the"))


def _abbreviates(short_words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether each typed word begins a word of ``name``, in order, the first the first."""
    if (
        not short_words
        or not name[0].startswith(short_words[0])
        or not _VERB_LETTERS.isdisjoint(short_words[1:])
    ):
        return False
    rest = iter(name[1:])
    return len(short_words) > 1 and all(
        any(word.startswith(part) for word in rest) for part in short_words[1:]
    )


def _powers(map_toml: Mapping[str, Any]) -> dict[tuple[str, ...], str]:
    """Every word for every power; a nation's other words only where no power bears them."""
    powers: dict[tuple[str, ...], str] = {}
    others: dict[tuple[str, ...], set[str]] = {}
    nations = []
    for nation in NATIONS:
        meant = (word for word, rights in MEANT.items() if nation[0] in rights)
        abroad = (name for word in nation for name in ABROAD.get(word, ()))
        nations.append(tuple(map(words, (*nation, *meant, *abroad))))
    ids = {space["id"] for space in map_toml["spaces"]}
    for name, power in _all_powers(map_toml):
        abbrev = power.get("abbrev", "")
        short = abbrev if len(abbrev) > 1 and abbrev not in ids else ""
        own = [
            words(word)
            for word in (
                *(name, power.get("adjective", ""), *power.get("aliases", ()), short),
                *ABROAD.get(name.lower(), ()),
            )
        ]
        for key in filter(None, own):
            powers.setdefault(key, name)
            for word in (word for nation in nations if key in nation for word in nation):
                others.setdefault(word, set()).add(name)
    for word, names in others.items():
        if len(names) == 1:
            powers.setdefault(word, min(names))
    return powers


def _all_powers(map_toml: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for group in ("powers", "factions", "minors", "dummies"):
        yield from map_toml.get(group, {}).items()


def _samples(map_toml: Mapping[str, Any]) -> tuple[str, str, str]:
    """The first power's first land unit: its letter, its space, and a neighbour by land.

    Where no home borders by land: any space that does.
    """
    borders = {space["id"]: space.get("army") or space.get("land") for space in map_toml["spaces"]}
    letter = "A" if any("army" in space for space in map_toml["spaces"]) else "L"
    homes = (
        home
        for _, power in _all_powers(map_toml)
        for home in (*power.get("home", ()), *power.get("cities", ()))
    )
    start = next((space for space in (*homes, *borders) if borders.get(space)), "")
    return letter, start, borders[start][0] if start else ""
