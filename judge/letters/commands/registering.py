"""REGISTER name [in zone]: who writes from this address, and in which zone times are shown."""

import re
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from judge.game.readers import notices
from judge.game.terms.clock import read_hour, read_hours
from judge.kernel import limits
from judge.kernel.engine import Event
from judge.kernel.errors import InputError
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.letters.commands import command_words
from judge.letters.desk import codes, speakers
from judge.letters.desk.desk import Desk
from judge.mail.identity import is_address
from judge.mail.ours import Ours, first_address
from judge.spool import zones
from judge.store import games, log, people, seats, traces
from judge.store import letters as stored
from judge.store.record import Person

_ABBREVIATED = re.compile(r"\s*[A-Z]{2,5}\s*")
"""What looks like a zone's abbreviation: CST may be one in America, China or Cuba."""
LEADS = ("in", "zone")
"""Words that lead to a place."""
UNPROVEN = (
    "this address is registered; to change name or zone, send the line as a reply to a mail "
    "of one of your games"
)


def obey_register(desk: Desk, command: Command) -> Desk:
    """Register the sender's address, or change the name and zone of one that is known."""
    name_words, place = _name_and_place(command)
    name = " ".join(name_words)[: limits.NAME_LETTERS]
    try:
        zone = zones.choose(place, desk.house.now) if place else ""
    except InputError as error:
        lines = (f"REGISTER {name} in {one}" for one in error.meant)
        return desk.refuses(command, str(error), *lines)
    person = desk.person
    if person is None:
        new = enroll(desk, name, zone)
        return new.says(command, "you are registered").titles("you are registered")
    # From alone proves nothing. Who has no game yet has no secret address to prove it by, and
    # little to lose; and who joined without registering may still do so.
    is_nameless = person.name == default_name(desk.house.ours, person.address)
    has_part = seats.of_person(desk.db, person.id) or games.run_by(desk.db, person.id)
    if not (desk.proven or is_nameless) and has_part:
        return desk.refuses(command, UNPROVEN)
    changed_person = replace(person, name=name or person.name, zone=zone or person.zone)
    people.change(desk.db, changed_person)
    new_name: dict[str, Any] = {"name": name, "named": True} if name else {}
    marked = mark_registration(desk, zone=changed_person.zone, **new_name)
    changed_desk = replace(marked, person=changed_person)
    now = changed_desk.tell_time(desk.house.now)
    sentence = f"you are {changed_person.name}, your times are shown in {changed_person.zone}"
    return changed_desk.says(command, f"{sentence}: it is {now}")


def _name_and_place(command: Command) -> tuple[list[str], str]:
    """A name, in words, and a place.

    As in "Marie Dupont in Europe/Paris", "Marie, Vienna", "Marie UTC+2".
    """
    head, _, behind = " ".join(command.words).rpartition(",")
    if head and (zones.is_named(behind) or _ABBREVIATED.fullmatch(behind)):
        return head.split(), behind.strip()
    words = command_words.of(command)
    leads = (index for index, word in enumerate(words) if index and word.lower() in LEADS)
    first = next(leads, len(words))
    before = [word for word in words[:first] if word.lower() not in LEADS]
    after = [word for word in words[first:] if word.lower() not in LEADS]
    for size in (2, 1):
        place = " ".join(before[-size:])
        if not after and len(before) >= size and zones.is_marked(place):
            return before[:-size], place
    return before, " ".join(after)


def default_name(ours: Ours, address: str) -> str:
    """What somebody is called who gives no name: it tells nothing of the address."""
    return f"Player {ours.token('name', address, bits=20).upper()}"


def enroll(desk: Desk, name: str = "", zone: str = "") -> Desk:
    """Register the sender, and ask for a name where none is given."""
    address, house = desk.letter.sender, desk.house
    own_name, own_zone = name or default_name(house.ours, address), zone or house.config.zone
    person: Person = people.add(desk.db, address, own_name, own_zone, house.now)
    data = {
        "name": person.name,
        "named": bool(name),
        "address": person.address,
        "zone": person.zone,
        "seated": False,
        "found": False,
    }
    return replace(desk, person=person).shows(Event("registered", data, person.address))


def meet(desk: Desk) -> Desk:
    """The sender, registered now if he was not, who has found a game: that is what he is told."""
    if desk.person is None:
        return mark_registration(enroll(desk), found=True)
    new = any(event.kind == "registered" for event in desk.events)
    return replace(mark_registration(desk, found=True), title="") if new else desk


def mark_registration(desk: Desk, **known: Any) -> Desk:
    """The same letter, whose registration knows what followed it.

    ``found``: a game, so that nothing is said of how to find one; ``seated``: it begins at once,
    and its mails say how to play.
    """
    events = (one.knowing(**known) if one.kind == "registered" else one for one in desk.events)
    return replace(desk, events=tuple(events))


NAMELESS = "nothing proves who you are: send this as a reply to a mail of one of your games"


def obey_address(desk: Desk, command: Command) -> Desk:
    """Make another address the registered one, and tell the old one."""
    address = command.words[0].strip("<>,;").lower()
    person = desk.person if desk.proven else None
    if person is None:
        return desk.refuses(command, NAMELESS)
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
    key = f"address.{person.id}.{desk.receipt}"
    event = Event("note", {"text": text}, person.address)
    farewell = notices.personal_notice(desk.house, person, key, "your address", event)
    next_desk = desk.from_person(replace(person, address=address)).sends([farewell])
    return next_desk.says(command, f"your mails go to {address} now").titles("your address")


def obey_also(desk: Desk, command: Command) -> Desk:
    """Mail a code in two halves, or take it."""
    first_word, *parts = command.words
    address = first_word.strip("<>,;").lower()
    if not is_address(address) or first_address(address, desk.house.ours)[0]:
        return desk.refuses(command, f"'{address}' is not a mail address of yours")
    code = "".join(parts)
    if code:
        # The address is that of the person who asked, wherever the code comes from.
        asker_id = codes.spend(desk, f"also {address}", code)
        if asker_id is None:
            return desk.refuses(command, command_words.WRONG_CODE)
        owner = people.find_by_address(desk.db, address)
        if owner is not None and owner.id != asker_id:
            return desk.refuses(command, f"{address} is registered for somebody of its own")
        asker = people.get(desk.db, asker_id)
        if owner is None:
            people.add_address(desk.db, asker, address, desk.house.now)
        next_desk = desk if desk.person else desk.from_person(asker)
        sentence = f"{address} and {asker.address} are one person's now"
        return next_desk.says(command, sentence).titles("your addresses")
    person = desk.person
    if person is None:
        return desk.refuses(command, "write from an address that is registered", "REGISTER name")
    holder = people.find_by_address(desk.db, address)
    if holder is not None and holder.id == person.id:
        return desk.says(command, f"{address} is an address of yours already")
    since, most = desk.house.now - limits.CODE_HOLDS, limits.ADDRESSES_A_DAY
    if stored.count_codes_for(desk.db, "also", person.id, since) >= most:
        return desk.refuses(command, f"you have asked for {most} codes today; try again tomorrow")
    code = codes.issue(desk, f"also {address}", person.id)
    first, _, second = code.partition("-")
    halves: list[Notice] = []
    for to, other, line in (
        (person.address, address, f"I AM ALSO {address} {first}-?????"),
        (address, person.address, f"I AM ALSO {address} ?????-{second}"),
    ):
        purpose = (
            f"Somebody says that {person.address} and {address} are one person's. If so, put the "
            f"half that went to {other} in place of the question marks; if not, do nothing."
        )
        # What goes to the new address was typed by nobody but its owner.
        event = codes.describe_code(desk.house, line, purpose, person.address)
        key, title = f"also.{person.id}.{desk.receipt}.{to}", "is this address yours?"
        halves.append(notices.personal_notice(desk.house, person, key, title, event, address=to))
    sentence = f"half of a code is on its way to {person.address}, half to {address}"
    return desk.sends(halves if code else ()).says(command, sentence)


MOST_ROWS = 200
"""Of a table so many rows are shown, the latest."""


def obey_my_data(desk: Desk, command: Command, person: Person) -> Desk:
    """Show all that the judge keeps of who wrote, if he is proven to be who he says."""
    parts = []
    for name, rows in traces.gather(desk.db, person):
        row_texts = [
            ", ".join(  # what is empty is left out
                f"{key} {value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else f"{key} {value}"
                for key, value in row.items()
                if value not in ("", None, b"")
            )
            for row in rows[-MOST_ROWS:]
        ]
        parts.append({"title": name, "rows": row_texts, "all": len(rows)})
    event = Event("my-data", {"parts": parts}, desk.writer)
    return desk.displays(command, "what the judge keeps of you", event)


def obey_forget(desk: Desk, command: Command) -> Desk:
    """Mail a code, or take it."""
    person = desk.person
    if desk.table is not None:
        return desk.refuses(command, "send FORGET ME in a mail of its own, to the judge")
    if person is None:
        return desk.refuses(command, "nobody is registered under this address")
    if busy := [game.name for game in games.of_person(desk.db, person.id)]:
        ways = "RESIGN, or hand over the games that you run"
        return desk.refuses(command, f"you are still in {', '.join(busy)}: {ways}")
    purpose = f"forget {person.id}"
    if not command.words:
        why = (
            "Somebody asked the judge to forget you: your name, your addresses, your places on "
            "waiting lists. What you played stays in games that are over, without your name."
        )
        title = "shall the judge forget you?"
        reply = command_words.mail_code(desk, purpose, "FORGET ME", why, "forget", title)
        mailed = f"a code is on its way to {person.address}"
        return reply.says(command, f"{mailed}; nothing is erased before it comes back")
    if codes.spend(desk, purpose, command.words[0].strip(".!")) is None:
        return desk.refuses(command, command_words.WRONG_CODE, "FORGET ME")
    log.append(desk.db, desk.house.now, log.JUDGE, "person.forgotten", person=person.id)
    traces.erase(desk.db, person)
    sentence = "your name and addresses are erased; this is the last mail that you get"
    return desk.says(command, sentence).titles("you are forgotten")


HABITS = {"format": people.FORMAT, "layout": people.FORMAT, "digest": people.DIGEST,
         "quiet": people.QUIET}  # fmt: skip
"""What SET calls them."""
_NO = ("none", "no", "off", "usual", "standard", "at once")
MORNING = "08:00"


def choose_habit(desk: Desk, command: Command, name: str, value: str) -> Desk:
    """Store a wish of the letter's writer."""
    reason = speakers.explain_nameless(desk)
    if reason or desk.person is None:
        return desk.refuses(command, reason)
    text, kind = " ".join(value.lower().strip(" .;").split()), HABITS[name]
    if text in _NO:
        people.put_wish(desk.db, desk.person.id, kind, "")
        return desk.says(command, _USUAL[kind])
    wish, zone = "", desk.person.zone
    with suppress(InputError):
        if kind == people.FORMAT:
            wish = "njudge" if text == "njudge" else ""
            sentence = (
                "results, starts and HISTORY bring a file in njudge's layout, for jDip and its like"
            )
        elif kind == people.DIGEST:
            hour = text.removeprefix("daily").strip(" ,")
            wish = f"{read_hour(hour or MORNING):%H:%M}" if text else ""
            sentence = (
                f"one mail a day, at {wish} ({zone}), holds the news, press and results of all "
                f"your games; what can't wait, and answers to your own mails, come at once"
            )
        else:
            first, last = (f"{hour:%H:%M}" for hour in read_hours(text))
            wish = f"{first}-{last}" if first != last else ""
            sentence = (
                f"no mails from {first} to {last} ({zone}), but for what can't wait and for "
                f"answers to your own; SET ZONE changes the zone"
            )
    if not wish:
        return desk.refuses(command, "how?", *_EXAMPLES[kind])
    people.put_wish(desk.db, desk.person.id, kind, wish)
    return desk.says(command, sentence)


_USUAL = {
    people.FORMAT: "your mails bring no file in another layout",
    people.DIGEST: "every mail comes by itself, as it is written",
    people.QUIET: "mails come at any hour",
}
_EXAMPLES = {
    people.FORMAT: ("SET FORMAT njudge", "SET FORMAT none"),
    people.DIGEST: ("SET DIGEST daily", "SET DIGEST 19:00", "SET DIGEST none"),
    people.QUIET: ("SET QUIET 22:00-07:00", "SET QUIET none"),
}
