"""Every kind of mail, and the results and the end of a few phases of every game."""

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from judge.catalog import variant as catalog
from judge.kernel.dice import SecretDice
from judge.kernel.engine import GM, Turn
from judge.kernel.notice import Facts, Notice
from judge.report.render import render
from tests.play import games, laws
from tests.report.samples import NOTICES, NOW


def every_kind() -> Iterator[tuple[str, str]]:
    """The samples of all kinds of mails, by name."""
    for name, notice in NOTICES.items():
        yield name, render(notice).html


def every_game(phases: Collection[int]) -> Iterator[tuple[str, str]]:
    """What a player and the game master of each game read after these of its phases, from 1."""
    for name, options in games.KINDS:
        engine = catalog.load(name).engine
        random = Random(name)
        dice = SecretDice(b"screens", "alpha")
        state = engine.start(options, dice).state
        for number in range(1, max(phases) + 1):
            turn = engine.turn(state, games.orders(engine, state, random), dice)
            state = turn.state
            for reader in (engine.powers[0], GM) if number in phases else ():
                told = "-".join([name, *options])
                yield f"{told}, phase {number}, {reader}", _results(name, turn, reader)


def _results(name: str, turn: Turn[Any], reader: str) -> str:
    """The results of a phase with all that STATUS would say, as HTML."""
    variant = catalog.load(name)
    engine = variant.engine
    plays = reader in engine.powers
    facts = Facts(
        game="alpha",
        variant=name,
        title=variant.title,
        status="running",
        power=reader if plays else "GM",
        phase=engine.phase(turn.state),
        deadline=NOW,
        now=NOW,
        powers=engine.speaks_for(turn.state, reader) if plays else (),
    )
    told = (*turn.events, *engine.describe(turn.state))
    events = tuple(laws.visible(engine, turn.state, told, reader))
    standing = engine.standing(turn.state, reader, ()) if plays else None
    mail = Notice("k", "a@b.example", "results", facts, events=events, standing=standing)
    return render(mail).html
