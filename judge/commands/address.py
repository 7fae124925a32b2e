"""ADDRESS address: where a person's mails go, one of the addresses that were confirmed."""

from dataclasses import replace

from judge.desk.desk import Desk
from judge.game.readers import notices
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import people

VERBS = ("address",)
UNPROVEN = "nothing proves who you are: send this as a reply to a mail of one of your games"


def run(desk: Desk, command: Command) -> Desk:
    """Make another address the registered one, and tell the old one."""
    address = command.words[0].strip("<>,;").lower()
    person = desk.person if desk.proven else None
    if person is None:
        return desk.refuses(command, UNPROVEN)
    holder = people.find_by_address(desk.db, address)
    if holder is None or holder.id != person.id:
        message = "this address has to be confirmed first"
        return desk.refuses(command, message, f"I AM ALSO {address}")
    if address == person.address:
        return desk.says(command, f"your mails go to {address} already")
    people.move(desk.db, person, address, desk.house.now)
    text = (
        f"From now on your mails go to {address}. If you did not ask for that, "
        f"RESET your seats and write to the keeper of the judge."
    )
    key, event = (
        f"address.{person.id}.{desk.receipt}",
        Event("note", {"text": text}, person.address),
    )
    farewell = notices.personal_notice(desk.house, person, key, "your address", event)
    next_desk = desk.from_person(replace(person, address=address)).sends([farewell])
    return next_desk.says(command, f"your mails go to {address} now").titles("your address")
