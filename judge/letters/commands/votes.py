"""Casting a vote, and ending the game if it was the last one needed."""

from collections.abc import Iterable

from msgspec.structs import replace

from judge.game.terms import game_options
from judge.game.terms.customs import NAMED, OPEN, SECRET, UNNAMED
from judge.game.terms.tables import Table
from judge.game.turn import game_end
from judge.game.turn.game_end import CANCEL
from judge.kernel import limits
from judge.kernel.text import Command, list_names
from judge.letters.commands import command_words
from judge.letters.desk import mastery, order_sheet
from judge.letters.desk.desk import Desk
from judge.store import games, seats
from judge.store.record import Seat


def cast(desk: Desk, command: Command, vote: str, sentence: str) -> Desk:
    """Store a seat's vote and see whether it passes."""
    reason = order_sheet.explain_closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    table = desk.table
    if desk.seat.power not in table.engine.survivors(table.state):
        return desk.refuses(command, "you are out of the game and have no vote")
    seat = replace(desk.seat, vote=vote)
    seats.save(desk.db, seat)
    voting_desk = replace(desk, seat=seat).says(command, sentence)
    end_notices = game_end.end_if_agreed(desk.db, desk.house, table)
    if not end_notices:
        return voting_desk.sends(game_end.tell_proposal(desk.db, desk.house, table, seat))
    final = mastery.reload_game(voting_desk).sends(end_notices)
    return replace(final, sheet=None, changed=False, closed="the game is over")


def duration_words(desk: Desk) -> str:
    """How long a vote of the letter's game holds, in words."""
    stands = desk.table is not None and game_options.customs(desk.table.game.options).standing
    return "until you take it back" if stands else "in this phase"


def secrecy_words(desk: Desk, others: str) -> str:
    """Who learns of a vote, in words."""
    ballot = desk.table.customs.ballot if desk.table is not None else SECRET
    return _TOLD.get(ballot, f"nobody is told unless all {others}")


_TOLD = {
    UNNAMED: "if nobody did before you, all are told that it is proposed, and not by whom",
    NAMED: "if nobody did before you, all are told that you propose it",
    OPEN: "all are told that it is proposed, and STATUS tells them your vote",
}


def obey_draw(desk: Desk, command: Command) -> Desk:
    """Vote, or take the vote back."""
    if command.verb == "nodraw":
        return cast(desk, command, "", "you vote for no draw")
    table = desk.table
    sharers: tuple[str, ...] = ()
    if table is not None and table.state is not None:
        is_all = set(command.words) == set(table.engine.survivors(table.state))
        sharers = () if is_all else tuple(one for one in table.powers if one in command.words)
    if table is not None and sharers:
        if len(sharers) <= table.customs.allied and desk.power in sharers:
            need = table.rule_options["victory"]
            sentence = (
                f"you are for a victory of {list_names(sharers)} {duration_words(desk)}: it comes "
                f"about once they vote alike and have {need} centres between them; "
                f"{secrecy_words(desk, 'of them do')}"
            )
            return cast(desk, command, game_end.word_draw(sharers), sentence)
        if table.customs.dias:
            most = table.customs.allied
            allies = f"; up to {most} may win as allies: name them and yourself" if most else ""
            return desk.refuses(command, f"a draw here is one of all who are left{allies}", "DRAW")
        eliminated = _word_eliminated(table, sharers)
        if eliminated:
            return desk.refuses(command, f"{eliminated} and shares no draw")
    share = f" between {', '.join(sharers)}" if sharers else ""
    secrecy = secrecy_words(desk, "of you do")
    sentence = f"you vote for a draw{share} {duration_words(desk)}; {secrecy}"
    return cast(desk, command, game_end.word_draw(sharers), sentence)


def _word_eliminated(table: Table, powers: Iterable[str]) -> str:
    """That one of the powers is out of the game, "" if none is."""
    alive = table.engine.survivors(table.state)
    eliminated = (power for power in powers if power not in alive)
    return next((f"{power} is out of the game" for power in eliminated), "")


def obey_concede(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Vote for the victory of whom the line names."""
    if command.verb == "noconcede":
        return cast(desk, command, "", "you concede to nobody")
    names = [word for word in command_words.of(command) if word.lower() != "and"]
    named_powers, unknown = command_words.powers(table.variant, names)
    own = () if table.customs.unanimous else (seat.power,)  # else winners have to agree as well
    possible_winners = [power for power in table.powers if power not in own]
    if not named_powers or unknown or not set(named_powers) <= set(possible_winners):
        asked = f"to whom? CONCEDE and one of {', '.join(possible_winners)}"
        return desk.refuses(command, asked)
    winners = [power for power in table.powers if power in named_powers]
    if len(winners) > 1 and table.customs.dias:  # where a draw may leave nobody out
        return desk.refuses(command, "a concession here is to one power")
    eliminated = _word_eliminated(table, winners)
    if eliminated:
        return desk.refuses(command, eliminated)
    secrecy = secrecy_words(desk, "others do too")
    sentence = f"you concede to {' and '.join(winners)} {duration_words(desk)}; {secrecy}"
    return cast(desk, command, game_end.word_concession(winners), sentence)


def obey_cancelgame(desk: Desk, command: Command) -> Desk:
    """Vote, or take the vote back."""
    if command.verb == "nocancelgame":
        return cast(desk, command, "", "you do not vote to cancel the game")
    secrecy = secrecy_words(desk, "of you do")
    sentence = f"you vote to cancel the game {duration_words(desk)}; {secrecy}"
    return cast(desk, command, CANCEL, sentence)


def obey_terminate(desk: Desk, command: Command, table: Table) -> Desk:
    """End the game and tell all."""
    mastery.log_deed(desk, table, "terminate", "ended the game", phase=table.game.phase_id)
    game, outcome = games.get(desk.db, table.game.id), game_end.find_forced_outcome(table)
    mails = game_end.finish(desk.db, desk.house, game, *outcome, forced=True)
    next_desk = replace(mastery.reload_game(desk), closed="the game is over")
    takes_back = f"ROLLBACK takes that back for {limits.say(limits.RECALL)}"
    return next_desk.sends(mails).says(command, f"{game.name} is over; {takes_back}")
