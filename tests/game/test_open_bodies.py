"""No secret address stands in any part of a mail but its headers: what is forwarded gives nothing.

Each variant is played through all kinds of mails, and its players quote their own secret
addresses wherever a mail can hold words.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from html import unescape
from urllib.parse import unquote

import pytest

from judge.catalog import variant as catalog
from judge.game.terms import tables
from tests.game.world import DAY, DEADLINE, Sent, World, mailbox

MARIA, MALLORY = "maria@new.example", "mallory@elsewhere.example"
SECRET = re.compile(
    r"\+[a-z0-9-]+\.[a-z0-9-]+(?:\.press)?\.[a-z2-7]{16}|\+reply\.[a-z2-7]{20}", re.IGNORECASE
)
ALL = {"answer", "confirm", "gm", "help", "joined", "keeper", "late", "news", "notice", "over"}
ALL |= {"press", "refusal", "reminder", "results", "started"}


def bodies(message: EmailMessage) -> Iterator[str]:
    """The subject and all that a mail's parts hold, files in archives as well, links undone."""
    yield str(message["Subject"])
    for part in message.walk():
        if part.is_multipart():
            continue
        raw = part.get_payload(decode=True)
        assert isinstance(raw, bytes)
        if part.get_content_type() == "application/zip":
            with zipfile.ZipFile(io.BytesIO(raw)) as archive:
                yield from (archive.read(name).decode() for name in archive.namelist())
        else:
            yield unquote(unescape(raw.decode()))


def seats(variant: str) -> int:
    """How many people play a variant."""
    return len(catalog.load(variant).engine.powers)


SMALLEST = min(catalog.names(), key=seats)
"""The variant of a second game, which begins when all its seats are taken."""


def tokens(sent: list[Sent]) -> set[str]:
    """The secret parts of all addresses to reply to."""
    found = (SECRET.search(mail.reply_to) for mail in sent)
    return {one.group().rpartition(".")[2] for one in found if one}


def talk(world: World, power: str, friend: str) -> None:
    """A mail that holds its writer's secret address wherever words may stand, and asks for much."""
    own = world.address(power)
    lines = (
        f"HOLD ALL\nReply-To: {own}\nA {own} - Bur\nPASSWORD {own}\n"
        f"PRESS TO {friend}\nwrite to {own} or <mailto:{own.replace('+', '%2B')}>\nENDPRESS\n"
        f"PUBLISH\nSTATUS\nHISTORY\nRECEIPTS\nHELP security\nREGISTER {own}\nNOWAIT\n"
    )
    world.mail(mailbox(power), lines, to=own, headers=[f"Subject: {own}"])


@pytest.mark.parametrize("variant", catalog.names())
def test_no_part_of_a_body_holds_a_secret_address(world: World, variant: str) -> None:
    world.begun("alpha", "remind=24h", "moves=3d", "grace=1h", "nmr=hold", variant=variant)
    players = tables.load(world.game()).powers
    one, other = players[0].replace(" ", "-"), players[1]
    master = "gm@players.example"
    sent = [world.say(MARIA, "REGISTER Maria")]
    for power in players[:2]:
        talk(world, power, players[2])
    world.mail(mailbox(players[0]), f"SIGNON {one}@alpha\nHOLD ALL")
    world.mail(MALLORY, "HOLD ALL", to=world.address(players[2]))
    world.mail("eva@new.example", "what is this?")
    world.mail("ida@new.example", "OBSERVE alpha")
    world.mail("ada@new.example", f"CREATE beta {SMALLEST}\nCREATE gamma\nJOIN alpha WAITING")
    for power in players[: seats(SMALLEST)]:
        world.mail(mailbox(power), "JOIN beta")
    world.mail(mailbox(players[-1]), "x" * 1_200_000, to=world.address(players[-1]))
    world.mail(MALLORY, f"RESET {one}@alpha")
    world.mail(mailbox(other), "I AM ALSO fay@work.example", to=world.address(other))
    world.mail(mailbox(other), f"SUBSTITUTE {MARIA} from 2 Nov to 6 Nov", to=world.address(other))
    sent += world.run()
    audit = f"AUDIT {one}\nCOMMENT see {world.address('GM')}\nRULE {world.address('GM')} is mine"
    world.mail(master, audit, to=world.address("GM"))
    world.mail(master, "DEADLINE 6 Nov 12:00", to=world.address("GM"))
    world.mail(mailbox(players[-1]), "RESIGN", to=world.address(players[-1]))
    sent += world.run()
    for hours in (-24, 0, 1):
        sent += world.run(DEADLINE + timedelta(hours=18 + hours))
    world.mail(master, "PROCESS\nTERMINATE", to=world.address("GM"))
    sent += world.run(world.now + DAY)
    kinds = {row[0] for row in world.rows("SELECT DISTINCT kind FROM outbox")}
    assert kinds >= ALL - {"keeper", "refusal"}, ALL - kinds
    assert len(tokens(sent)) > len(players) // 2
    told = re.compile("|".join(tokens(sent)), re.IGNORECASE)
    for mail in sent:
        for text in bodies(mail.message):
            assert not SECRET.search(text), (mail.subject, SECRET.search(text))
            assert not told.search(text), (mail.subject, told.search(text))
