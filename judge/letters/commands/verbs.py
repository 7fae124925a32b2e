"""Every command of the grammar: what does it, who may give it and when, and who may read its line.

A new command is a row here, a function beside its like, its lines in grammar/mail.lark and its
words in grammar/words. Nobody but who wrote it may ever read a command's line, the game master with
AUDIT as little as others, unless its row says that it is of the nature of an order.
"""

from collections.abc import Callable

from msgspec import Struct

from judge.kernel.notice import AHEAD, ORDER
from judge.letters.commands import (
    adjusting,
    creating,
    editing,
    joining,
    looking,
    mastering,
    ordering,
    processing,
    records,
    registering,
    replacing,
    showing,
    signing,
    speaking,
    studying,
    timing,
    votes,
)
from judge.letters.desk.desk import Desk
from judge.letters.desk.mastery import BEGUN, LASTING
from judge.store.record import FORMING, HELD, OVER, PAUSED, RUNNING

ANYBODY, KNOWN, MEMBER, PLAYER, MASTER = "anybody", "known", "member", "player", "master"
"""Whoever writes, of whom the command sees for itself what he may; who is proven and registered;
who plays a game, runs it or watches it; who has a seat; who runs the game, or is alone in it."""
TIMED, ORDERING = "timed", "ordering"
"""Who has a say in the clock of a game that is played; who has a seat, while orders are taken."""


class Verb(Struct, frozen=True):
    """A command.

    ``act`` gets the desk, the command, and who it is if he has to be known; the table of whose game
    it is for members, masters and the clock, and the seat, too, for players and their orders.
    ``when`` are the states of a game in which one of masters makes sense. ``shows`` is one that
    only shows something, a screen or more; ``anywhere`` one that a secret address gives even to who
    writes from an address that is not its own; ``own`` one that a player's substitute may not give,
    ``lent`` one that a game master may give for a player; ``again`` one that means something else
    the second time. ``audit`` is what its line is for those who may read it later, "" where nobody
    may.
    """

    act: Callable[..., Desk]
    who: str = ANYBODY
    when: tuple[str, ...] = ()
    shows: bool = False
    anywhere: bool = False
    own: bool = False
    lent: bool = False
    again: bool = False
    audit: str = ""


def _alike(verbs: str, row: Verb) -> dict[str, Verb]:
    """The row of each of several commands that one function obeys."""
    return dict.fromkeys(verbs.split(), row)


VERBS: dict[str, Verb] = {
    **_alike("draw nodraw", Verb(votes.obey_draw, own=True, lent=True)),
    **_alike("concede noconcede", Verb(votes.obey_concede, ORDERING, own=True, lent=True)),
    **_alike("cancelgame nocancelgame", Verb(votes.obey_cancelgame, lent=True)),
    "terminate": Verb(votes.obey_terminate, MASTER, when=LASTING),
    **_alike("pause nopause resume noresume", Verb(timing.obey_pause, TIMED, own=True)),
    **_alike("extend noextend", Verb(timing.obey_extend, TIMED, own=True)),
    "emergency": Verb(timing.obey_emergency, TIMED, own=True),
    "deadline": Verb(timing.obey_deadline, MASTER, when=(RUNNING,)),
    **_alike("absence noabsence", Verb(timing.obey_absence, MEMBER, own=True, lent=True)),
    **_alike("wait waitalways nowait", Verb(timing.obey_wait, ORDERING, lent=True)),
    **_alike("ready nopoints", Verb(timing.obey_ready, ORDERING, lent=True)),
    "nudge": Verb(timing.obey_nudge, MASTER, when=(RUNNING,)),
    "remind": Verb(timing.obey_remind, MEMBER, own=True, lent=True),
    "register": Verb(registering.obey_register),
    "address": Verb(registering.obey_address),
    "also": Verb(registering.obey_also, anywhere=True),
    "forget": Verb(registering.obey_forget),
    "mydata": Verb(registering.obey_my_data, KNOWN, shows=True),
    "takeover": Verb(replacing.obey_takeover),
    "resign": Verb(replacing.obey_resign, own=True, lent=True),
    "substitute": Verb(replacing.obey_substitute, PLAYER, own=True, lent=True),
    "signon": Verb(signing.obey_signon, anywhere=True),
    "password": Verb(signing.obey_password, PLAYER, own=True),
    "reset": Verb(signing.obey_reset, anywhere=True, own=True),
    "become": Verb(signing.obey_become, MASTER, when=BEGUN),
    **_alike("allow deny approve noallow nodeny", Verb(joining.obey_doors, MASTER, when=LASTING)),
    "observe": Verb(joining.obey_observe),
    "join": Verb(joining.obey_join),
    "game": Verb(joining.obey_game),
    "create": Verb(creating.obey_create),
    "play": Verb(creating.obey_play),
    **_alike("eject noeject", Verb(mastering.obey_eject)),
    "seat": Verb(mastering.obey_seat, MASTER, when=LASTING),
    "computer": Verb(mastering.obey_computer, MASTER, when=LASTING),
    "disorder": Verb(mastering.obey_disorder, MASTER, when=BEGUN),
    "excuse": Verb(mastering.obey_excuse, MASTER, when=BEGUN),
    **_alike("promote nopromote", Verb(mastering.obey_promote)),
    "hold": Verb(processing.obey_hold, MASTER, when=(RUNNING, PAUSED)),
    "release": Verb(processing.obey_release, MASTER, when=(RUNNING, HELD, PAUSED)),
    "process": Verb(processing.obey_process, MASTER, when=(FORMING, RUNNING, HELD)),
    "predict": Verb(processing.obey_predict, MASTER, when=BEGUN, shows=True),
    "rollback": Verb(processing.obey_rollback, MASTER, when=(*BEGUN, OVER)),
    "rollforward": Verb(processing.obey_rollforward),
    "edit": Verb(editing.obey_edit, MASTER, when=BEGUN),
    "setup": Verb(editing.obey_setup, MASTER, when=LASTING),
    **_alike("rule comment", Verb(speaking.obey_rule, MASTER, when=LASTING)),
    "rules": Verb(speaking.obey_rules, shows=True),
    "diary": Verb(speaking.obey_diary, MEMBER),
    "ask": Verb(speaking.obey_ask),
    **_alike("press broadcast", Verb(speaking.obey_press, MEMBER)),
    **_alike("publish nopublish", Verb(speaking.obey_publish, PLAYER, own=True)),
    "status": Verb(showing.obey_status, shows=True),
    "summary": Verb(showing.obey_summary, shows=True),
    "scoring": Verb(records.obey_scoring, shows=True),
    "history": Verb(showing.obey_history, shows=True),
    "list": Verb(showing.obey_list, shows=True),
    "verify": Verb(showing.obey_verify, shows=True),
    "map": Verb(looking.obey_map, shows=True),
    "reach": Verb(looking.obey_reach, shows=True),
    "test": Verb(looking.obey_trial, MEMBER, anywhere=True),
    "study": Verb(studying.obey_study, KNOWN, shows=True, again=True),
    "help": Verb(looking.obey_help, shows=True),
    "stats": Verb(records.obey_stats, shows=True),
    "receipts": Verb(records.obey_receipts, MEMBER, shows=True),
    "audit": Verb(records.obey_audit, shows=True),
    "take": Verb(records.obey_take, ORDERING, audit=ORDER),
    "clear": Verb(ordering.obey_clear, again=True, audit=ORDER),
    "phase": Verb(ordering.obey_phase, anywhere=True, again=True, audit=AHEAD),
    "signoff": Verb(ordering.obey_signoff, anywhere=True),
    **_alike("yes no", Verb(ordering.obey_yes, audit=ORDER)),
    "set": Verb(adjusting.obey_set),
    "options": Verb(adjusting.obey_options, shows=True),
}
