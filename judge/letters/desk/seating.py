"""Who speaks: who knows a secret address; From alone proves nothing."""

import re

from msgspec.structs import replace

from judge.game.press import answering
from judge.game.readers import addresses, views
from judge.game.terms import tables
from judge.letters.desk import order_sheet, speakers
from judge.letters.desk.desk import Desk
from judge.mail import identity
from judge.mail.compose import message_id
from judge.store import games, outbox, people, seats
from judge.store.record import Game, Person, Seat

_NAME = re.compile(r"[\w-]+")


def seat_by_address(desk: Desk) -> Desk:
    """The desk speaking for whoever's secret address was used; else knowing a From at most.

    An address with a wrong token, of a game that is or is none, is our plain address. One that
    answers press is its reader's, who answers that message. One that stands in the thread alone
    counts for its holder: mails are handed on with their threads.
    """
    found = _seat_by_token(desk)
    if not (desk.letter.by_thread and found.foreign):
        return found
    plain_letter = replace(desk.letter, recipient=desk.house.ours.address, by_thread=False)
    return _seat_by_token(replace(desk, letter=plain_letter))


def _seat_by_token(desk: Desk) -> Desk:
    """The same of a letter whose address counts, however it came to it."""
    desk = recognise_press(desk)
    claim = identity.claim(desk.letter.recipient)
    game = games.find_named(desk.db, claim.game) if claim else None
    ours, holder = desk.house.ours, None
    if game and claim:
        holder = addresses.proven_holder(desk.db, ours, game, claim)
    if game and isinstance(holder, Seat):
        return _check_sender(recognise_substitute(sit(desk, game, holder)))
    if game and holder == addresses.MASTER:
        return _check_sender(preside(desk, game))
    if game and isinstance(holder, Person):
        public_table = views.outsider_table(desk.db, game)
        observing_desk = replace(desk, person=holder, table=public_table, role=addresses.OBSERVER)
        return _check_sender(replace(observing_desk, proven=True))
    acting = speakers.find_proven_substitute(desk, game, claim) if game and claim else None
    if game and acting:
        seat, person = acting
        return _check_sender(replace(sit(desk, game, seat), person=person))
    is_stamped = bool(desk.letter.authenticated)
    if is_stamped:
        people.add_proven(desk.db, desk.letter.sender, desk.house.now)
    writer = people.find_by_address(desk.db, desk.letter.sender)
    return replace(desk, person=writer, proven=is_stamped)


def recognise_press(desk: Desk) -> Desk:
    """The desk of a letter to an address that answers press, as if it came to its reader's own."""
    claim = identity.claim(desk.letter.recipient)
    game = games.find_named(desk.db, claim.game) if claim and claim.press else None
    if game is None or claim is None:
        return desk
    answered = answering.find_answered(desk.db, desk.house.ours, game, claim, desk.house.now)
    if answered is None:
        return desk
    address, message = answered
    return replace(desk, letter=replace(desk.letter, recipient=address), pressed=message)


def recognise_substitute(desk: Desk) -> Desk:
    """The desk of a substitute who wrote to the player's own address instead of his."""
    if desk.table is None or desk.seat is None or _is_registered(desk):
        return desk
    writer = people.find_by_address(desk.db, desk.letter.sender)
    substitutes = addresses.acting_substitutes(desk.db, desk.table.game, desk.seat, desk.house.now)
    return replace(desk, person=writer) if writer in substitutes else desk


def _check_sender(desk: Desk) -> Desk:
    """Hold the sender's address against the person whose secret address was used.

    His own address is proved by that. Any other may be somebody's to whom a mail was forwarded.
    """
    writer = (
        desk.person if _is_registered(desk) else people.find_by_address(desk.db, desk.letter.sender)
    )
    if writer is None or desk.person is None or writer.id != desk.person.id:
        return replace(desk, proven=False, foreign=desk.letter.sender or "nowhere")
    people.add_proven(desk.db, desk.letter.sender, desk.house.now)
    return desk


def _is_registered(desk: Desk) -> bool:
    """Whether a letter comes from the registered address of whom it speaks for."""
    return desk.person is not None and desk.letter.sender == desk.person.address


def seat_by_stamp(desk: Desk, game_name: str = "") -> Desk:
    """The desk speaking for what its sender holds, if our mail server vouches for the sender.

    He holds one seat or game, or the letter says which of several it means: by a line GAME with
    ``game_name``, the open address ("judge+alpha@"), the mail that it answers, or its subject.
    """
    person = desk.person
    if person is None or not desk.letter.authenticated:
        return desk
    own_games = games.of_person(desk.db, person.id)
    claim = identity.claim(desk.letter.recipient)
    # The clearest word decides. A letter that answers somebody else's mail means no game: that one
    # chose where an answer goes.
    if game_name:
        games_meant = [game for game in own_games if game.name == game_name.lower()]
    elif (answered := _find_games_answered(desk, person, own_games)) is None:
        return desk
    elif claim is not None:
        games_meant = [game for game in own_games if game.name == claim.game]
    else:  # those whose names are words of its subject: "[alpha] Spring 1901 movement"
        words = set(_NAME.findall(desk.letter.subject.lower()))
        named = [game for game in own_games if game.name.lower() in words]
        games_meant = answered or named or own_games
    if len(games_meant) != 1:
        return desk
    (game,) = games_meant
    own_seats = [one for one in seats.of_game(desk.db, game.id) if one.person == person.id]
    return sit(desk, game, own_seats[0]) if own_seats else preside(desk, game)


def _find_games_answered(desk: Desk, person: Person, own_games: list[Game]) -> list[Game] | None:
    """The games whose mails a letter's headers name; None if it answers a mail that is not ours."""
    thread, ours = desk.letter.references, desk.house.ours
    if not thread:
        return []
    addresses_of_person = (person.address, desk.letter.sender)
    ids_of = {
        name: {
            message_id(head.key, ours)
            for head in outbox.latest(desk.db, addresses_of_person, (name,))
        }
        for name in ("", *(game.name for game in own_games))
    }
    if not any(thread[-1] in ids for ids in ids_of.values()):
        return None
    return [game for game in own_games if not ids_of[game.name].isdisjoint(thread)]


def sit(desk: Desk, game: Game, seat: Seat) -> Desk:
    """Let the desk speak for a seat; answers go to the seat's holder from now on."""
    holder = people.get(desk.db, seat.person or 0)
    table = tables.load(game)
    sheet = order_sheet.find_sheet(desk.db, table, seat)
    seated_desk = replace(desk, person=holder, table=table, role=seat.power, seat=seat, sheet=sheet)
    return replace(seated_desk, proven=True, foreign="")


def preside(desk: Desk, game: Game) -> Desk:
    """Let the desk speak for the game master; answers go to him from now on."""
    holder = people.get(desk.db, game.gm or 0)
    presiding_desk = replace(desk, person=holder, table=tables.load(game), role=addresses.MASTER)
    return replace(presiding_desk, proven=True, foreign="")
