"""ALLOW, DENY, APPROVE name: who may join a game. NO ALLOW, NO DENY: he is off the list again."""

from collections.abc import Mapping
from dataclasses import replace

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.readers import notices
from judge.game.seats import entry
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, Event
from judge.kernel.text import Command
from judge.store import doors, people, seats
from judge.store.doors import ALLOW, DENY
from judge.store.record import Person

VERBS = ("allow", "deny", "approve", "noallow", "nodeny")
_SWITCHES = ("yes", "no", "on", "off")
"""What is typed by who means the option approval."""
_RULES = {"allow": ALLOW, "approve": ALLOW, "deny": DENY}


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Write somebody on a list, take him off it, or show both lists."""
    who = " ".join(" ".join(command.words).strip("<>,;. ").lower().split())
    if not who:
        return _show(desk, command, table)
    if who in _SWITCHES:
        examples = ("APPROVE name@example.org", "SET approval yes")
        return desk.refuses(command, f"'{who}' is nobody's name", *examples)
    rule = _RULES.get(command.verb, "")
    if not rule:
        was_listed = doors.drop(desk.db, table.game.id, who)
        return desk.says(
            command, f"{who} is {'no longer on a list' if was_listed else 'on no list'}"
        )
    namesakes = people.find_called(desk.db, who)
    if command.verb == "approve" and len(namesakes) == 1:
        return _approve(desk, command, table, who, namesakes[0])
    return _list(desk, command, table, who, rule)


def _list(desk: Desk, command: Command, table: Table, who: str, rule: str) -> Desk:
    """Write somebody on a list; whatever he has asked is answered by that."""
    doors.put(desk.db, table.game.id, who, rule)
    doors.answer(desk.db, table.game.id, who)
    mastery.log_deed(desk, table, command.verb)
    ruling = f"{who} may join" if rule == ALLOW else f"{who} may not join"
    return desk.says(command, f"{ruling} {table.game.name}")


def _approve(desk: Desk, command: Command, table: Table, who: str, person: Person) -> Desk:
    """Let in somebody who is registered, and tell him, if he does not know it yet."""
    game = table.game
    if any(seat.person == person.id for seat in seats.of_game(desk.db, game.id)):
        return desk.says(command, f"{person.name} has a seat in {game.name} already")
    if doors.of_game(desk.db, game.id).get(who) == ALLOW:
        return desk.says(command, f"{who} may join {game.name} already, and knows it")
    has_asked = doors.has_asked(desk.db, game.id, person.address)
    name = person.address.lower() if has_asked else who
    return _tell(_list(desk, command, table, name, ALLOW), command, table, person)


def _tell(desk: Desk, command: Command, table: Table, person: Person) -> Desk:
    """Tell somebody who waits for it that he may join."""
    text = (
        f"The game master of {table.game.name} has approved you: send JOIN {table.game.name} to "
        f"take a seat."
    )
    key = f"{table.game.name}.approved.{desk.receipt}.{command.span.line}"
    title = f"you may join {table.game.name}"
    event = Event("note", {"text": text}, person.address)
    return desk.sends([notices.personal_notice(desk.house, person, key, title, event)])


def _show(desk: Desk, command: Command, table: Table) -> Desk:
    """Both lists, and who waits for a word, in one answer."""
    rules = doors.of_game(desk.db, table.game.id)
    others = "whom you approve" if entry.approves(table.game) else "nobody else"
    allowed = _names(rules, ALLOW)
    parts = [
        f"may join: {allowed}, {others}" if allowed else f"may join: {_anybody(table)}",
        f"may not: {_names(rules, DENY) or 'nobody is kept out'}",
    ]
    asking = doors.list_asked(desk.db, table.game.id)
    parts += [f"waiting for your APPROVE: {', '.join(asking)}"] if asking else []
    return desk.says(command, "; ".join(parts))


def _names(rules: Mapping[str, str], rule: str) -> str:
    return ", ".join(sorted(who for who, one in rules.items() if one == rule))


def _anybody(table: Table) -> str:
    return "whoever you approve" if entry.approves(table.game) else "anybody"


def ask_master(desk: Desk, table: Table, address: str, name: str) -> Desk:
    """Ask a game's master whether somebody may join; he is asked once for each."""
    game = table.game
    if game.gm is None:
        return desk
    doors.ask(desk.db, game.id, address, f"{name or address} ({address})")
    reader = notices.Reader(people.get(desk.db, game.gm), notices.MASTER)
    text = (
        f"{name or address} ({address}) wants to join {game.name}. APPROVE {address} lets in, "
        f"DENY {address} keeps out."
    )
    event = Event("note", {"text": text}, GM)
    blank = notices.game_notice(desk.house, table, reader, "gm", (event,))
    key = f"{game.name}.approval.{address}"
    title = f"{name or 'somebody'} wants to join"
    return desk.sends([replace(blank, key=key, title=title)])
