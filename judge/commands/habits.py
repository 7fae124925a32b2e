"""SET FORMAT, DIGEST and QUIET: how and when somebody wants his mails, in all games."""

from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.terms.clock import read_hour, read_hours
from judge.kernel.errors import InputError
from judge.kernel.text import Command
from judge.store import habits

NAMES = {"format": habits.FORMAT, "layout": habits.FORMAT, "digest": habits.DIGEST,
         "quiet": habits.QUIET}  # fmt: skip
"""What SET calls them."""
_NO = ("none", "no", "off", "usual", "standard", "at once")
MORNING = "08:00"


def choose(desk: Desk, command: Command, name: str, value: str) -> Desk:
    """Store a wish of the letter's writer."""
    reason = speakers.explain_nameless(desk)
    if reason or desk.person is None:
        return desk.refuses(command, reason)
    word = " ".join(value.lower().strip(" .;").split())
    kind = NAMES[name]
    if word in _NO:
        habits.put(desk.db, desk.person.id, kind, "")
        return desk.says(command, _USUAL[kind])
    try:
        wish, sentence = _READ[kind](word)
    except InputError:
        wish = ""
    if not wish:
        return desk.refuses(command, "how?", *_EXAMPLES[kind])
    habits.put(desk.db, desk.person.id, kind, wish)
    return desk.says(command, sentence.format(zone=desk.person.zone))


def _format(word: str) -> tuple[str, str]:
    sentence = "results, starts and HISTORY bring a file in njudge's layout, for jDip and its like"
    return ("njudge", sentence) if word == "njudge" else ("", "")


def _digest(text: str) -> tuple[str, str]:
    """The hour of the mail of the day. Raises InputError."""
    rest = text.removeprefix("daily").strip(" ,")
    hour = f"{read_hour(rest):%H:%M}" if rest else MORNING
    sentence = (
        f"one mail a day, at {hour} ({{zone}}), holds the news, press and results of all your "
        f"games; what can't wait, and answers to your own mails, come at once"
    )
    return hour if text else "", sentence


def _quiet(text: str) -> tuple[str, str]:
    """The hours without mails. Raises InputError."""
    first, last = (f"{hour:%H:%M}" for hour in read_hours(text))
    sentence = (
        f"no mails from {first} to {last} ({{zone}}), but for what can't wait and for answers to "
        f"your own; SET ZONE changes the zone"
    )
    return f"{first}-{last}" if first != last else "", sentence


_READ = {habits.FORMAT: _format, habits.DIGEST: _digest, habits.QUIET: _quiet}
_USUAL = {
    habits.FORMAT: "your mails bring no file in another layout",
    habits.DIGEST: "every mail comes by itself, as it is written",
    habits.QUIET: "mails come at any hour",
}
_EXAMPLES = {
    habits.FORMAT: ("SET FORMAT njudge", "SET FORMAT none"),
    habits.DIGEST: ("SET DIGEST daily", "SET DIGEST 19:00", "SET DIGEST none"),
    habits.QUIET: ("SET QUIET 22:00-07:00", "SET QUIET none"),
}
