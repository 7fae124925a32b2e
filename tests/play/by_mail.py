"""A game by real mail: orders are mailed to a judge in a new spool, and its mails come back."""

import tempfile
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from random import Random

from judge.catalog import variant as catalog
from judge.game.terms import game_options
from judge.keeper import audit
from judge.store.record import RUNNING
from tests.game.world import HOUR, World, mailbox
from tests.play import company, games
from tests.play.games import KINDS, Options
from tests.play.laws import hold

GAME = "alpha"
NAMED = (company.STEADY, company.SHARP)
"""Players whose every order is legal, and so in their sheet as they wrote it."""


def play(number: int, seed: int, phases: int) -> Counter[str]:
    """Play game ``number`` of KINDS through mails; how many phases, orders and mails it had.

    Players who send nothing are stood in for by computers in every second game. Raises BrokenError.
    """
    name, options = KINDS[number % len(KINDS)]
    with tempfile.TemporaryDirectory(prefix="judge-game-") as folder:
        world = World(Path(folder) / "spool")
        silent = "computer" if number % 2 else "hold"
        powers = catalog.load(name).engine.powers
        world.begun(GAME, f"nmr={silent}", *_said(options), variant=name, players=len(powers))
        done = Counter(games=1, games_by_mail=1)
        dice = Random(f"mail {name} {sorted(options.items())} {seed}")
        for _ in range(phases):
            if world.game(GAME).status != RUNNING:
                done["won"] += 1
                break
            done += _play_phase(world, name, number, f"{seed}", dice)
        faults = [str(fault) for fault in audit.audit(world.home).faults]
        hold(not faults, "the audit is clean", faults)
        left = world.rows("SELECT count(*) FROM letters WHERE status = 'new'")[0][0]
        unsent = world.rows("SELECT count(*) FROM outbox WHERE status <> 'sent'")[0][0]
        hold(not left and not unsent, "every mail comes to an end", left, unsent)
        return done


def _said(options: Options) -> list[str]:
    """Options as a game master sets them."""
    return [f"{name}={game_options.write(value)}" for name, value in options.items()]


def _play_phase(world: World, variant: str, number: int, seed: str, dice: Random) -> Counter[str]:
    """Everybody's orders by mail, the answers, the deadline, and what it brings."""
    loaded, game = catalog.load(variant), world.game(GAME)
    state = loaded.engine.load(game.state)
    mixed = company.gather(loaded.engine.powers, number)
    known = mixed.orders(loaded, state, seed)
    given = {**games.orders(loaded.engine, state, dice), **known}
    sent = {
        world.mail(mailbox(power), "\n".join(lines), to=world.address(power, GAME)): power
        for power, lines in given.items()
        if lines
    }
    assert game.deadline is not None
    report, mails = world.passed(max(world.now, game.deadline - HOUR))
    answered = Counter(sent.get(str(mail.head["In-Reply-To"])) for mail in mails)
    hold(not report.lines, "a pass has nothing to tell the keeper", report.lines)
    once = [power for power in sent.values() if answered[power] != 1]
    hold(not once, "every mail is answered once", once)
    phase = world.game(GAME).phase
    if phase == game.phase:
        for power in known:
            _check_sheet(world, power, mixed.kinds[power], given[power])
        report, more = world.passed(max(world.now, game.deadline + timedelta(minutes=1)))
        hold(not report.lines, "a pass has nothing to tell the keeper", report.lines)
        mails += more
        after = world.game(GAME)
        hold(after.status != RUNNING or after.phase != game.phase, "a phase ends on its day")
    return Counter(phases=1, orders=sum(map(len, given.values())), mails=len(sent) + len(mails))


def _check_sheet(world: World, power: str, kind: str, lines: Sequence[str]) -> None:
    """What a computer ordered by mail stands in its sheet as it was written."""
    if kind in NAMED:
        kept = {*world.orders(power, GAME)}
        hold(kept == {*lines}, "a sheet holds what was written", power, kept ^ {*lines})
