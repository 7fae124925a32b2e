"""FORGET ME: the name and all addresses of somebody who plays no more are erased.

A one-time code goes to the registered address first; FORGET ME CODE then does it. Games that are
over keep what was played, by "somebody".
"""

from judge.desk import codes
from judge.desk.desk import Desk
from judge.game.readers import notices
from judge.kernel.text import Command
from judge.store import games, log, oblivion, seats
from judge.store.record import OVER, Person

VERBS = ("forget",)


def run(desk: Desk, command: Command) -> Desk:
    """Mail a code, or take it."""
    person = desk.person
    if desk.table is not None:
        return desk.refuses(command, "send FORGET ME in a mail of its own, to the judge")
    if person is None:
        return desk.refuses(command, "nobody is registered under this address")
    busy = _busy_games(desk, person)
    if busy:
        ways = "RESIGN, or hand over the games that you run"
        return desk.refuses(command, f"you are still in {', '.join(busy)}: {ways}")
    if not command.words:
        sentence = (
            f"a code is on its way to {person.address}; nothing is erased before it comes back"
        )
        return _mail_code(desk, person).says(command, sentence)
    if codes.spend(desk, _purpose(person), command.words[0].strip(".!")) is None:
        return desk.refuses(command, "that code is wrong or used up", "FORGET ME")
    log.append(desk.db, desk.house.now, log.JUDGE, "person.forgotten", person=person.id)
    oblivion.forget(desk.db, person)
    sentence = "your name and addresses are erased; this is the last mail that you get"
    return desk.says(command, sentence).titles("you are forgotten")


def _purpose(person: Person) -> str:
    return f"forget {person.id}"


def _busy_games(desk: Desk, person: Person) -> list[str]:
    """The games, not over yet, that somebody plays or runs."""
    own_seats = {seat.game for seat in seats.of_person(desk.db, person.id)}
    open_games = [game for game in games.find_all(desk.db) if game.status != OVER]
    return [game.name for game in open_games if game.id in own_seats or game.gm == person.id]


def _mail_code(desk: Desk, person: Person) -> Desk:
    code = codes.issue(desk, _purpose(person), person.id)
    if not code:
        return desk
    purpose = (
        "Somebody asked the judge to forget you: your name, your addresses, your places on "
        "waiting lists. What you played stays in games that are over, without your name."
    )
    event = codes.describe_code(desk.house, f"FORGET ME {code}", purpose, person.address)
    key, title = f"forget.{person.id}.{desk.receipt}", "shall the judge forget you?"
    return desk.sends([notices.personal_notice(desk.house, person, key, title, event)])
