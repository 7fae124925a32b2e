"""JOIN game WAITING and JOIN WAITING: the waiting lists for seats that become free."""

from judge.commands import register, unlisted, words
from judge.desk import invitations
from judge.desk.desk import Desk
from judge.game.seats import vacancies
from judge.game.terms import tables
from judge.kernel.text import Command
from judge.store import games, seats, waiting
from judge.store.record import OVER, RUNNING, Game

WAITING = "waiting"


def asks_for_list(command: Command) -> bool:
    """Whether JOIN asks for a place on a waiting list."""
    arguments = words.of(command)
    return WAITING in [word.lower() for word in arguments[:2]]


def run(desk: Desk, command: Command) -> Desk:
    """Put the sender on the list of one game, or of all that anybody may join."""
    arguments = words.of(command)
    if arguments[0].lower() == WAITING:
        waiting_desk = desk if desk.person else register.enroll(desk)
        reply = _add_to_list(waiting_desk, command, waiting.ANY, "any game")
        for one in games.find_all(desk.db):
            if one.status == RUNNING and not vacancies.is_private(one):
                reply = _tell_free_seats(reply, command, one)
        return reply
    game = games.find_named(desk.db, arguments[0])
    if game is None or game.status == OVER:
        return words.refuse_unknown_game(desk, command)
    code = arguments[-1] if "code" in [word.lower() for word in arguments[2:-1]] else ""
    if not invitations.is_invited(desk, game, code):
        ways = f"JOIN {game.name} WAITING CODE and its invitation code"
        return desk.refuses(command, f"{game.name} is a private game: {ways}")
    waiting_desk = desk if desk.person else register.enroll(desk)
    all_seats = seats.of_game(desk.db, game.id)
    problem = (
        vacancies.unfit_reason(desk.db, tables.load(game), all_seats, waiting_desk.person)
        if waiting_desk.person
        else ""
    )
    if problem:
        return waiting_desk.refuses(command, problem)
    return _tell_free_seats(_add_to_list(waiting_desk, command, game.id, game.name), command, game)


def _add_to_list(desk: Desk, command: Command, number: int, name: str) -> Desk:
    new = desk.person is not None and waiting.add(desk.db, number, desk.person.id, desk.house.now)
    sentence = (
        f"you {'' if new else 'already '}wait for a seat in {name}; free ones are offered by mail"
    )
    return desk.says(command, sentence).titles("you wait for a seat")


def _tell_free_seats(desk: Desk, command: Command, game: Game) -> Desk:
    """Tell of seats that are to be had at once."""
    table = tables.load(game)
    for seat in seats.of_game(desk.db, game.id):
        until = vacancies.end_of_offers(waiting.offers_of(desk.db, seat))
        if vacancies.is_free(table, seat) and (until is None or until <= desk.house.now):
            line = f"TAKEOVER {seat.power.replace(' ', '-')}@{game.name}"
            desk = desk.says(command, f"{seat.power} is free: {line} takes it")
    return desk


def is_on_list(desk: Desk, command: Command) -> bool:
    """Whether RESIGN names a waiting list that the sender is on."""
    number, _ = _list(desk, command)
    person = desk.person
    return (
        number is not None and person is not None and waiting.is_on_list(desk.db, number, person.id)
    )


def leave(desk: Desk, command: Command) -> Desk:
    """Take the sender off the waiting list that RESIGN names."""
    number, place = _list(desk, command)
    if number is None or desk.person is None:
        return desk
    if not unlisted.is_proven(desk, command, desk.person, place):
        return unlisted.ask_for_code(desk, command, desk.person, place)
    waiting.remove(desk.db, number, desk.person.id)
    return desk.says(command, "you no longer wait for a seat")


def _list(desk: Desk, command: Command) -> tuple[int | None, str]:
    """The number and the name of the waiting list that RESIGN names, if it names one."""
    first = "".join(words.of(command)[:1])
    if first.lower() == WAITING:
        return waiting.ANY, WAITING.upper()
    game = games.find_named(desk.db, first) if first else None
    return (game.id, game.name) if game else (None, "")
