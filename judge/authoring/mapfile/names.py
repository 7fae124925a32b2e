"""Names that players can type: those of a .map file, held against our order language."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from judge.authoring.mapfile.contents import Atlas, Notes, Spot, code, space_of
from judge.authoring.mapfile.spaces import Board
from judge.authoring.trial_game import read_place
from judge.language.fold import words
from judge.language.lexicon import Lexicon
from judge.language.vocabulary import Vocabulary, from_map
from judge.language.words import FILLERS, all_languages

_ID = re.compile(r"[A-Z]{3}")
_GRAMMAR, _PLACE, _POWER = "dip", "PLACE", "POWER"
_OPEN = frozenset({"lead", "yes", *(f"{month:02}" for month in range(1, 13))})
"""Classes of words (grammar/languages) that undo and order nothing: a place may be called so."""
_OF_PLACES = ("army", "fleet", "home", "owns", "extra", "units")
"""With what the keys begin whose lists hold places, or units in them."""
_ORDER = ("id", "name", "aliases", "kind", "traits", "sc", "abbrev", "adjective", "army", "fleet")


def settle(board: Board, atlas: Atlas, notes: Notes) -> None:
    """Give every space an id, a name and aliases that are read as that space.

    What a name had to give way to goes into ``notes``.
    """
    bearer_of: dict[str, str] = {}
    vocabulary = _name_all(board)
    for abbreviation, space in board.spaces.items():
        map_name = space["name"]
        plain = map_name.replace("'", "").replace(":", "")
        for name in (
            map_name,
            re.sub(r"['’]", "", map_name),
            " ".join(re.sub(r"[\W\d_]+", " ", plain).split()),
            f"{map_name} {abbreviation}",
            abbreviation.capitalize(),
        ):
            space["name"] = name
            there = bearer_of.get(name.casefold())
            again = vocabulary if name == map_name else _name_all(board)
            if there is None and space["id"] in read_place(again, name):
                break
        bearer_of[space["name"].casefold()] = abbreviation
        if space["name"] != map_name:
            text = (
                f"'{map_name}' can't be typed as a place of its own: it is '{space['name']}' here."
            )
            notes.add(board.spots[abbreviation], text)
    _change_ids(board, notes)
    vocabulary = _name_all(board)
    for group in (board.powers, board.dummies):
        for name, facts in group.items():
            if vocabulary.power(words(facts["adjective"])) != name:
                facts["adjective"] = name
    _add_aliases(board, atlas, notes)


def map_data(board: Board, victory: int = 1) -> dict[str, Any]:
    """The board as map.toml."""
    spaces = sorted(board.spaces.values(), key=lambda space: space["id"])
    people = {"powers": board.powers, **({"dummies": board.dummies} if board.dummies else {})}
    groups = {
        group: {name: _sort(facts) for name, facts in facts_of.items()}
        for group, facts_of in people.items()
    }
    return {"victory": victory, **groups, "spaces": [_sort(space) for space in spaces]}


def _sort(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a space or power in the order in which people write them."""
    usual_keys = [key for key in _ORDER if key in facts]
    return {key: facts[key] for key in dict.fromkeys((*usual_keys, *facts))}


def _name_all(board: Board) -> Vocabulary:
    """The names of the board so far, as players may type them."""
    return from_map(map_data(board))


# --- ids


def _change_ids(board: Board, notes: Notes) -> None:
    """Three capital letters that are read as the space: where the map has others, new ones.

    These are letters of its name in their order, the first of all before others.
    """
    vocabulary = _name_all(board)
    lexicon = Lexicon(vocabulary, _GRAMMAR)
    new_ids: dict[str, str] = {}
    ids = {space["id"] for space in board.spaces.values()}
    for abbreviation, space in board.spaces.items():
        if _ID.fullmatch(abbreviation) and space["id"] in read_place(vocabulary, abbreviation):
            continue
        letters = re.sub(r"[^A-Z]", "", code(space["name"])) + "XYZ"
        for others in combinations(letters[1:], 2):
            new = letters[0] + "".join(others)
            word, only_itself = new.lower(), (space["id"],)
            means_another = any(
                kind != _PLACE or name.spaces != only_itself
                for kind, name in lexicon[word].readings
            )
            if not (new in ids or means_another or all_languages().match((word,), 0)):
                new_ids[abbreviation] = new
                ids.add(new)
                text = f"{abbreviation} can't be typed as a place: {space['name']} is {new} here."
                notes.add(board.spots[abbreviation], text)
                break

    def put(text: str) -> str:
        """Put the new id into "BUL", "BUL/EC" and "A BUL"."""
        arm, _, place = text.rpartition(" ")
        space, slash, coast = place.partition("/")
        return f"{arm}{arm and ' '}{new_ids.get(space, space)}{slash}{coast}"

    for facts in (*board.spaces.values(), *board.powers.values(), *board.dummies.values()):
        for key, value in facts.items():
            if key == "id":
                facts[key] = put(value)
            elif key.partition("_")[0] in _OF_PLACES:
                facts[key] = [put(text) for text in value]


# --- aliases


def _add_aliases(board: Board, atlas: Atlas, notes: Notes) -> None:
    """What else the map calls a space, or a coast of it, where that means nothing else."""
    plain = _name_all(board)
    lexicon = Lexicon(plain, _GRAMMAR)
    spaces = {space["id"]: space for space in board.spaces.values()}
    bearers: dict[str, str] = {}
    spots: dict[str, Spot] = {}
    people = {**board.powers, **board.dummies}.items()
    home_of = {power: facts["home"] for power, facts in people}
    for place, named in atlas.names.items():
        if (abbreviation := space_of(place)) in board.spaces:
            space = board.spaces[abbreviation]["id"]
            for written in named.aliases:
                # without the coast, for which the language has its own words
                name = re.split(r"[/(?]", written)[0].replace("+", " ").replace(".", " ")
                alias = " ".join(words(name))
                if not alias:
                    continue
                fault = _collision(alias, space, lexicon, bearers, home_of)
                if not fault:
                    bearers[alias], spots[alias] = space, named.spot
                elif read_place(plain, alias) != (space,):
                    notes.add(named.spot, f"'{alias}' is no alias of {space}: {fault}.")
    for _ in range(2):  # an alias of one space may leave what begins another's in doubt
        vocabulary = _name_all(board)
        for alias, space in bearers.items():
            typed = tuple(alias.split())
            known = vocabulary.word(alias) if len(typed) == 1 else vocabulary.phrase(typed)
            if known is None or known.spaces != (space,):
                spaces[space].setdefault("aliases", []).append(alias)
    _drop_unread(board, spots, notes)


def _collision(
    alias: str,
    space: str,
    lexicon: Lexicon,
    bearers: Mapping[str, str],
    home_of: Mapping[str, Sequence[str]],
) -> str:
    """What an alias means already, "" if nothing but a place that it begins, or who is at home."""
    if alias in bearers:
        return "" if bearers[alias] == space else f"it is {bearers[alias]}'s"
    exact = lexicon.vocabulary.exact.get("".join(alias.split()))
    if exact:
        return f"it is {exact[0]}'s" if exact != (space,) else ""
    if " " in alias:
        return ""
    readings = dict(lexicon[alias].readings)
    power = str(readings.get(_POWER, ""))
    if words(power) == tuple(alias.split()) and space not in home_of[power]:
        return f"it is {power}, a power"
    if readings.keys() - {_PLACE, _POWER} or alias in FILLERS:
        return "it is a word of orders"
    found = all_languages().match((alias,), 0)
    classes = frozenset().union(*found[1].values()) if found else frozenset()
    return "" if classes <= _OPEN else "people use it in sentences"


def _drop_unread(board: Board, spots: Mapping[str, Spot], notes: Notes) -> None:
    """Take back the aliases that an order does not read as their spaces, until all are."""
    unread = True
    while unread:
        unread = False
        vocabulary = _name_all(board)
        for space in board.spaces.values():
            aliases = space.get("aliases", [])
            for alias in [one for one in aliases if space["id"] not in read_place(vocabulary, one)]:
                unread = True
                aliases.remove(alias)
                text = f"'{alias}' is no alias of {space['id']}: an order does not read it so."
                notes.add(spots[alias], text)
            if not aliases:
                space.pop("aliases", None)
