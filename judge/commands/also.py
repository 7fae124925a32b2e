"""I AM ALSO address: a further address of the same person, confirmed by both mailboxes.

Half of a code goes to the registered address and half to the new one: whoever types both reads
both. So neither a forged From nor a stolen secret address adds an address to anybody.
"""

from collections.abc import Iterator

from judge.desk import codes
from judge.desk.codes import HOLDS
from judge.desk.desk import Desk
from judge.game.readers import notices
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.mail.identity import is_address
from judge.mail.ours import first_address
from judge.store import codes as stored
from judge.store import people
from judge.store.record import Person

VERBS = ("also",)
MOST = 3
"""Codes a day that one person can have mailed to addresses that may be anybody's."""


def run(desk: Desk, command: Command) -> Desk:
    """Mail a code in two halves, or take it."""
    first_word, *parts = command.words
    address = first_word.strip("<>,;").lower()
    if not is_address(address) or first_address(address, desk.house.ours)[0]:
        return desk.refuses(command, f"'{address}' is not a mail address of yours")
    code = "".join(parts)
    return (
        _confirm_address(desk, command, address, code)
        if code
        else _mail_code(desk, command, address)
    )


def _mail_code(desk: Desk, command: Command, address: str) -> Desk:
    person = desk.person
    if person is None:
        return desk.refuses(command, "write from an address that is registered", "REGISTER name")
    holder = people.find_by_address(desk.db, address)
    if holder is not None and holder.id == person.id:
        return desk.says(command, f"{address} is an address of yours already")
    since = desk.house.now - HOLDS
    if stored.count_made_for(desk.db, "also", person.id, since) >= MOST:
        return desk.refuses(command, f"you have asked for {MOST} codes today; try again tomorrow")
    code = codes.issue(desk, f"also {address}", person.id)
    sentence = f"half of a code is on its way to {person.address}, half to {address}"
    return desk.sends(_halves(desk, person, address, code)).says(command, sentence)


def _halves(desk: Desk, person: Person, address: str, code: str) -> Iterator[Notice]:
    """The halves of a code; what goes to the new address was typed by nobody but its owner."""
    first, _, second = code.partition("-")
    for to, other, line in (
        (person.address, address, f"I AM ALSO {address} {first}-?????"),
        (address, person.address, f"I AM ALSO {address} ?????-{second}"),
    ):
        purpose = (
            f"Somebody says that {person.address} and {address} are one person's. If so, put the "
            f"half that went to {other} in place of the question marks; if not, do nothing."
        )
        event = codes.describe_code(desk.house, line, purpose, person.address)
        key, title = f"also.{person.id}.{desk.receipt}.{to}", "is this address yours?"
        if code:
            yield notices.personal_notice(desk.house, person, key, title, event, address=to)


def _confirm_address(desk: Desk, command: Command, address: str, code: str) -> Desk:
    """Store the address for the person that asked, wherever the code comes from."""
    holder = codes.spend(desk, f"also {address}", code)
    if holder is None:
        return desk.refuses(command, "that code is wrong or used up")
    owner = people.find_by_address(desk.db, address)
    if owner is not None and owner.id != holder:
        return desk.refuses(command, f"{address} is registered for somebody of its own")
    person = people.get(desk.db, holder)
    if owner is None:
        people.add_address(desk.db, person, address, desk.house.now)
    next_desk = desk if desk.person else desk.from_person(person)
    sentence = f"{address} and {person.address} are one person's now"
    return next_desk.says(command, sentence).titles("your addresses")
