"""What a game master may do and when, and what enough players decide; how all are told of it.

He acts from his secret address only. Every use of his powers stands in the game's log, and the next
public report names it.

Motions are what enough of the players want of their game; nobody learns who asked. Of the clock
more than half of them decide, of what else a game master would do two thirds.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.clocks import deadlines
from judge.game.conduct import awaited
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.letters.desk import order_sheet, speakers
from judge.letters.desk.desk import Desk
from judge.spool import machine_clock
from judge.store import games, letters, log, seats
from judge.store.log import Fact
from judge.store.record import FORMING, HELD, OVER, PAUSED, RUNNING, Game, Note, Seat

BEGUN = (RUNNING, HELD, PAUSED)
LASTING = (*BEGUN, FORMING)
"""States of a game in which a command of its master may make sense."""
NOT_HIS = "only the game master may do that, in a reply to a mail that he got as such"
_VOTES = "its players vote: EXTEND, PAUSE, EJECT, SET, CANCELGAME, and PROMOTE names a master"
_INSTEAD: Mapping[str, str] = {
    "process": "a phase ends early when all are READY, and a game begins by its option start",
    "deadline": "EXTEND 2d moves the deadline as soon as more than half of the players want it",
    "terminate": "CANCELGAME ends it as soon as all players want it",
    "seat": "JOIN takes a seat while it forms, TAKEOVER one that is free later",
    "excuse": "EXTEND 1d moves the deadline as soon as more than half of the players want it",
    "disorder": "EJECT takes a seat from its player when two thirds want it",
}
"""What players do in a game without a master where a master has a command of his own."""
_UNFIT = {
    FORMING: "{game} has not begun",
    RUNNING: "the phase is open: its results do not wait",
    HELD: "the results of this phase wait for you: RELEASE, EDIT or ROLLBACK",
    PAUSED: "{game} is paused: RESUME it first",
    OVER: "{game} is over",
}

_OF_SEVERAL = frozenset({"become", "hold", "nudge", "predict", "release"})
"""What makes no sense for who plays alone against computers: it is about other people."""
_ENDS_SOLITUDE = (
    "Two people play {game} now: nobody has a game master's powers (SETUP, ROLLBACK, EDIT, "
    "COMPUTER) in it any more, as who was alone had."
)

Act = Callable[[Desk, Command, Table], Desk]
"""What a command of a game master does at his table, or what enough players want done."""


def explain_refusal(desk: Desk, verb: str, when: Collection[str]) -> str:
    """Why the letter's writer can't give a command now, or ""; ``when`` are the games' states."""
    if desk.table is None:
        return speakers.explain_outside(desk)
    if desk.role != MASTER and (verb in _OF_SEVERAL or not presides(desk)):
        orphan = desk.seat is not None and desk.table.game.gm is None
        instead = _INSTEAD.get(verb, _VOTES)
        return f"{desk.table.game.name} has no game master; {instead}" if orphan else NOT_HIS
    now = desk.table.game.told_status
    return "" if now in when else _UNFIT[now].format(game=desk.table.game.name)


def presides(desk: Desk) -> bool:
    """Whether the letter's writer may do what a game master may: as one, or alone in his game."""
    if desk.role == MASTER or desk.seat is None or desk.table is None:
        return desk.role == MASTER
    all_seats = seats.of_game(desk.db, desk.table.game.id)
    return not speakers.is_acting(desk) and awaited.is_alone(desk.table.game, all_seats)


def tell_company(db: Connection, game: Game) -> tuple[Event, ...]:
    """What all are told before a second person takes a seat where somebody was alone."""
    if not awaited.is_alone(game, seats.of_game(db, game.id)):
        return ()
    return (Event("note", {"text": _ENDS_SOLITUDE.format(game=game.name)}, PUBLIC),)


def is_clock_believed(desk: Desk) -> bool:
    """Whether the judge's clock may be right: while it is in doubt nothing is adjudicated."""
    house = desk.house
    doubt = machine_clock.doubt_by_stamp(desk.db, house.now, pretended=house.pretended)
    return house.believed and not doubt


def preside(desk: Desk, command: Command, when: Collection[str], act: Act) -> Desk:
    """Do what a command of game masters does in these states of a game, or say why it can't be.

    The sheet of who plays alone is stored before and looked up anew behind it.
    """
    reason = explain_refusal(desk, command.verb, when)
    if reason or desk.table is None:
        return desk.refuses(command, reason)
    if desk.seat is None:
        return act(desk, command, desk.table)
    acted = reload_game(act(order_sheet.store(desk), command, desk.table))
    if acted.table is None or acted.seat is None:
        return acted
    sheet = order_sheet.find_sheet(desk.db, acted.table, acted.seat)
    return replace(acted, sheet=sheet, standing=None, unready=(), changed=False, waiver="")


def log_deed(desk: Desk, table: Table, deed: str, sentence: str = "", **facts: Fact) -> None:
    """Write a use of the game master's powers into the game's log; no orders stand there.

    The next public report of a game under way names it by the ``sentence``, if there is one.
    """
    log.append(desk.db, desk.house.now, MASTER, f"gm.{deed}", table.game.name, **facts)
    if sentence:
        name_deed(desk, table, sentence)


def name_deed(desk: Desk, table: Table, sentence: str) -> None:
    """Name a deed that is logged elsewhere in the next public report."""
    early = table.game.status == FORMING or table.is_seatless
    games.add_note(desk.db, table.game.id, Note(games.ACT, desk.house.now, sentence, told=early))


def reload_game(desk: Desk) -> Desk:
    """The desk with its game as it is stored now, for the next line of the letter."""
    if desk.table is None:
        return desk
    return replace(desk, table=tables.load(games.get(desk.db, desk.table.game.id)))


def announce(
    desk: Desk, command: Command, title: str, *events: Event, only_to: str = ""
) -> list[Notice]:
    """News of the game as it is stored now to all its people, or to the holder of one role."""
    if desk.table is None:
        return []
    table = tables.load(games.get(desk.db, desk.table.game.id))
    readers = notices.readers(desk.db, table.game, desk.house.now)
    addressees = [one for one in readers if not only_to or one.role == only_to]
    mails = [deadlines.news(desk.house, table, one, title, *events) for one in addressees]
    return set_line_keys(desk, command, mails)


def set_line_keys(desk: Desk, command: Command, mails: Iterable[Notice]) -> list[Notice]:
    """Notices as those of this line of this letter: two lines may say the same in one moment.

    Who wrote the letter has its answer, and gets none of them.
    """
    line = f"{desk.receipt}.{command.span.line}"
    own_address = desk.person.address if desk.person else ""
    return [replace(one, key=f"{one.key}.{line}") for one in mails if one.to != own_address]


class Motion(Struct, frozen=True):
    """What may be asked for: its name in the ballots, what is asked, the line that asks for it.

    ``weighty``: two thirds of the players have to want the very same. ``about`` is the power whose
    player has no voice in it ("": all have one).
    """

    matter: str
    asks: str
    line: str
    weighty: bool = False
    about: str = ""

    @property
    def share(self) -> str:
        """How many players have to want it, in words."""
        return "two thirds" if self.weighty else "more than half"

    def is_carried(self, wishes: int, voter_count: int) -> bool:
        """Whether so many of those who have a voice are enough."""
        return 3 * wishes >= 2 * voter_count if self.weighty else 2 * wishes > voter_count


def list_voters(db: Connection, table: Table) -> list[Seat]:
    """The seats whose players are still in the game; all that are taken while it forms."""
    held_seats = [seat for seat in seats.of_game(db, table.game.id) if seat.person]
    if table.state is None:
        return held_seats
    alive = table.engine.survivors(table.state)
    return [seat for seat in held_seats if seat.power in alive]


def put_motion(
    desk: Desk, table: Table, motion: Motion, choice: str
) -> tuple[Desk, tuple[str, ...]]:
    """Store the wish of the desk's seat; the wishes of all in favour if the motion is carried.

    All others are told of the first wish, without a name. A motion that is carried is forgotten.
    """
    if desk.seat is None:
        return desk, ()
    voters = list_voters(desk.db, table)
    entitled = {one.id for one in voters if not motion.about or one.power != motion.about}
    before = _list_wishes(desk.db, table, motion, entitled, choice)
    games.cast_ballot(desk.db, desk.seat.id, motion.matter, choice)
    wishes = _list_wishes(desk.db, table, motion, entitled, choice)
    if motion.is_carried(len(wishes), len(entitled)):
        games.forget_ballots(desk.db, table.game.id, motion.matter)
        return desk, wishes
    if before:
        return desk, ()
    text = (
        f"A player asks to {motion.asks}. Reply {motion.line} if you want that too: it is done "
        f"as soon as {motion.share} of the players want it. Nobody is told who asks."
    )
    event = Event("vote", {"vote": motion.matter, "text": text, "asks": motion.line}, PUBLIC)
    told = desk.sends(
        deadlines.news(desk.house, table, reader, "a player asks", event)
        for reader in notices.readers(desk.db, table.game)
        if reader.seat is not None and reader.seat.id in entitled - {desk.seat.id}
    )
    return told, ()


def _list_wishes(
    db: Connection, table: Table, motion: Motion, entitled_seats: Collection[int], choice: str
) -> tuple[str, ...]:
    """What ``entitled_seats`` want in a matter; where it is weighty, only who wants ``choice``."""
    wish_of_seat = games.ballots_of(db, table.game.id, motion.matter)
    wishes = (wish for seat, wish in wish_of_seat.items() if seat in entitled_seats)
    return tuple(wish for wish in wishes if wish == choice or not motion.weighty)


def withdraw_motion(desk: Desk, command: Command, matter: str) -> Desk:
    """Take back the wish of the desk's seat, and say whether there was one."""
    if desk.seat is None or desk.table is None:
        return desk.says(command, "you did not ask for it")
    had_wish = desk.seat.id in games.ballots_of(desk.db, desk.table.game.id, matter)
    games.cast_ballot(desk.db, desk.seat.id, matter, "")
    return desk.says(command, "you no longer ask for it" if had_wish else "you did not ask for it")


def explain_clock_refusal(desk: Desk) -> str:
    """Why the letter's writer may ask nothing of a game's clock, or ""."""
    table = desk.table
    if table is None or (desk.seat is None and desk.role != notices.MASTER):
        return speakers.explain_seatless(desk)
    if table.state is None or (table.game.deadline is None and not table.game.is_paused):
        return f"{table.game.name} is not being played"
    if table.game.held:
        return "the phase is over: its results wait for the game master"
    if desk.seat and desk.seat.power not in table.engine.survivors(table.state):
        return "you are out of the game"
    return ""


_ENTHRONED = ("gm.promote", "keeper.promote", "vote.promote")
"""What made somebody the game master, in the log."""


def explain_regency_refusal(desk: Desk) -> str:
    """Why the letter's writer has no voice in what a game master decides, or ""."""
    table = desk.table
    if table is None:
        return speakers.explain_outside(desk)
    if desk.seat is None or table.game.status == OVER:
        return NOT_HIS
    if speakers.is_acting(desk):
        return "only the player himself may vote for that"
    if table.game.gm is not None:
        game = table.game
        began = [at for at, deed in log.of_game(desk.db, game.name) if deed.what in _ENTHRONED]
        last_word = letters.last_heard(desk.db, game.id, MASTER)
        last_sign = max(filter(None, (game.created, last_word, *began[-1:])))
        until = last_sign + limits.MASTER_SILENCE
        if desk.house.now < until:
            return (
                f"only the game master may do that; if he writes nothing until {until:%d %b %Y}, "
                f"two thirds of the players may from then on"
            )
    if desk.seat.id not in {seat.id for seat in list_voters(desk.db, table)}:
        return "you are out of the game and have no vote"
    return ""


def explain_joint_refusal(desk: Desk, verb: str, *, by_master: bool) -> str:
    """Why the letter's writer can't decide as game master, or ask the players to, or ""."""
    return explain_refusal(desk, verb, LASTING) if by_master else explain_regency_refusal(desk)


def decide_without_master(
    desk: Desk, command: Command, table: Table, motion: Motion, choice: str, act: Act
) -> Desk:
    """Put ``motion`` to the vote, with the writer's voice for it; ``act`` if it is carried."""
    if desk.seat is not None and desk.seat.power and desk.seat.power == motion.about:
        return desk.refuses(command, "you have no vote on that: it is about you", "RESIGN")
    lasting_motion = replace(motion, matter=f"{games.LASTING}{motion.matter}", weighty=True)
    voting_desk, wishes = put_motion(desk, table, lasting_motion, choice)
    if wishes:
        return act(voting_desk, command, table)
    condition = "it is done as soon as two thirds of the players want it"
    return voting_desk.says(command, f"you ask to {motion.asks}: {condition}")


def withdraw_voice(desk: Desk, command: Command, matter: str) -> Desk:
    """Take back the writer's voice for a motion."""
    reason = explain_regency_refusal(desk)
    if reason:
        return desk.refuses(command, reason)
    return withdraw_motion(desk, command, f"{games.LASTING}{matter}")


def who_has(desk: Desk) -> str:
    """Who has done what a game master could, as all are told, with the verb that fits."""
    return "The game master has" if desk.role == MASTER else "Two thirds of the players have"


def log_joint_deed(desk: Desk, table: Table, deed: str, sentence: str = "", **facts: Fact) -> None:
    """The same of the master's own; what the players have decided is logged as that alone."""
    if desk.role == MASTER:
        log_deed(desk, table, deed, sentence, **facts)
        return
    log.append(desk.db, desk.house.now, log.JUDGE, f"vote.{deed}", table.game.name, **facts)
