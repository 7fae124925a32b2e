"""What is asked about a game is worded as its variant is, whoever asks and from whichever game."""

import pytest

from judge.catalog import variant as catalog
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command
from judge.letters.commands.verbs import VERBS, Verb
from judge.letters.desk.desk import Desk
from tests.game.world import HOUR, World, mailbox

VARIANTS = catalog.names()
ASKED = (
    "STATUS",
    "HISTORY",
    "OPTIONS",
    "RULES",
    "SUMMARY",
    "VERIFY",
    "OBSERVE",
    "LIST",
    "HELP MAP",
)


def askers(variant: str) -> list[str]:
    """The variants whose players ask: its own, the next one's, and the next of another engine's.

    Each variant is asked from several others, and each asks for several: a ring, not a square.
    """
    at = VARIANTS.index(variant)
    others = [*VARIANTS[at + 1 :], *VARIANTS[:at]]
    engine = catalog.load(variant).engine_name
    strange = [name for name in others if catalog.load(name).engine_name != engine]
    return list(dict.fromkeys([variant, others[0], *strange[:1]]))


@pytest.fixture(scope="module")
def all_games(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A judge with a game of each variant, each with a phase or two behind it."""
    world = World(tmp_path_factory.mktemp("games") / "spool")
    for variant in VARIANTS:
        world.begun(f"g{variant.replace('-', '')}", variant=variant)
    for _ in range(2):
        world.run(max(world.due(f"g{variant.replace('-', '')}") for variant in VARIANTS))
    return world


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_command_about_another_game_is_worded_for_every_kind_of_reader(
    all_games: World, variant: str
) -> None:
    """A stranger, an observer, a player and the master of its own variant and of others."""
    world, name = all_games, f"g{variant.replace('-', '')}"
    lines = "\n".join(f"{command} {name}" for command in ASKED)
    asked = {
        world.mail("stranger@elsewhere.example", lines): "stranger",
        world.mail("olga@players.example", f"OBSERVE {name}\n{lines}"): "observer",
    }
    for other in askers(variant):
        game = f"g{other.replace('-', '')}"
        power = world.rows(f"SELECT power FROM seats WHERE game = {world.game(game).id}")[0][0]
        for role, sender in ((power, mailbox(power)), ("GM", "gm@players.example")):
            asked[world.mail(sender, lines, to=world.address(role, game))] = f"{role} of {game}"
    sent = world.run(world.now + 2 * HOUR)  # nobody has got too many answers in this hour
    answers = {mail.message["In-Reply-To"]: mail for mail in sent}
    for letter, who in asked.items():
        answer = answers[letter]
        assert "{" not in answer.text, who
    assert len(asked) == 2 + 2 * len(askers(variant))


def test_a_letter_whose_answer_has_no_words_counts_and_is_answered_when_it_has(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def showing(desk: Desk, command: Command) -> Desk:
        return desk.shows(Event("weather", {"secret": "canary"}, PUBLIC)).says(command, "see below")

    world.begun()
    with monkeypatch.context() as patch:
        patch.setitem(VERBS, "status", Verb(showing))
        world.mail("france@players.example", "A Par - Bur\nSTATUS", to=world.address("France"))
        report, sent = world.passed()
    name = "event/weather.txt.j2"
    (line,) = report.lines
    assert line == f"Mails can't be written: The template {name} can't be used: there is no {name}."
    assert [mail.to for mail in sent] == ["keeper@judge.example"]
    assert "canary" not in sent[0].text
    assert world.orders("France") == ["A PAR - BUR"]
    own = world.home / "templates" / "event"
    own.mkdir(parents=True)
    (own / "weather.txt.j2").write_text("Fine.")
    answer = next(mail for mail in world.passed()[1] if mail.to == "france@players.example")
    assert "Fine." in answer.text
