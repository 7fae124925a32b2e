"""What commands share: the words behind a verb, games and powers; a welcome, a code by mail."""

from collections.abc import Sequence

from msgspec.structs import replace

from judge.catalog import samples, sheet
from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.game.readers import notices, views
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.engine import Event
from judge.kernel.text import Command, Line
from judge.language import fold
from judge.language.named_phases import find_phase
from judge.language.words import list_near
from judge.letters.desk import codes, speakers
from judge.letters.desk.desk import Desk
from judge.store import games
from judge.store.record import Game, Seat

_NEAR = 0.7
"""How alike the name of a game must be to one that is not there, to be the one meant."""
_BRACKETS = str.maketrans("", "", "[]*")


def understand(desk: Desk, texts: Sequence[str]) -> Sequence[sheet.Answerable]:
    """Lines that stand in no letter, as they read now for who wrote this one."""
    state = desk.table.state if desk.table else None
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    return sheet.understand(lines, desk.variant, state, desk.power)


def of(command: Command) -> list[str]:
    """A command's words, one string a word, without commas between them."""
    return " ".join(command.words).replace(",", " ").split()


def board(desk: Desk) -> samples.Page:
    """The names for examples of the game that the mail speaks for; the standard game's for none."""
    return samples.page(desk.table.variant if desk.table else catalog.load("standard"))


def table_meant(desk: Desk, command: Command) -> Table | None:
    """The game that a command names by its first word, else the one that the mail speaks for."""
    names = of(command)
    if not names:
        return desk.table
    named_game = games.find_named(desk.db, names[0])
    if named_game is None:
        return None
    inside = speaks_for(desk, named_game) and (desk.seat is not None or desk.role == MASTER)
    return tables.load(named_game) if inside else views.outsider_table(desk.db, named_game)


def speaks_for(desk: Desk, game: Game) -> bool:
    """Whether a letter speaks for this game."""
    return desk.table is not None and desk.table.game.id == game.id


def refuse_unknown_game(desk: Desk, command: Command) -> Desk:
    """Say that a game is missing or unknown."""
    names = of(command)
    if not names:
        asked = speakers.ask_which_game(desk)
        return desk.refuses(command, asked or "say which game: LIST shows them")
    listed = games.read_page(desk.db, games.BY_FORMING, games.GOING, most=limits.LISTED_GAMES)
    near = list_near(names[0].lower(), [one.game.name for one in listed], _NEAR, 1)
    meant = f"did you mean {near[0][0]}? " if near else ""
    unknown = f"there is no game '{names[0]}'; {meant}LIST shows those there are"
    return desk.refuses(command, unknown)


def named_phase(words: Sequence[str], variant: Variant) -> str:
    """The phase that words name, in full or in part ("F1901M", "fall 1901", "1901"); "" for all."""
    text = " ".join(words)
    return find_phase(text, own=variant.vocabulary.seasons) or text.upper()


def powers(variant: Variant, words: Sequence[str]) -> tuple[list[str], str]:
    """The powers that words name, in their order, and the first word that names none ("").

    A power is a name, an adjective or a letter; a word of letters alone ("FEG") is a list, and so
    are njudge's brackets around those that are liked alike ("E[FG]RIT"); its "*" is any other.
    """
    named_powers: list[str] = []
    bare_words = [(word.upper() if "[" in word else word).translate(_BRACKETS) for word in words]
    words_left = [word for word in bare_words if word]
    while words_left:
        for length in range(min(4, len(words_left)), 0, -1):
            name = fold.words(" ".join(words_left[:length]))
            power = variant.vocabulary.power(name) if name else None
            if power in variant.engine.powers:
                named_powers.append(power)
                break
        else:
            word, length = words_left[0], 1
            listed = [variant.vocabulary.letters.get(letter, "") for letter in word.upper()]
            is_list = len(word) == 1 or (word.isupper() and len(set(word)) == len(word))
            if not is_list or not all(listed):
                return named_powers, word
            named_powers += listed
        words_left = words_left[length:]
    return list(dict.fromkeys(named_powers)), ""


def welcome(
    desk: Desk,
    table: Table,
    role: str,
    kind: str,
    title: str,
    events: Sequence[Event],
    seat: Seat | None = None,
) -> Desk:
    """Show a letter's writer the game in which he has a role now, and speak for it.

    Where the letter speaks for another one he is mailed that.
    """
    if desk.table is None:
        entered = replace(desk, table=table, role=role, seat=seat)
        return entered.shows(*events, of=table).titles(title)
    if desk.person is None:
        return desk
    notice = notices.game_notice(desk.house, table, Reader(desk.person, role, seat), kind, events)
    key = f"{notice.key}.{seat.id if seat else role}.{desk.receipt}"
    return desk.sends([replace(notice, key=key, title=title)])


WRONG_CODE = "that code is wrong or used up"


def mail_code(desk: Desk, purpose: str, line: str, why: str, key: str, title: str) -> Desk:
    """Mail the letter's writer a code for ``purpose``, behind the line to send back.

    Nothing if one went out within the hour.
    """
    person = desk.person
    code = codes.issue(desk, purpose, person.id) if person else ""
    if person is None or not code:
        return desk
    event = codes.describe_code(desk.house, f"{line} {code}", why, person.address)
    key = f"{key}.{person.id}.{desk.receipt}"
    return desk.sends([notices.personal_notice(desk.house, person, key, title, event)])
