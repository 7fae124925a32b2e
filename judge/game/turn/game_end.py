"""How games end: solo, draw, concession, or because nobody is left."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.books import deeds, export, proof, summary
from judge.game.conduct import reputation
from judge.game.press import delivery
from judge.game.readers import notices
from judge.game.seats import computers
from judge.game.terms import tables
from judge.game.terms.customs import SECRET, UNNAMED
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import list_names
from judge.spool.house import House
from judge.store import games, log, outbox, press, seats
from judge.store.record import OVER, Game, Seat


def word_draw(powers: Sequence[str]) -> str:
    """The vote for a draw between ``powers``; none named: between all survivors."""
    return f"{DRAW} {', '.join(powers)}" if powers else DRAW


def word_concession(powers: Sequence[str]) -> str:
    """The vote that gives the game to ``powers``."""
    return f"{CONCEDE} {', '.join(powers)}"


def end_if_agreed(db: Connection, house: House, table: Table) -> list[Notice]:
    """End the game if the votes are in: a draw by all survivors, a concession by all others.

    A survivor without a player has no vote; computers agree by their rule.
    """
    if table.state is None or table.game.status == OVER:
        return []
    alive = table.engine.survivors(table.state)
    all_seats = seats.of_game(db, table.game.id)
    voters = _list_voters(all_seats, alive)
    if voters and all(seat.vote == CANCEL for seat in voters):
        return finish(db, house, games.get(db, table.game.id), CANCELLED, ())
    if allies := _find_allies(table, voters):
        return finish(db, house, games.get(db, table.game.id), ALLIED, allies)
    draws = set()
    for seat in voters:
        kind, _, names = seat.vote.partition(" ")
        sharing = names.split(", ") if names else alive
        draws.add(tuple(power for power in alive if kind == DRAW and power in sharing))
    sharers = draws.pop() if len(draws) == 1 else ()
    is_allowed = not table.customs.dias or len(sharers) == len(alive)
    if sharers and is_allowed and computers.agree_to_draw(table, all_seats, sharers):
        return finish(db, house, games.get(db, table.game.id), "draw", sharers)
    for winners in _find_agreed_winners(table, voters, alive):
        if computers.agree_to_concede(table, all_seats, winners):
            return finish(db, house, games.get(db, table.game.id), "concession", winners)
    return []


def _find_agreed_winners(
    table: Table, voters: Sequence[Seat], alive: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """The survivors to whom all others concede; two who concede to each other come in turn.

    Winners have to agree too where the option says so. 1926, Concluding the game: "any decision
    ... must be accepted unanimously".
    """
    for vote in sorted({seat.vote for seat in voters if seat.vote.startswith(f"{CONCEDE} ")}):
        winners = _read_powers(vote)
        others = [seat for seat in voters if seat.power not in winners]
        electorate = voters if table.customs.unanimous else others
        is_conceded = bool(others) and all(seat.vote == vote for seat in electorate)
        if is_conceded and set(winners) <= set(alive):
            yield winners


def _find_allies(table: Table, voters: Sequence[Seat]) -> tuple[str, ...]:
    """Those who vote for a draw between themselves and have the centres of a victory; () if none.

    Where the option ``allied`` lets so many win together nobody else need agree.
    """
    need = table.rule_options.get("victory")
    if need is None or not table.customs.allied:
        return ()
    votes = {seat.power: seat.vote for seat in voters}
    worth = table.engine.worth(table.state)
    for vote in sorted({vote for vote in votes.values() if vote.startswith(f"{DRAW} ")}):
        allies = _read_powers(vote)
        is_mutual = all(votes.get(power) == vote for power in allies)
        has_enough = sum(worth[power] for power in allies) >= need
        if len(allies) <= table.customs.allied and is_mutual and has_enough:
            return allies
    return ()


def _list_voters(all_seats: Iterable[Seat], alive: Sequence[str]) -> list[Seat]:
    return [seat for seat in all_seats if seat.power in alive and seat.person is not None]


def _read_powers(vote: str) -> tuple[str, ...]:
    """The powers that a vote names."""
    return tuple(vote.partition(" ")[2].split(", "))


def show_standing_votes(db: Connection, table: Table) -> tuple[Event, ...]:
    """The votes that stand, where the game's votes are open; nothing in other games."""
    if table.state is None or table.game.status == OVER or not table.customs.open:
        return ()
    voters = _list_voters(seats.of_game(db, table.game.id), table.engine.survivors(table.state))
    vote_texts = [f"{seat.power}: {_word_vote(table, seat.vote)}" for seat in voters if seat.vote]
    text = "; ".join(vote_texts) or "Nobody votes for an end."
    return (Event("vote", {"vote": "", "text": text}, PUBLIC),)


def tell_proposal(db: Connection, house: House, table: Table, seat: Seat) -> list[Notice]:
    """What all others are told of a vote that nobody cast before; nothing in secret ballots.

    The same is proposed once in a phase: the outbox drops what has been told.
    """
    all_seats = seats.of_game(db, table.game.id)
    is_seconded = any(one.vote == seat.vote for one in all_seats if one.id != seat.id)
    if not seat.vote or is_seconded or table.customs.ballot == SECRET or table.state is None:
        return []
    who = "somebody" if table.customs.ballot == UNNAMED else table.variant.the(seat.power)
    kind, _, names = seat.vote.partition(" ")
    line = "CANCELGAME" if kind == CANCEL else f"{kind.upper()} {names}".strip()
    to = "to " if seat.vote.startswith((CONCEDE, CANCEL)) else ""
    text = f"{who} proposes {to}{_word_vote(table, seat.vote)}; {line} votes for it, and it comes "
    text = f"{text[:1].upper()}{text[1:]}about when all whom it needs do."
    told = Event("vote", {"vote": "proposal", "text": text}, PUBLIC)
    voters = {one.power for one in _list_voters(all_seats, table.engine.survivors(table.state))}
    mark = re.sub(r"[^a-z]+", "-", seat.vote.lower())
    mails = []
    for one in notices.readers(db, table.game, house.now):
        if one.role != seat.power:
            own = told.knowing(asks=line) if one.role in voters else told
            mail = notices.game_notice(house, table, one, "news", (own,))
            mails.append(replace(mail, key=f"{mail.key}.{mark}", title="an end is proposed"))
    return mails


def _word_vote(table: Table, vote: str) -> str:
    kind, _, words = vote.partition(" ")
    list_of_powers = list_names(map(table.variant.the, words.split(", ")))
    if kind == CONCEDE:
        return f"concede to {list_of_powers}"
    if kind == CANCEL:
        return "cancel the game"
    return f"a draw between {list_of_powers}" if list_of_powers else "a draw between all survivors"


DRAW, CONCEDE, CANCEL = "draw", "concede", "cancel"
ALLIED = "allied"
"""The outcome of a game that several win who had enough centres between them."""
DESERTED = "ended"
"""The outcome of a game that nobody is left to play."""
CANCELLED = "cancelled"
"""The outcome of a game that counts for nobody."""


def finish(
    db: Connection,
    house: House,
    game: Game,
    outcome: str,
    winners: Sequence[str],
    *,
    forced: bool = False,
) -> list[Notice]:
    """End a game and tell everybody how it stands and who played what.

    ``forced``: it was neither won nor voted for, and its master may take that back for a week.
    """
    game = replace(stop_deadline(game), status=OVER, outcome=outcome, winners=tuple(winners))
    games.save(db, game)
    outbox.release(db, game.name, house.now)
    facts = {"forced": True} if forced else {}
    log.append(db, house.now, log.JUDGE, log.OVER, game.name, outcome=outcome, **facts)
    table = tables.load(game)
    if outcome != CANCELLED:
        reputation.store_results(db, table)
    end = {"outcome": outcome, "winners": list(winners), "phase": game.phase_title}
    week = limits.say(limits.RECALL)
    way_back = f"ROLLBACK within {week} takes this end back; SEAT gives the seats to others then."
    events = (
        *deeds.list_closing_notes(db, game),
        Event("over", end, PUBLIC),
        *table.position(),
        *([Event("note", {"text": way_back}, GM)] if outcome == DESERTED else []),
        summary.describe_summary(db, table),
        *summary.tell_end(db, table),
        *proof.describe_dice(db, table, house.now),
        *deeds.events(db, game),
    )
    waiting_press = press.take_up(db, game.id)
    archive = public_archive = export.archive_of(db, game) if game.state else None
    if game.state and not table.customs.reveal:
        public_archive = export.archive_of(db, game, sealed=True)
    mails = []
    for reader in notices.readers(db, game, house.now):
        told = (*events, *delivery.press_in_results(table, reader, waiting_press))
        mail = notices.game_notice(house, table, reader, "over", told)
        own_archive = archive if reader.role == notices.MASTER else public_archive
        mails.append(replace(mail, archive=own_archive))
    return mails


def find_forced_outcome(table: Table) -> tuple[str, tuple[str, ...]]:
    """The outcome and the winners of a game that its master ends without the players' agreement.

    1926, Concluding the game: "all players who still have pieces on the board when the game ends
    share equally in a draw".
    """
    if table.state is None or not table.customs.shared:
        return "terminated", ()
    units = table.engine.units(table.state)
    alive = table.engine.survivors(table.state)
    sharers = tuple(power for power in table.powers if power in alive and units.get(power))
    return (DRAW, sharers) if sharers else ("terminated", ())


def stop_deadline(game: Game) -> Game:
    """The game without a deadline, which is a change for those who have it in their calendars."""
    sequence = game.sequence + 1
    return replace(game, deadline=None, alarm=None, left=None, touched=False, sequence=sequence)
