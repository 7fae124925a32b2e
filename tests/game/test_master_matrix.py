"""Who may give which command of a game master, and in which state of the game: role by role."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.keeper.audit import audit
from judge.letters.commands.verbs import MASTER, VERBS
from tests.game.world import DEADLINE, World

GM = "gm@players.example"
MOST = 5
"""Commands that are read in a mail which nothing proves."""
STATES = ("forming", "running", "held", "paused", "over")
ROLES = ("player", "observer", "stranger", "vacated", "other master")
LINES = {
    "process": "PROCESS",
    "hold": "HOLD",
    "release": "RELEASE",
    "predict": "PREDICT",
    "rollback": "ROLLBACK",
    "edit": "EDIT France A Par - Bur",
    "deadline": "DEADLINE +30d",
    "eject": "EJECT France",
    "disorder": "DISORDER Turkey",
    "excuse": "EXCUSE France",
    "seat": "SEAT Turkey free@players.example",
    "rule": "RULE It is so.",
    "comment": "COMMENT It was so.",
    "promote": "PROMOTE free@players.example",
    "terminate": "TERMINATE",
    "set": "SET grace 2h",
    "nudge": "NUDGE",
    "become": "BECOME France",
    "setup": "SETUP NONE",
    "allow": "ALLOW free@players.example",
    "deny": "DENY free@players.example",
    "approve": "APPROVE free@players.example",
    "noallow": "NO ALLOW free@players.example",
    "nodeny": "NO DENY free@players.example",
    "computer": "COMPUTER Turkey",
}
ALLOWED = {
    "forming": {"process", "eject", "seat", "rule", "comment", "promote", "terminate", "set"}
    | {"setup", "allow", "deny", "approve", "noallow", "nodeny"},
    "running": set(LINES) - {"release", "disorder", "setup"},
    "held": set(LINES) - {"hold", "deadline", "disorder", "nudge", "setup"},
    "paused": set(LINES) - {"process", "release", "deadline", "disorder", "nudge", "setup"},
    "over": {"rollback"},
}
"""What the master may do. RELEASE has nothing to let go where nothing was held, and in the standard
game DISORDER changes nothing: they are refused for that, which other tests show."""


def made(world: World, state: str) -> None:
    """The game alpha, which its master runs and in which a turn was played, in some state."""
    world.say("free@players.example", "REGISTER Free")
    if state == "forming":
        world.say(GM, "CREATE alpha")
        for power in ("France", "Italy"):
            world.say(f"{power.lower()}@players.example", f"JOIN alpha as {power}")
        return
    world.begun("alpha", "gmorders=yes", players=6)
    world.run(DEADLINE)
    to = world.address("GM")
    if state == "held":
        world.say(GM, "HOLD", to=to)
        world.run(world.game().deadline)
    elif state in ("paused", "over"):
        world.say(GM, "PAUSE" if state == "paused" else "TERMINATE", to=to)


Staged = Callable[[str], World]


@pytest.fixture(scope="module")
def stages() -> dict[str, World]:
    """The game in each state, made when it is asked for the first time."""
    return {}


@pytest.fixture
def staged(
    stages: dict[str, World], tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> Iterator[Staged]:
    """A judge of one's own with the game in a state; in the end its books must balance."""

    def copied(state: str) -> World:
        if state not in stages:
            stages[state] = World(tmp_path_factory.mktemp(state) / "spool")
            made(stages[state], state)
        world = World(tmp_path / "spool", stages[state].home)
        world.now, world.count = stages[state].now, stages[state].count
        return world

    yield copied
    assert audit(tmp_path / "spool").faults == []


def verdicts(text: str) -> list[str]:
    """What became of each line of a mail, from the transcript of its answer."""
    found = (line.split("  ")[1] for line in text.splitlines() if line.startswith("  "))
    return [word for word in found if word in ("done", "taken", "NOT TAKEN")]


@pytest.mark.parametrize(
    ("state", "verb"), [(state, verb) for state in STATES for verb in sorted(ALLOWED[state])]
)
def test_a_master_may_do_what_the_table_says(staged: Staged, verb: str, state: str) -> None:
    world = staged(state)
    answer = world.say(GM, LINES[verb], to=world.address("GM"))
    assert "NOT TAKEN" not in verdicts(answer.text), answer.text
    assert "not taken" not in answer.subject


@pytest.mark.parametrize("state", STATES)
def test_a_master_may_do_nothing_else(staged: Staged, state: str) -> None:
    world = staged(state)
    denied = [line for verb, line in LINES.items() if verb not in ALLOWED[state]]
    before, deeds = world.game(), world.rows("SELECT count(*) FROM log WHERE what LIKE 'gm.%'")
    answer = world.say(GM, "\n".join(denied), to=world.address("GM"))
    assert verdicts(answer.text) == ["NOT TAKEN"] * len(denied), answer.text
    assert world.game() == before
    assert world.rows("SELECT count(*) FROM log WHERE what LIKE 'gm.%'") == deeds


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("role", ROLES)
def test_nobody_else_may_do_any_of_it(staged: Staged, role: str, state: str) -> None:
    world = staged(state)
    sender, to = speaker(world, role)
    before, deeds = world.game(), world.rows("SELECT count(*) FROM log WHERE what LIKE 'gm.%'")
    lines = list(LINES.values())
    for start in range(0, len(lines), MOST):
        said = lines[start : start + MOST]
        answer = world.say(sender, "\n".join(said), to=to)
        assert verdicts(answer.text) == ["NOT TAKEN"] * len(said), answer.text
        refusals = ("nly the game master may do that", "n this mail proves who you are")
        assert sum(map(answer.flat.count, refusals)) == len(said)
    assert world.game() == before
    assert world.rows("SELECT count(*) FROM log WHERE what LIKE 'gm.%'") == deeds


def speaker(world: World, role: str) -> tuple[str, str]:
    """Where somebody of this role writes from, and to which address."""
    if role == "player":
        return "italy@players.example", world.address("Italy")
    if role == "observer":
        answer = world.say("eve@players.example", "OBSERVE alpha")
        return "eve@players.example", answer.reply_to
    if role == "other master":
        world.say("bob@players.example", "CREATE beta")
        return "bob@players.example", world.address("GM", "beta").replace("beta", "alpha")
    if role == "vacated":
        return GM, "judge+alpha.gm.aaaaaaaaaaaaaaaa@judge.example"
    return GM, "judge+alpha@judge.example"


def test_the_table_names_every_command_of_a_master() -> None:
    of_masters = {name for name, verb in VERBS.items() if verb.who == MASTER}
    assert set(LINES) == of_masters | {"eject", "promote", "set"}
