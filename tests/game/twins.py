"""Twins: two judges that live through the same hours and differ in one player's secrets only.

Every mail to everybody else, with its time, what the keeper's tools print, what a pass reports,
and what ``judge export`` writes for anybody must be equal to the byte. And what a kind of secrets
is about must have been told to somebody alone: a twin in which that never happens proves nothing.
``KINDS`` are the kinds of secrets there are; ``run`` tries pairs of worlds with random ones.
"""

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec
from sqlalchemy import Connection, update

from judge.catalog import variant as catalog
from judge.game.books import export, overview
from judge.game.readers import addresses
from judge.game.terms import tables
from judge.kernel import audience, limits
from judge.kernel.engine import Event, Task
from judge.report import plates
from judge.report.site import maps, pages, public
from judge.report.site.refresh import Site
from judge.store import people, schema, seats
from judge.store.record import Game
from tests import folders
from tests.game.world import DAY, HOUR, JUDGE, World, mailbox

SEATS = range(5, 10)
"""Two are in a secret, three look on; with more it only takes longer."""
VARIANTS = tuple(name for name in catalog.names() if len(catalog.load(name).engine.powers) in SEATS)
MASTER = "gm@players.example"
SITE = Site("The Judge", JUDGE, "https://judge.example")
OWN = "own.example"
"""The domain of further addresses of those whose secrets are kept: nobody else reads there."""
WORDS = ("lilac", "quartz", "walrus", "zephyr", "onyx", "mango", "fjord", "ibex")

Said = Iterable[tuple[str, str]]
"""Mails, one after the other: who writes (a power, or an address), and the lines."""
REPLY = "#"
"""Stands behind a power that replies to the newest press."""


@dataclass(frozen=True)
class Hand:
    """Where secrets are written: the world as it is, two powers, and the dice of this world."""

    world: World
    dice: Random
    mine: str
    friend: str

    @property
    def pair(self) -> tuple[str, str]:
        """The two powers in an order that is itself a secret."""
        return self.dice.choice([(self.mine, self.friend), (self.friend, self.mine)])

    def words(self, most: int = 40) -> str:
        """Some words."""
        return " ".join(self.dice.choices(WORDS, k=self.dice.randint(1, most)))

    def address(self) -> str:
        """An address that nobody else knows."""
        return f"{self.dice.choice(WORDS)}{self.dice.randint(10, 99)}@{OWN}"

    def orders(self) -> list[str]:
        """An order for each unit of the power that has a choice."""
        return [self.dice.choice(task.options) for task in _tasks(self) if task.options]

    def some(self, *lines: str) -> str:
        """One of these lines."""
        return self.dice.choice(lines)


@dataclass(frozen=True)
class Kind:
    """A kind of secret: ``says`` writes the mails of one world, as many as in the other.

    ``phase``: the kind of phase that it belongs to ("": any). ``friend``: a second player is in
    the secret. ``master``: so is the game master; ``keeper``: ``judge show`` tells it. ``polled``:
    the game master asks all he may after every mail. ``plays``:
    the results may tell it. ``begins`` brings a new world to where it can
    be written (None: a game that has begun).
    ``verbs`` and ``events`` are the commands and the private events that it is about; of each of
    the events there is one in a run that not all may see, or the run fails. ``maps``: mails bring
    maps.
    """

    says: Callable[[Hand], Said]
    verbs: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    variants: tuple[str, ...] = VARIANTS
    options: tuple[str, ...] = ()
    phase: str = ""
    friend: bool = False
    master: bool = False
    keeper: bool = False
    polled: bool = False
    plays: bool = False
    maps: bool = False
    begins: Callable[[World], None] | None = None


@dataclass
class Figures:
    """What was tried: pairs of worlds, mails compared, and each difference in words."""

    pairs: int = 0
    mails: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Seen:
    """What others could see of a world: mails by Message-ID, and all else as text.

    ``secrets`` are the kinds of events that single readers were told of.
    """

    mails: dict[str, bytes]
    told: str
    secrets: frozenset[str]


def run(seed: int, count: int, only: str = "") -> Figures:
    """Try ``count`` random pairs of worlds; the same seed tries the same ones.

    ``only`` names a kind of which each pair has to be. Nothing is raised for a difference:
    ``differences`` names the pair and the mail, and ``run`` with its seed makes it again.
    """
    figures = Figures()
    for number in range(count):
        dice = Random(f"{seed}|{number}")
        name, chosen = _chosen(dice, only)
        pair = tried(name, chosen, f"{seed}|{number}")
        figures.pairs += pair.pairs
        figures.mails += pair.mails
        figures.differences += pair.differences
        for kind in chosen:
            figures.kinds[kind] = figures.kinds.get(kind, 0) + 1
    return figures


def tried(name: str, kinds: Sequence[str], seed: str) -> Figures:
    """One pair of worlds of a variant with secrets of these kinds."""
    with tempfile.TemporaryDirectory(prefix="twins-") as home:
        one, other = (
            live(Path(home) / which, name, kinds, Random(f"{seed}|{which}"))
            for which in ("one", "other")
        )
    where = f"{seed} {name}: {', '.join(kinds)}"
    claimed = {event for kind in kinds for event in KINDS[kind].events}
    missing = sorted(claimed - one.secrets - other.secrets)
    found = [f"{where}: {what}" for what in differences(one, other)]
    found += [f"{where}: no '{event}' was told to anybody alone" for event in missing]
    if any(KINDS[kind].maps for kind in kinds) and not any(map(_MAP.search, one.mails.values())):
        found.append(f"{where}: no mail brought a map")
    return Figures(1, len(one.mails), dict.fromkeys(kinds, 1), found)


def _chosen(dice: Random, only: str) -> tuple[str, list[str]]:
    """A variant and kinds of secrets that can be kept together in one game of it."""
    main = only or dice.choice(sorted(KINDS))
    name = dice.choice([name for name in KINDS[main].variants if name in VARIANTS])
    others = [kind for kind in sorted(KINDS) if kind != main and _fits(kind, main, name)]
    return name, sorted([main, *dice.sample(others, min(len(others), dice.randint(0, 4)))])


def _fits(kind: str, main: str, name: str) -> bool:
    """Whether a secret may be kept beside the main one, without making less of it known."""
    one, chief = KINDS[kind], KINDS[main]
    if one.begins is not None or chief.begins is not None or name not in one.variants:
        return False
    wider = (one.friend, chief.friend), (one.master, chief.master), (one.plays, chief.plays)
    return one.phase in ("", chief.phase) and all(mine <= theirs for mine, theirs in wider)


def differences(one: Seen, other: Seen) -> Iterator[str]:
    """What somebody who is not in the secret can tell the worlds apart by."""
    for name in sorted(one.mails.keys() ^ other.mails.keys()):
        raw = one.mails.get(name) or other.mails[name]
        yield f"only one world sent {_title(raw)}"
    for name in sorted(one.mails.keys() & other.mails.keys()):
        if one.mails[name] != other.mails[name]:
            yield f"{_title(one.mails[name])} differs"
    if one.told != other.told:
        yield "what the keeper's tools show, or the public export, differs"


def _title(raw: bytes) -> str:
    """Whom a mail is to and what it is about."""
    lines = raw.partition(b"\r\n\r\n")[0].decode().splitlines()
    return "; ".join(line for line in lines if line.startswith(("To:", "Subject:")))


# --- a world


def live(home: Path, name: str, kinds: Sequence[str], dice: Random) -> Seen:
    """One world with secrets of these kinds, to the deadline, or beyond it if they allow."""
    chosen, secrets = [KINDS[kind] for kind in kinds], set[str]()
    through = audience.select

    def select(events: Iterable[Event], names: Iterable[str]) -> tuple[Event, ...]:
        """The door, with a look at what goes through."""
        seen = through(events, names)
        secrets.update(one.kind for one in audience.secret(seen))
        return seen

    with patch.object(audience, "select", select):
        world = World(home)
        sent, told = _play(world, name, chosen, dice)
        if any(kind.plays for kind in chosen) and world.game().deadline:
            world.passed(max(world.due(), world.now) + DAY)  # the results tell it to whom it is
    return Seen(sent, told, frozenset(secrets))


def _play(
    world: World, name: str, chosen: Sequence[Kind], dice: Random
) -> tuple[dict[str, bytes], str]:
    """Play it; the mails to others, and what the keeper's tools and passes told."""
    first = chosen[0]
    if first.begins is not None:
        first.begins(world)
    else:
        options = dict.fromkeys(option for kind in chosen for option in kind.options)
        world.begun("alpha", *options, variant=name)
    if any(kind.maps for kind in chosen):
        world.section("pictures", 'mails = "yes"', "processes = 1")
    phase = max(kind.phase for kind in chosen)
    while (
        phase
        and phase != tables.load(world.game()).engine.phase(tables.load(world.game()).state).kind
    ):
        world.run(world.due())
    powers = tables.load(world.game()).powers
    hand = Hand(world, dice, powers[2], powers[3])
    world.mail("olga@players.example", "OBSERVE alpha")
    told = list(world.passed()[0].lines)
    for kind in chosen:
        for sender, lines in kind.says(hand):
            mark = "-".join(hand.words(4).split())
            in_secret = "@" in sender or sender.strip(REPLY) in (hand.mine, hand.friend)
            _write(world, sender, lines, mark if in_secret else "")
            told += world.passed()[0].lines
            if kind.polled:
                told += _polled(world, hand)
    told += _watched(world, powers)
    if not any(kind.plays for kind in chosen) and world.game().deadline:
        told += world.passed(max(world.due(), world.now) + DAY)[0].lines
        told += _watched(world, powers)
    private = [mailbox(hand.mine)]
    private += [mailbox(hand.friend)] if any(kind.friend for kind in chosen) else []
    private += [MASTER] if any(kind.master for kind in chosen) else []
    known = any(kind.keeper or kind.master for kind in chosen)
    told.append(exported(world) if known else exported(world) + shown(world))
    return mails(world, *private), "\n".join(told)


def _write(world: World, sender: str, lines: str, mark: str = "") -> None:
    """Mail lines: a power's or its substitute's to its seat, an observer's to his own address.

    Everybody else's go to the judge.

    A ``mark`` stands in headers that a writer's own program makes, but for the program's name,
    which the game master may read above orders.
    """
    to = JUDGE
    if sender.endswith(REPLY):
        sender = sender.strip(REPLY)
        to = _press_address(world, sender)
    elif world.game().state:
        to = _own_address(world, sender) if "@" in sender else world.address(sender)
    box = sender if "@" in sender else mailbox(sender)
    name = f"<{world.count}.{mark}@{box.partition('@')[0]}.example>" if mark else ""
    headers = [f"{field}: {mark}" for field in ("X-Plan", "Thread-Topic", "Comments")]
    world.mail(box, lines, to=to, headers=headers if mark else (), message_id=name)


def _press_address(world: World, power: str) -> str:
    """The address by which a power answers the newest press of the game."""
    ((serial,),) = world.rows("SELECT max(serial) FROM press")
    ours, game, seat = world.house().ours, world.game(), world.seat(power)
    return addresses.reply_to(ours, game, power, seat, message=serial)


def _own_address(world: World, sender: str) -> str:
    """The secret address of somebody who stands in for a player or observes; else the judge's."""
    game, ours = world.game(), world.house().ours
    with world.reading() as db:
        person = people.find_by_address(db, sender)
        for seat in seats.of_game(db, game.id) if person else ():
            if person in addresses.acting_substitutes(db, game, seat, world.now):
                return addresses.reply_to(ours, game, seat.power, seat, person.id)
        if person and person in seats.people_watching(db, game.id):
            return addresses.reply_to(ours, game, addresses.OBSERVER, None, person.id)
    return JUDGE


def _watched(world: World, powers: Sequence[str]) -> list[str]:
    """Everybody who is not in the secret asks all there is to ask, and guesses."""
    rival, target = powers[0], powers[2].replace(" ", "-")
    _write(world, rival, f"{ASKED}\nPRESS TO {powers[2]}\nwhat do you do?\nENDPRESS")
    _write(world, powers[1], "STATUS\nHISTORY\nHISTORY PRESS\nTEST\nhold all\nENDTEST\nLIST")
    _write(world, powers[1], "STUDY\nSTUDY\nhold all\nENDSTUDY\nSTUDY BACK\nSTUDY NEXT\nSTUDY LINE")
    shown = "PREDICT\nSTATUS ALL\nSTATUS PAGE\nHISTORY\nRECEIPTS\nSTUDY"
    audit = f"AUDIT {powers[2]}\nAUDIT {powers[3]}\n{shown}"
    world.mail(MASTER, audit, to=world.address("GM"))
    world.mail("olga@players.example", "STATUS alpha\nHISTORY alpha\nSTATS\nSTUDY alpha")
    world.mail("stranger@elsewhere.example", "STATUS alpha\nSUMMARY alpha\nOPTIONS alpha\nLIST")
    guesses = [f"SIGNON {target}@alpha guess7", f"RESET {target}@alpha"]
    for guess in (*guesses, "JOIN alpha") if world.game().state else guesses:
        world.mail("guesser@elsewhere.example", guess)
    return list(world.passed(world.now + HOUR)[0].lines)


def _polled(world: World, hand: Hand) -> list[str]:
    """The game master asks all that might tell him who wrote the mail that just came."""
    asked = f"AUDIT {hand.mine}\nAUDIT {hand.friend}\nSTATUS ALL\nSTATUS PAGE\nPREDICT\nHISTORY"
    world.mail(MASTER, asked, to=world.address("GM"))
    return list(world.passed()[0].lines)


ASKED = "STATUS\nHISTORY\nOPTIONS\nRECEIPTS\nSUMMARY\nSTATS P0\nRULES\nHELP POINTS\nLIST\nDRAW"


def mails(world: World, *private: str) -> dict[str, bytes]:
    """Every mail sent, by its Message-ID; but those to private addresses.

    Receipts have no numbers: who writes second has another one than who writes first, which tells
    nobody anything, since they are shuffled (tests/game/test_receipt_names.py).
    """
    hidden = [f"\r\nTo: <{address}>".encode() for address in private]
    sent = (path.read_bytes() for path in (world.home / "out" / "new").iterdir())
    found = {str(message_from_bytes(raw)["Message-ID"]): raw for raw in sent}
    own = f"@{OWN}>".encode()
    return {
        name: _RECEIPT.sub(_blank_digits, raw)
        for name, raw in found.items()
        if own not in raw.partition(b"\r\n\r\n")[0] and not any(to in raw for to in hidden)
    }


_MAP = re.compile(rb"\r\nContent-Type: image/png")
_RECEIPT = re.compile(rb"\bR(?:\d(?:=\r\n)?){5,6}")
"""A receipt's name, in quoted-printable text as well."""


def _blank_digits(receipt: re.Match[bytes]) -> bytes:
    return re.sub(rb"\d", b"0", receipt[0])


def exported(world: World) -> str:
    """A game as ``judge export`` and the site write it for anybody; the spool's files by name."""
    game, engine = world.game(), world.engine()
    with engine.begin() as db:
        told = msgspec.json.encode(export.export_game(db, game, secret=False)).decode()
        if public.has_page(game):
            told += pages.make_game_page(public.tell(db, game), SITE, None).decode()
            told += _drawn(db, game) if game.state else ""
    engine.dispose()
    names = sorted(path.name for path in world.home.rglob("*") if "out" not in path.parts)
    return "\n".join([told, *(name for name in names if not name.endswith(".eml"))])


def _drawn(db: Connection, game: Game) -> str:
    """What is on a game's maps."""
    told, now = maps.list_views(db, tables.load(game))
    scenes = [plates.scene_of(view, game.variant) for view in (*told.values(), now)]
    return msgspec.json.encode(scenes).decode()


def shown(world: World) -> str:
    """What the keeper's tools show: all games, and this one with its players."""
    game, engine = world.game(), world.engine()
    with engine.begin() as db:
        listed = overview.as_text(overview.of_games(db))
        one = overview.as_text(overview.of_game(db, game))
    engine.dispose()
    return f"{listed}\n{one}"


# --- kinds of secrets


def _forming(world: World) -> None:
    """A game that waits for its last player."""
    world.mail(MASTER, "REGISTER Ruth\nCREATE alpha standard")
    world.run()
    engine = world.engine()
    with engine.begin() as db:  # else each world has dice of its own
        db.execute(update(schema.games).values(secret=b"alpha".ljust(32, b"-")))
    engine.dispose()
    for power in ("Austria", "England", "Germany", "Italy", "Turkey"):
        world.mail(mailbox(power), f"JOIN alpha as {power}" if power < "B" else "JOIN alpha")
        world.run()


def _dislodged(world: World) -> None:
    """France has lost Burgundy to Germany and Italy; it may retreat, and has two choices."""
    world.begun("alpha", "moves=1d", "retreats=1d", "builds=1d", "early=no")
    for turn in (
        {"France": "A Par - Bur", "Germany": "A Mun - Ruh", "Italy": "A Ven - Pie"},
        {"Italy": "A Pie - Mar", "Germany": "A Ruh S A Mun - Bur\nA Ber - Mun"},
        {"Germany": "A Mun - Bur\nA Ruh S A Mun - Bur", "France": "A Mar - Spa"},
    ):
        for power, lines in turn.items():
            world.mail(mailbox(power), lines, to=world.address(power))
        world.run()
        world.run(world.due())
        while tables.load(world.game()).engine.phase(tables.load(world.game()).state).kind not in (
            "movement",
            "retreat",
        ):
            world.run(world.due())


def _orders(hand: Hand) -> Said:
    lines = "\n".join(hand.orders())
    return [(hand.mine, f"{lines}\n{hand.words()} // {hand.words(3)}\nA {hand.words(1)} - Bur")]


def _cleared(hand: Hand) -> Said:
    orders = hand.orders()
    gone = " ".join(hand.dice.choice(orders).split()[:2])
    # All in the end: the game master may know whether a power has ordered all, some or nothing.
    return [(hand.mine, "\n".join(orders)), (hand.mine, f"CLEAR {gone}"), (hand.mine, "CLEAR")]


def _offered(hand: Hand) -> Said:
    """Orders that are in doubt, and a mail whose answer tells that they are open still."""
    lines = "\n".join(f"Perhaps {order}" for order in hand.orders())
    return [(hand.mine, lines), (hand.mine, hand.words())]


def _ahead(hand: Hand) -> Said:
    lines = "\n".join(hand.dice.sample(hand.orders(), hand.dice.randint(1, 2)))
    fall = hand.world.game().phase
    name = f"F{fall.id[1:]}" if fall else ""
    return [(hand.mine, f"{hand.some('PHASE', 'PHASE:', 'phase')} {name}\n{lines}")]


def _conditions(hand: Hand) -> Said:
    one, two = hand.dice.choice(hand.orders()), hand.dice.choice(hand.orders())
    unit = " ".join(hand.dice.choice(hand.orders()).split()[:2])
    head = hand.some("IF", "If", "IF NOT", "IF:")
    return [(hand.mine, f"{head} {unit} THEN\n{one}\nELSE\n{two}\nENDIF")]


def _wishes(hand: Hand) -> Said:
    (task,) = [one for one in _tasks(hand) if one.options]
    wishes = [option.split()[-1] for option in task.options if " R " in option]
    hand.dice.shuffle(wishes)
    return [(hand.mine, f"{task.subject} R {', '.join([*wishes, 'D'])}")]


def _tasks(hand: Hand) -> Sequence[Task]:
    at = tables.load(hand.world.game())
    return at.engine.standing(at.state, hand.mine, ()).tasks


def _points(hand: Hand) -> Said:
    said = [f"DP {hand.dice.randint(1, 3)}: {hand.some('A AUS', 'F DEN')} H" for _ in "ab"]
    return [(hand.mine, "\n".join(["HOLD ALL", *said[: hand.dice.randint(1, 2)]]))]


def _bids(hand: Hand) -> Said:
    said = [f"BID {hand.dice.randint(1, 7)} {hand.some('Poland', 'Turkey', 'Spain')}" for _ in "ab"]
    return [(hand.mine, "\n".join(said[: hand.dice.randint(1, 2)]))]


def _deals(hand: Hand) -> Said:
    whom, where = hand.some("ALL", "France", "England"), hand.some("NTS", "ENG", "BLA")
    other = hand.some("", f"ALLOW Germany AT {where}")
    return [(hand.mine, f"HOLD ALL\nALLOW {whom} AT {where}\n{other}")]


def _rulers(hand: Hand) -> Said:
    """Who of two controls Poland, and orders its army."""
    first, second = hand.pair
    return [(first, "BID 7 Poland"), (second, "BID 6 Poland")]


def _spoken_for(hand: Hand) -> Said:
    """Who of two has won a minor, reads what is written to it, and answers as it."""
    ruler, _ = hand.pair
    near, far = [
        power
        for power in tables.load(hand.world.game()).powers
        if power not in (hand.mine, hand.friend)
    ][:2]
    for power in (hand.mine, hand.friend):
        yield power, f"BID {7 if power == ruler else 6} Poland"
    hand.world.passed(hand.world.due())
    yield near, f"PRESS TO Poland, {far}\nthe same words\nENDPRESS"
    yield ruler, f"PRESS TO {near}, {far} AS Poland\nthe same answer\nENDPRESS"


def _deployed(hand: Hand) -> Said:
    piece = f"{hand.some('L', 'N')}{hand.dice.randint(1, 5)} {hand.some('BRT', 'BOR')}"
    return [(hand.mine, f"DEPLOY {piece}")]


def _allocated(hand: Hand) -> Said:
    minor = hand.some("Spain", "Portugal", "Norway")
    line = hand.some(f"ALLOCATE {hand.dice.choice([25, 50, 75])} {minor}", f"NO ROLL {minor}")
    return [(hand.mine, f"HOLD ALL\n{line}")]


def _votes(hand: Hand) -> Said:
    votes = ("DRAW", "NO DRAW", "NO CONCEDE", "DRAW Narnia", "CANCELGAME", "NO CANCELGAME")
    return [(hand.mine, hand.some(f"CONCEDE {hand.friend}", *votes))]


def _motions(hand: Hand) -> Said:
    """Who of two asks first that the deadline or the clock be changed, in a mail with orders."""
    first, second = hand.pair
    return [(first, "HOLD ALL\nEXTEND 1d\nPAUSE"), (second, "HOLD ALL")]


def _proposed(hand: Hand) -> Said:
    """Who of two proposes an end without his name, in a mail with orders."""
    first, second = hand.pair
    return [(first, "HOLD ALL\nDRAW"), (second, "HOLD ALL")]


def _withdrawn(hand: Hand) -> Said:
    ask = "EXTEND 1d\nPAUSE"
    second = hand.some("NO EXTEND", "NO PAUSE", "NO PAUSE\nNO EXTEND", "EXTEND 2d", "NO RESUME")
    return [(hand.mine, ask), (hand.mine, second)]


def _masterless(world: World) -> None:
    """A game that nobody runs."""
    world.begun("alpha")
    engine = world.engine()
    with engine.begin() as db:
        db.execute(update(schema.games).values(gm=None))
    engine.dispose()


def _decisions(hand: Hand) -> Said:
    """Who of two wants what a game master would do first, and which one changes his mind."""
    first, second = hand.pair
    line = "HOLD ALL\nEJECT Austria\nSET grace 12h\nPROMOTE olga@players.example"
    gone = hand.some("NO EJECT Austria", "NO PROMOTE", "SET grace 0h")
    return [(first, line), (second, "HOLD ALL"), (first, gone)]


def _emergency(hand: Hand) -> Said:
    first, second = hand.pair
    return [(first, "HOLD ALL\nEMERGENCY"), (second, "HOLD ALL")]


def _diary(hand: Hand) -> Said:
    return [(hand.mine, f"DIARY {hand.words()}\nDIARY\nSTATUS")]


def _press(hand: Hand) -> Said:
    text = f"PRESS TO {hand.friend}\n{hand.words()}\nENDPRESS\n{hand.words()}"
    return [(hand.mine, text), (hand.friend, f"PRESS TO {hand.mine}\n{hand.words()}\nENDPRESS")]


def _answered(hand: Hand) -> Said:
    """What one answers to press; and what waits for the master, who is not told what it says."""
    words = " ".join((hand.words(), *hand.dice.choices(WORDS, k=8)))
    text = f"PRESS TO {hand.friend}\n{hand.words()}\nENDPRESS"
    friend = f"{hand.friend}{REPLY}"
    return [
        (hand.mine, text),
        (friend, words),
        (f"{hand.mine}{REPLY}", f"{hand.words()}\nORDERS:\nHOLD ALL"),
        (hand.mine, f"{text.replace('ENDPRESS', 'again')}\nENDPRESS"),
        (friend, words),
    ]


def _answered_unsigned(hand: Hand) -> Said:
    """To whom of two an answer goes back that another writes to unsigned press."""
    first, second = hand.pair
    other = tables.load(hand.world.game()).powers[4]
    text = "PRESS TO ALL\nthe same words\nENDPRESS"
    return [(first, text), (second, "HELP"), (f"{other}{REPLY}", "who is it?")]


def _unsigned(hand: Hand) -> Said:
    """Who of two wrote what all read unsigned, above his orders."""
    first, second = hand.pair
    text = "PRESS TO ALL\nthe same words\nENDPRESS\nHOLD ALL"
    return [(first, text), (second, "HOLD ALL")]


def _hidden(hand: Hand) -> Said:
    """Whether somebody else reads what one reads, too."""
    other = tables.load(hand.world.game()).powers[4]
    readers = hand.some(other, f"{other}, {hand.friend}")
    return [(hand.mine, f"PRESS TO {readers}\nthe same words\nENDPRESS")]


def _bounded(hand: Hand) -> Said:
    """Whether one may write, since his orders are in, or may not; and to whom he tried to."""
    orders = hand.some("HOLD ALL", "CLEAR")
    text = f"PRESS TO {hand.friend}\n{hand.words()}\nENDPRESS"
    return [(hand.mine, f"{orders}\n{text}"), (hand.friend, text.replace(hand.friend, hand.mine))]


def _again(hand: Hand) -> Said:
    """Who of two, whose orders are in, wrote and asked for what all read without a name."""
    first, second = hand.pair
    text = "PRESS TO ALL\nthe same words\nENDPRESS\nEXTEND 1d\nEMERGENCY\nHOLD ALL"
    both = [(hand.mine, "HOLD ALL"), (hand.friend, "HOLD ALL")]
    return [*both, (first, text), (second, "HOLD ALL")]


def _names(hand: Hand) -> Said:
    zone = hand.some("Europe/Rome", "Asia/Tokyo", "UTC")
    return [(hand.mine, f"REGISTER {hand.words(2).title()}, {zone}")]


def _addresses(hand: Hand) -> Said:
    line = hand.some("I AM ALSO", "ADDRESS")
    return [(hand.mine, f"{line} {hand.address()}"), (hand.mine, hand.some("FORGET ME", "HELP"))]


def _passwords(hand: Hand) -> Said:
    power = hand.mine.replace(" ", "-")
    guesser = hand.address()
    return [
        (hand.mine, f"PASSWORD {hand.words(1)}{hand.dice.randint(10, 99)}"),
        *((guesser, f"SIGNON {power}@alpha {hand.words(1)}") for _ in range(limits.PASSWORD_TRIES)),
        (hand.mine, hand.some(f"RESET {power}@alpha", f"SIGNON {power}@alpha wrong", "SIGNOFF")),
    ]


def _absences(hand: Hand) -> Said:
    first = hand.dice.randint(1, 10)
    lines = f"ABSENCE {first} Dec to {first + hand.dice.randint(0, 5)} Dec"
    return [(hand.mine, hand.some(lines, f"{lines}\nNO ABSENCE", "ABSENCE"))]


def _substitutes(hand: Hand) -> Said:
    first = hand.dice.randint(1, 10)
    who = hand.address()
    return [
        (who, f"REGISTER {hand.words(2).title()}"),
        (hand.mine, f"SUBSTITUTE {who} from {first} Dec to {first + 3} Dec"),
        (hand.mine, hand.some("SUBSTITUTE NOBODY", "STATUS")),
    ]


def _standing_in(hand: Hand) -> Said:
    """Who stands in, what he asks and tries; his orders are the same.

    A game master may audit from which address orders came.
    """
    who, asked = hand.address(), ["STATUS", "HELP", "HISTORY", "RULES", "LIST", "STATS", "SUMMARY"]
    tried = "\n".join(hand.dice.sample(hand.orders(), 2))
    some = "\n".join(hand.dice.sample(asked, hand.dice.randint(1, 4)))
    yield who, f"REGISTER {hand.words(2).title()}"
    yield hand.mine, f"SUBSTITUTE {who} from 1 Nov to {hand.dice.randint(10, 20)} Nov"
    yield who, f"{some}\nRECEIPTS\nREACH\nHOLD ALL\nTEST\n{tried}\nENDTEST"
    yield hand.mine, hand.some("SUBSTITUTE NOBODY", "STATUS")


def _watching(hand: Hand) -> Said:
    """Who watches, and what he asks from his own address."""
    who, asked = hand.address(), ["STATUS", "HELP", "HISTORY", "RULES", "LIST", "STATS", "SUMMARY"]
    some = "\n".join(hand.dice.sample(asked, hand.dice.randint(1, 4)))
    place = " ".join(hand.orders()[0].split()[1:2])
    yield who, f"REGISTER {hand.words(2).title()}\nOBSERVE alpha"
    yield who, f"{some}\nMAP {place}\nRECEIPTS\nDIARY {hand.words()}\nDIARY"
    yield who, hand.some("RESIGN alpha", "SET DIGEST daily", "REACH", "DRAW")


def _drawn_trials(hand: Hand) -> Said:
    """What one tries and asks, and gets maps of; all get those of the results."""
    return [(hand.mine, f"{said}\nMAP\nREACH") for _, said in _tests(hand)]


def _saved(hand: Hand) -> Said:
    """Points that are too few for a roll: the game master is told of them, and nobody else."""
    return [(hand.mine, f"HOLD ALL\nALLOCATE 25 {hand.some('Spain', 'Portugal', 'Norway')}")]


def _waiting_pieces(hand: Hand) -> Said:
    """What one asks and writes while pieces are deployed."""
    asked = hand.some("HISTORY", "RECEIPTS", "LIST")
    return [(hand.mine, f"DIARY {hand.words()}\nDIARY\n{asked}")]


def _habits(hand: Hand) -> Said:
    asked = ["WAIT", "NOWAIT", "PUBLISH", "NO PUBLISH", "REMIND 6h", "REMIND none", "RECEIPTS"]
    asked += ["WAIT ALWAYS", "NO POINTS"]
    asked += ["SET FORMAT njudge", "SET DIGEST daily", "SET QUIET 9-11", "SET DIGEST none"]
    asked += ["STATS", "HELP", "OPTIONS", "HISTORY", "VERIFY alpha", "RULES", "SUMMARY", "LIST"]
    some = hand.dice.sample(asked, hand.dice.randint(1, 5))
    yield hand.mine, "\n".join({*some, "RECEIPTS"})
    yield hand.mine, f"RECEIPTS {hand.world.receipt(hand.world.count // 2)}"


def _consents(hand: Hand) -> Said:
    """Mails that point to others: orders in the end, which a game master sees afterwards."""
    asked = ["TAKE R48213", "YES R48213", "TAKE R11111"]
    said = hand.dice.sample(asked, hand.dice.randint(1, 2))
    return [(hand.mine, "\n".join([*said, "hold all"]))]


def _readiness(hand: Hand) -> Said:
    """How orders came to be ready: that they are is told to all."""
    orders = hand.orders()
    lines = hand.dice.choice([orders, [orders[0], "READY"]])
    return [(hand.mine, "\n".join(lines))]


def _tests(hand: Hand) -> Said:
    tried = "\n".join(hand.dice.sample(hand.orders(), 2))
    return [(hand.mine, f"TEST\n{tried}\n{hand.some('ENDTEST', '')}")]


def _studies(hand: Hand) -> Said:
    tried = "\n".join(hand.dice.sample(hand.orders(), 2))
    went = hand.some("STUDY BACK", "STUDY NEXT", "STUDY LINE", "STUDY CLEAR", "STUDY END")
    return [(hand.mine, f"STUDY\nSTUDY\n{tried}\nENDSTUDY\n{went}")]


def _wanted(hand: Hand) -> Said:
    """The powers that somebody would like to play, and with which password."""
    wishes = hand.dice.sample(["France", "Turkey", "Italy"], hand.dice.randint(1, 3))
    who = hand.mine
    return [(who, f"JOIN alpha {', '.join(wishes)}"), (who, f"JOIN alpha {hand.some(*wishes)}")]


def _outside(hand: Hand) -> Said:
    """Who watches, and who waits for a seat."""
    one, two = hand.address(), hand.address()
    return [(one, f"REGISTER {hand.words(2).title()}\nOBSERVE alpha"), (two, "JOIN alpha WAITING")]


_DIP = folders.without("influence")
KINDS: dict[str, Kind] = {
    "orders": Kind(
        _orders, phase="movement", plays=True, variants=folders.of_engine("dip")
    ),
    "months": Kind(_orders, variants=folders.of_engine("d100"), phase="movement", plays=True),
    "cleared": Kind(_cleared, ("clear",), variants=_DIP, phase="movement", plays=True),
    "offers": Kind(
        _offered, events=("open-offer",), variants=_DIP, phase="movement", plays=True
    ),
    "ahead": Kind(
        _ahead, ("phase",), ("ahead", "ahead-read"), variants=_DIP, phase="movement", plays=True
    ),
    "conditions": Kind(_conditions, ("if",), variants=_DIP, phase="movement", plays=True),
    "wishes": Kind(
        _wishes, variants=("standard",), phase="retreat", plays=True, begins=_dislodged
    ),
    "points": Kind(
        _points, events=("own-points", "bid-summary", "own-budget"),
        variants=folders.playing("points"), phase="movement", plays=True,
    ),
    "bids": Kind(
        _bids, events=("influence-mine",), variants=folders.playing("influence"),
        phase="influence", plays=True,
    ),
    "deals": Kind(
        _deals, events=("passage-allowed",), variants=folders.playing("passage"), phase="movement",
        options=("hidden=yes",), plays=True,
    ),
    "hidden control": Kind(
        _rulers, events=("influence-bids", "influence-control", "influence-claims"),
        variants=folders.playing("influence"), options=("hidden=yes",), phase="influence",
        friend=True, master=True,
    ),
    "minors' press": Kind(
        _spoken_for, ("press",), ("press", "influence-control"),
        variants=folders.playing("influence"), options=("hidden=yes",), phase="influence",
        friend=True, master=True,
    ),
    "deployments": Kind(
        _deployed, events=("d100-own-points", "d100-to-place"),
        variants=folders.of_engine("d100"), phase="deployment", plays=True,
    ),
    "allocations": Kind(
        _allocated, events=("d100-points", "d100-own-points"),
        variants=folders.of_engine("d100"), phase="movement", plays=True,
    ),
    "points saved": Kind(
        _saved, events=("d100-allocations", "d100-points", "d100-own-points", "d100-own-orders"),
        variants=folders.of_engine("d100"), phase="movement", master=True,
    ),
    "pieces drawn": Kind(
        _waiting_pieces, events=("d100-to-place", "d100-own-points", "d100-points", "diary"),
        variants=folders.of_engine("d100"), phase="deployment", keeper=True,
    ),
    "votes": Kind(
        _votes, ("draw", "nodraw", "concede", "noconcede", "cancelgame", "nocancelgame")
    ),
    "motions": Kind(_motions, ("extend", "pause"), friend=True),
    "proposals": Kind(_proposed, options=("votes=proposals",), friend=True),
    "motions withdrawn": Kind(_withdrawn, ("noextend", "nopause", "resume", "noresume")),
    "decisions": Kind(
        _decisions, ("promote", "nopromote", "eject", "noeject", "set"), friend=True,
        variants=("standard",), begins=_masterless,
    ),
    "diary": Kind(_diary, ("diary",), ("diary",)),
    "emergency": Kind(_emergency, ("emergency",), friend=True),
    "press": Kind(_press, ("press",), ("press",), friend=True),
    "replies": Kind(_answered, (), ("press", "press-ways"), friend=True),
    "replies to unsigned press": Kind(
        _answered_unsigned, options=("press=grey", "answers=yes"), friend=True
    ),
    "unsigned press": Kind(_unsigned, ("broadcast",), options=("press=grey",), friend=True),
    "hidden readers": Kind(_hidden, ("press",), options=("recipients=no",), friend=True),
    "bounded press": Kind(
        _bounded, ("press", "clear"), ("unsent",), variants=_DIP, phase="movement", friend=True,
        options=("must-order=yes", "touch=yes", "latepress=no", "show=none", "early=no"),
        plays=True, master=True,
    ),
    "repeated orders": Kind(
        _again, ("broadcast", "extend", "emergency"), options=("press=grey", "gmorders=yes"),
        variants=_DIP, phase="movement", friend=True, polled=True,
    ),
    "names": Kind(
        _names, ("register",), ("registered",), options=("anonymous=yes",), master=True
    ),
    "addresses": Kind(_addresses, ("also", "address", "forget"), ("code",)),
    "passwords": Kind(_passwords, ("password", "signon", "reset", "signoff"), ("locked",)),
    "absences": Kind(
        _absences, ("absence", "noabsence"), options=("absence=20",), master=True
    ),
    "substitutes": Kind(_substitutes, ("substitute",)),
    "standing in": Kind(
        _standing_in, ("substitute",), ("registered", "receipts", "reach-all", "test", "test-over"),
        variants=_DIP, phase="movement", master=True,
    ),
    "watching": Kind(
        _watching, ("observe",), ("registered", "receipts", "map-space", "diary"), variants=_DIP,
        phase="movement",
    ),
    "maps": Kind(
        _drawn_trials, ("test",), ("test", "reach-all"), variants=("standard",), phase="movement",
        maps=True,
    ),
    "maps of control": Kind(
        _rulers, events=("influence-bids", "influence-control"), maps=True,
        variants=folders.playing("influence"), options=("hidden=yes",), phase="influence",
        friend=True, master=True,
    ),
    "habits": Kind(
        _habits, ("wait", "nowait", "publish", "nopublish", "remind", "receipts",
         "waitalways", "nopoints"),
        ("receipts", "reading"), keeper=True,
    ),
    "consents": Kind(
        _consents, ("take", "yes", "no"), variants=_DIP, phase="movement", master=True, plays=True
    ),
    "readiness": Kind(_readiness, ("ready",), variants=_DIP, phase="movement", plays=True),
    "tests": Kind(_tests, ("test",), ("test", "test-over"), variants=_DIP, phase="movement"),
    "studies": Kind(
        _studies, ("study",), ("study", "study-orders"), variants=_DIP, phase="movement"
    ),
    "preferences": Kind(_wanted, ("join",), ("joined",), variants=("standard",), begins=_forming),
    "observers": Kind(_outside, ("observe",), ("registered",)),
}  # fmt: skip
"""Every kind of secret, by name."""

_ASKING = "it asks, and only who asks reads the answer"
_PUBLIC = "what it does is told to all"
_MASTERS = "a game master does it, and what he reads is compared in every twin"
_PARTS = "a line of a condition, kept with it"
OPEN_COMMANDS: dict[str, str] = {
    **dict.fromkeys(
        ("status", "list", "history", "summary", "verify", "help", "stats", "scoring"), _ASKING
    ),
    **dict.fromkeys(("map", "options", "reach", "rules"), _ASKING),
    "mydata": _ASKING,
    "ask": "it is press to the game master, which twins of press are about, or mail to the keeper",
    "game": "it says for which of one's own games a mail is",
    **dict.fromkeys(("create", "play", "resign", "takeover"), _PUBLIC),
    **dict.fromkeys(("process", "hold", "release", "predict", "rollback", "edit"), _MASTERS),
    "rollforward": "it gives one's own orders, which have a twin, or is a game master's",
    **dict.fromkeys(("computer", "deadline", "seat", "disorder", "rule"), _MASTERS),
    **dict.fromkeys(("setup", "become", "allow", "deny", "approve"), _MASTERS),
    **dict.fromkeys(("noallow", "nodeny"), _MASTERS),
    **dict.fromkeys(("comment", "excuse", "nudge", "terminate", "audit"), _MASTERS),
    **dict.fromkeys(("elseif", "else", "endif"), _PARTS),
}
"""Commands without a twin, and why they hold no secret of their own."""

_ALL = "all are told the same of it"
_ONE = "it answers whoever wrote, and is made of what he may know"
_KEEPER = "only the keeper, or a game master, gets it"
_PARTS_OF_ALL = "all are told a part of it, and whom it is about his own: laws and mails test that"
OWN_REASONS = (_ONE, _KEEPER)
"""Why an event is only one reader's, wherever it is built (tests/kernel/test_audience.py)."""
OPEN_EVENTS: dict[str, str] = {
    "reply": "only who asks reads it, and nothing that STATUS or HISTORY would not tell him",
    **dict.fromkeys(
        (
            "centers", "comment", "corrected", "deadline", "destroyed", "dice", "disbanded",
            "dislodged", "disorder", "ejected", "figures", "forfeits", "game-list", "given-up",
            "gm-acts", "gm-log", "help", "history", "independent", "minors", "options", "over",
            "position", "progress", "promoted", "rebuilt", "resigned", "results", "rolled-back",
            "rulings", "scores", "seated", "seats", "skipped", "summary", "terms", "top", "totals",
            "vacated", "victory", "vote",
            "d100-barred", "d100-combat", "d100-convoy", "d100-deployed", "d100-draw",
            "d100-entry", "d100-ownership", "d100-parts", "d100-placed", "d100-political-roll",
            "d100-recalculation", "d100-retreat", "d100-segment", "d100-status",
            "d100-supremacy", "d100-throws", "d100-tie", "air-damage", "air-lost",
            "influence-table",
        ),
        _ALL,
    ),
    **dict.fromkeys(
        ("computer-orders", "excused", "influence-betrayal", "late", "note", "repositioned",
         "silent", "silent-excused"),
        _PARTS_OF_ALL,
    ),
    **dict.fromkeys(
        ("created", "daily", "edited", "eliminated", "game-status", "handed-over", "minor-void",
         "my-data",
         "reach", "reach-now", "reach-space", "sheet", "stats", "unordered", "unread",
         "waits", "welcome"),
        _ONE,
    ),
    **dict.fromkeys(
        ("audit", "clock", "draft", "failing", "health", "held", "sheets", "shunted"), _KEEPER
    ),
}  # fmt: skip
"""Events without a twin, and why they hold no secret of their own."""
