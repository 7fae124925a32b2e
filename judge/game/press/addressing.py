"""Addressing: to whom press goes, what its readers are told of that, and how it is signed.

What is told is made of names in the game's order, never of the words that its writer chose.
"""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from msgspec import Struct

from judge.game.readers.addresses import MASTER, OBSERVER
from judge.game.terms.customs import GREY, WHITE, Manner
from judge.game.terms.tables import Table
from judge.kernel.errors import JudgeError
from judge.kernel.text import list_names
from judge.store.record import FORMING


def neighbours(table: Table, power: str) -> frozenset[str]:
    """The powers and minors that can reach a space in one step which ``power`` can reach, too.

    Steps are of any arm, from where units stand and from the spaces that are owned.
    """
    if table.state is None:
        return frozenset()
    ground = table.engine.ground
    board = table.engine.request(table.engine.known_state(table.state, ""))
    spaces_in_reach = {}
    for name in {**ground.homes, **board["units"], **board.get("centers", {})}:
        own = {unit.split()[1] for unit in board["units"].get(name, ())}
        if "centers" in board:
            own |= set(board["centers"].get(name, ()))
        else:  # spaces have owners of their own: its home, unless that is taken
            owners = board["state"].get("owners", {})
            own |= set(ground.homes.get(name, ())) - set(owners)
            own |= {space for space, owner in owners.items() if owner == name}
        spaces = {ground.places[one].space for one in own if one in ground.places}
        spaces_in_reach[name] = spaces | {
            ground.places[goal].space
            for rows in ground.steps.values()
            for place, goals in rows.items()
            if ground.places[place].space in spaces
            for goal in goals
        }
    own_reach = spaces_in_reach.get(power, set())
    near = frozenset(name for name, spaces in spaces_in_reach.items() if spaces & own_reach)
    return near - {power}


Voices = Mapping[str, tuple[str, ...]]
"""Names beside the powers that press may go to, each with who reads it: a secret."""
ALL, OBSERVERS, BUT = "ALL", "OBSERVERS", "ALL BUT "
ALL_POWERS = "all powers"
"""How the readers of press to all powers, or to all but some, are told of that."""
SIGNATURES = {MASTER: "the game master", OBSERVER: "an observer", "": "a player"}
"""How those sign who have no power."""


class MisaddressedError(JudgeError):
    """Press that can't be sent; the message says why, ``suggestions`` are headings that work."""

    def __init__(self, message: str, *suggestions: str) -> None:
        super().__init__(message)
        self.suggestions = suggestions


class Heading(Struct, frozen=True):
    """What stood behind PRESS or BROADCAST: names with commas between, a speaker, a colour."""

    recipients: str = ""
    speaker: str = ""
    colour: str = ""
    broadcast: bool = False


class Envelope(Struct, frozen=True):
    """``readers`` are the roles that get it, ``recipients`` is what they are told of that.

    ``signed`` is the name below it, "" for none; ``public``: it goes to everybody.
    """

    readers: tuple[str, ...]
    recipients: tuple[str, ...]
    signed: str
    public: bool = False


def address(table: Table, author: str, manner: Manner, heading: Heading) -> Envelope:
    """The envelope of press that ``author`` (a role) writes. Raises MisaddressedError."""
    voices: Voices = {}
    if manner.minors and table.state is not None:
        voices = table.engine.press_names(table.state)
    signature = _signature(table, author, manner, heading, voices)
    if heading.broadcast:
        if heading.recipients not in ("", ALL):
            way = f"PRESS TO {heading.recipients}"
            raise MisaddressedError("a broadcast goes to all", "BROADCAST", way)
        check_allowed(table, author, manner, partial=False, only_master=False)
        readers = _all_but((*table.powers, MASTER, OBSERVER), author)
        return Envelope(readers, ("all",), signature, public=True)
    names, left_out = _names(table, author, heading.recipients, voices)
    partial = not set(_all_but(table.powers, author)).issubset(names)
    _check_names(table, author, manner, names, voices, partial=partial)
    # Who answers for a minor reads what is written to it, and nobody else.
    roles = {OBSERVER if name == OBSERVERS else name for name in names}
    for name in names:
        roles |= set(voices.get(name, ()))
    readers = tuple(role for role in (*table.powers, MASTER, OBSERVER) if role in roles)
    # As they are shown to its readers; a list of all others would name its writer.
    shown = {**SIGNATURES, OBSERVERS: OBSERVERS.lower()}
    others = (shown.get(name, name) for name in names if name not in table.powers)
    powers = [name for name in names if name in table.powers]
    if left_out:
        powers = [f"{ALL_POWERS} but {list_names(left_out)}"]
    elif not partial:
        powers = [ALL_POWERS]
    return Envelope(readers, (*powers, *others), signature)


def _all_but(roles: Iterable[str], author: str) -> tuple[str, ...]:
    return tuple(role for role in roles if role != author)


# --- who is meant


def _names(
    table: Table, author: str, text: str, voices: Voices
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that press goes to, in the game's order, and those that ALL BUT leaves out."""
    if not text:
        example = _all_but(table.powers, author)[0]
        raise MisaddressedError("to whom?", f"PRESS TO {example}", "BROADCAST")
    is_exclusion = text.startswith(BUT)
    words = [word for word in text.removeprefix(BUT).split(", ") if word]
    names_meant = {name for word in words for name in _names_meant(table, word, voices)}
    if MASTER in names_meant and table.game.gm is None:
        raise MisaddressedError(f"{table.game.name} has no game master")
    if is_exclusion:
        left_out = tuple(name for name in _all_but(table.powers, author) if name in names_meant)
        rest = tuple(name for name in table.powers if name not in left_out)
        return _without_own(rest, author), left_out
    if ALL in names_meant:
        names_meant |= set(table.powers)
    order = (*table.powers, *sorted(voices), MASTER, OBSERVERS)
    return _without_own(tuple(sorted(names_meant - {ALL}, key=order.index)), author), ()


def _without_own(names: tuple[str, ...], author: str) -> tuple[str, ...]:
    names_left = _all_but(names, author)
    if not names_left:
        raise MisaddressedError("nobody but you would get it")
    return names_left


def _names_meant(table: Table, word: str, voices: Voices) -> Sequence[str]:
    """The names that one word of the list means: itself, or the powers of a group of letters."""
    if word in (ALL, MASTER, OBSERVERS, *table.powers, *voices):
        return (word,)
    names = (*table.powers, *sorted(voices))
    letters = table.variant.vocabulary.letters
    spelled_powers = [letters.get(letter, "") for letter in word.upper()]
    # One stands twice, or is nobody's letter.
    if len({*spelled_powers}.intersection(names)) < len(spelled_powers):
        near = get_close_matches(word.title(), names, n=1)
        raise MisaddressedError(
            f"'{word}' is nobody in {table.game.name}, so nothing was sent: "
            f"there are {', '.join(names)}",
            *(f"PRESS TO {name}" for name in near),
        )
    completions = [
        name for name in names if len(word) > 1 and name.lower().startswith(word.lower())
    ]
    if completions:
        ways = (*completions, ", ".join(spelled_powers))
        message = f"'{word}' may be the beginning of a name or letters, so nothing was sent"
        raise MisaddressedError(message, *(f"PRESS TO {way}" for way in ways))
    if len(word) > 1 and not (word.isupper() and (len(word) == 2 or list(word) == sorted(word))):
        message = (
            f"'{word}' may be a word and is not read letter by letter, so nothing was sent: "
            f"letters stand apart, or in capitals in the order of the alphabet"
        )
        raise MisaddressedError(message, f"PRESS TO {', '.join(spelled_powers)}")
    return spelled_powers


# --- whether it may be sent


def check_allowed(
    table: Table, author: str, manner: Manner, *, partial: bool, only_master: bool
) -> None:
    """Refuse what the game's options forbid; the game master may always write and be written to."""
    if author == OBSERVER and not manner.observers:
        raise MisaddressedError(f"observers may not write press in {table.game.name}")
    if author == MASTER or only_master:
        return
    if table.game.status == FORMING:
        raise MisaddressedError(f"{table.game.name} has not begun; PRESS TO GM works already")
    if not manner.colours:
        raise MisaddressedError(f"{table.game.name} has no press; PRESS TO GM works")
    if quiet := explain_quiet(table):
        raise MisaddressedError(f"{quiet}; PRESS TO GM works")
    if partial and (not manner.partial or author == OBSERVER):
        raise MisaddressedError("press goes to all here, or to the game master", "BROADCAST")


def explain_quiet(table: Table) -> str:
    """Why nobody writes press in the present phase, "" where they may."""
    return f"there is no press in {table.quiet_phase}" if table.quiet_phase else ""


def _check_names(
    table: Table,
    author: str,
    manner: Manner,
    names: Sequence[str],
    voices: Voices,
    *,
    partial: bool,
) -> None:
    """Refuse press to minors whom nobody controls, and what options forbid of these names."""
    # Nobody would read it as them; in some games who controls nobody is a secret, too.
    unheard = [name for name in names if name in voices and not voices[name]]
    if unheard and not table.engine_options.get("hidden"):
        others = [name for name in names if name not in unheard]
        ways = [f"PRESS TO {', '.join(others)}"] if others else []
        message = f"nobody controls {list_names(unheard)} now, so nothing was sent"
        raise MisaddressedError(message, *ways)
    check_allowed(table, author, manner, partial=partial, only_master=names == (MASTER,))
    if not manner.touch or not partial or author not in table.powers:
        return
    near = neighbours(table, author)
    far = [name for name in names if name not in (*near, MASTER, OBSERVERS)]
    if far:
        ways = [f"PRESS TO {name}" for name in table.powers if name in near]
        raise MisaddressedError(
            f"press goes to neighbours only here, and {list_names(far)} "
            f"{'is' if len(far) == 1 else 'are'} too far from {author}, so nothing was sent",
            *ways,
            "BROADCAST",
        )


def _signature(table: Table, author: str, manner: Manner, heading: Heading, voices: Voices) -> str:
    """The name below press; "" where it is not signed. Raises MisaddressedError."""
    is_power, speaker = author not in SIGNATURES, heading.speaker
    colours = manner.colours or (WHITE,)
    colour = heading.colour or (colours[0] if is_power else WHITE)
    if is_power and colour not in colours:
        other = "not signed" if colour == WHITE else "signed with the power that wrote it"
        raise MisaddressedError(f"press in {table.game.name} is {other}, so nothing was sent")
    if not speaker or speaker == author:
        return "" if colour == GREY and is_power else SIGNATURES.get(author, author)
    if author in voices.get(speaker, ()):
        return speaker
    if speaker not in (*table.powers, *voices):
        raise MisaddressedError(f"'{speaker}' is nobody in {table.game.name}, so nothing was sent")
    if not manner.fake or not is_power:
        raise MisaddressedError(
            f"you do not speak for {speaker} and {table.game.name} allows no fake press, "
            f"so nothing was sent"
        )
    return speaker
