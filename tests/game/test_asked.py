"""Questions of novices: each is answered by its topic of HELP or by the game, and costs nothing."""

import json
from pathlib import Path

import pytest

from judge import resources
from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.language.asking import UNKNOWN, Found
from judge.letters.desk import enquiries
from judge.letters.desk.enquiries import FACTS
from judge.report import topics
from tests.game.world import DEADLINE, JUDGE, World

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "asked.jsonl").read_text(encoding="utf-8").splitlines()
]
"""A hundred questions, each with what must answer it."""
NOVICES = [
    line.split("|")
    for line in (Path(__file__).parent / "novices.txt").read_text(encoding="utf-8").splitlines()
]
"""Of novices, none of whom wrote what topics.txt holds: topics of which one must answer, and what
he asks. They stay out of that file, or this tells nothing of what the next one asks."""
ASIDES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "meaning" / "asides.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
ORDERS = "A Par - Bur\nA Mar H\nF Bre - Mao"
GM, KEEPER = "gm@players.example", "keeper@judge.example"


@pytest.mark.parametrize("row", ROWS, ids=[row["question"] for row in ROWS])
def test_a_question_is_answered_by_its_topic(row: dict[str, str]) -> None:
    found = find_asked(row["question"], catalog.load("standard"))
    assert found
    assert name_topic(found[0]) == row["topic"]


def find_asked(text: str, variant: Variant, *, alone: bool = False) -> tuple[Found, ...]:
    """What a sentence asks about, the likeliest first; () for talk."""
    question = enquiries._read((), text, variant, alone=alone)
    found = question.found if question else ()
    return () if found[:1] in ((UNKNOWN,), (enquiries._ASKS_NOTHING,)) else found


def name_topic(found: Found) -> str:
    """A topic as topics.txt names it."""
    return ".".join(filter(None, found))


def test_a_mail_of_nothing_but_a_question_is_told_what_it_may_mean() -> None:
    standard = catalog.load("standard")
    missed = [
        question
        for *may_answer, question in NOVICES
        if not {name_topic(one) for one in find_asked(question, standard, alone=True)}.intersection(
            may_answer
        )
    ]
    assert len(missed) <= len(NOVICES) / 5, missed


def test_every_topic_that_may_answer_is_there() -> None:
    there = topics.topics("standard")
    for row in ROWS:
        topic = row["topic"].partition(".")[0]
        assert topic in there or topic == topics.INDEX or FACTS[topic].topic in there


def test_the_table_of_topics_names_what_there_is() -> None:
    root = resources.root("grammar") / "questions"
    table = (root / "topics.txt").read_text()
    for name in (line[3:] for line in table.splitlines() if line.startswith("== ")):
        topic, _, part = name.partition(".")
        assert topic in topics.topics("") or topic in (*FACTS, topics.INDEX, "talk"), name
        folder = resources.root("templates") / "help"
        names = (f"{topic}.txt.j2", "play.j2") if part else ()
        pages = [(folder / one).read_text() for one in names]
        assert not part or any(f"block {part} %" in page for page in pages), name


def test_talk_that_asks_nobody_stays_talk() -> None:
    standard = catalog.load("standard")
    talk = [one["line"] for one in ASIDES if one["kind"] != "question"]
    for alone in (False, True):
        asked = [line for line in talk if find_asked(line, standard, alone=alone)]
        assert asked == []


def test_what_a_mail_program_adds_does_not_hide_a_question(world: World) -> None:
    world.begun()
    quote = "On Mon, 2 Nov 2026 at 10:02, The Judge wrote:\n> Your orders"
    told = world.order("France", f"So what is the aim here?\n\nSent from my iPhone\n\n{quote}")
    assert "HELP RULES tells more." in told.flat


@pytest.mark.parametrize(
    "line",
    ["Who is winning? And where can my fleet go?", "Where can my fleet go? And who is winning?"],
)
def test_a_question_beside_one_that_reach_answers_is_answered_too(world: World, line: str) -> None:
    world.begun()
    told = world.order("France", line).flat
    assert "WHERE YOUR UNITS CAN GO" in told
    assert "Centres: Russia 4" in told


def test_a_question_beside_orders_costs_nothing(world: World) -> None:
    world.begun()
    told = world.order("France", f"{ORDERS}\nWhen is the deadline?\nWhat does H mean?")
    assert "Thu 5 Nov 2026 18:00 UTC" in told.text
    assert "H hold, S support" in told.flat
    assert "HELP ORDERS tells more" in told.flat
    assert "NOT TAKEN" not in told.text
    assert "NOT READ" not in told.text
    assert "all orders in" in told.subject
    assert world.orders("France") == ["A PAR - BUR", "A MAR H", "F BRE - MAO"]


def test_two_questions_about_one_thing_are_answered_once(world: World) -> None:
    world.begun()
    told = world.order("France", "When is the deadline?\nHow long do I have to send my moves?")
    assert told.text.count("18:00 UTC. ") + told.text.count("HELP DEADLINES tells more") == 1


def test_a_question_that_may_mean_two_things_is_told_both(world: World) -> None:
    world.begun()
    told = world.order("France", "Is everybody else ready?").flat
    assert "orders are still to come from" in told.lower()
    assert "Or was it this?" in told
    assert "I am done" in told


def test_a_question_over_two_lines_is_one(world: World) -> None:
    world.begun()
    told = world.order("France", "Hello,\nwhat happens if I don't\nsend orders?\nThanks, Pierre")
    assert "Without an order a unit holds" in told.flat


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who is winning?", "Russia 4, Austria 3"),
        ("Where are my units?", "France: A MAR, A PAR, F BRE"),
        ("Who owns Belgium?", "BEL belongs to nobody"),
        ("Whose is Brest?", "BRE belongs to France; F BRE of France stands there"),
        ("Who hasn't sent orders yet?", "still to come from Austria"),
        ("Which game am I in?", "This is alpha, a game of Standard"),
        ("Who plays Turkey?", "Turkey: "),
        ("What turn is it?", "It is Spring 1901 movement"),
        ("How many centres do I need to win?", "Whoever has 18 centres"),
        ("Where is Tyrolia?", "TYR is Tyrolia"),
        ("How do I order a convoy?", "F Eng C A Lon - Bel"),
        ("what can my fleet do?", "F BRE: ENG, GAS, MAO, PIC"),
    ],
)
def test_the_state_of_the_game_answers(world: World, question: str, told: str) -> None:
    world.begun()
    assert told in world.order("France", question).flat


@pytest.mark.parametrize("variant", catalog.names())
def test_how_one_wins_is_told_in_every_game(world: World, variant: str) -> None:
    world.begun(variant=variant)
    told = world.order(catalog.load(variant).engine.powers[0], "How do I win?").flat
    assert "HELP RULES tells more" in told


def test_what_one_game_alone_has_is_told_by_its_page(world: World) -> None:
    world.begun(variant="1930")
    told = world.order("France", "What is a deployment?\nWhat is a stack?").flat
    assert "Deploy L5 Ber a piece at the start" in told
    assert "Pieces of one power that begin a month together" in told
    told = world.order("France", "What are minors?").flat
    assert "put half your political value into minors" in told


def test_why_an_order_failed_is_told_to_its_player(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    world.order("Germany", "A Mun - Bur")
    world.run(DEADLINE)
    told = world.order("France", "Why did my move fail?")
    assert "A PAR - BUR: bounced" in told.flat


def test_what_nobody_can_answer_goes_to_the_master_by_one_word(world: World) -> None:
    world.begun()
    told = world.order("France", "How do I upload a photo of my dog?")
    assert "eply ASK, and the game master gets your question" in told.flat
    named = [f"In-Reply-To: {told.head['Message-ID']}"]
    world.mail("france@players.example", "ASK", to=told.reply_to, headers=named)
    (to_master,) = [sent for sent in world.run() if sent.to == GM]
    assert "How do I upload a photo of my dog?" in to_master.text


def test_without_a_master_the_keeper_is_asked(world: World) -> None:
    toml = world.home / "judge.toml"
    played = world.say("ann@players.example", "PLAY standard as France")
    assert toml.exists()
    world.mail("ann@players.example", "ASK Is anybody there?", to=played.reply_to)
    (to_keeper,) = [sent for sent in world.run() if sent.to == KEEPER]
    assert "Is anybody there?" in to_keeper.text


def test_a_stranger_can_ask_nobody(world: World) -> None:
    told = world.say("new@players.example", "ASK Who are you?", to=JUDGE)
    assert "proves who you are" in told.flat


def test_a_rhetorical_question_gets_no_answer(world: World) -> None:
    world.begun()
    told = world.order("France", "Isn't that great?\nWould you believe it?\nA Par - Bur")
    assert "HELP" not in told.text.replace("Send HELP for help", "")


def test_a_command_with_a_slip_waits_as_a_command(world: World) -> None:
    world.begun()
    told = world.order("France", "LSIT games")
    assert "1 command waits to be confirmed: not obeyed yet" in told.flat
    assert "order not used" not in told.subject
    named = [f"In-Reply-To: {told.head['Message-ID']}"]
    world.mail("france@players.example", "Yes please", to=told.reply_to, headers=named)
    (listed,) = world.run()
    assert "alpha" in listed.text


def test_a_game_with_a_slip_in_its_name_is_named(world: World) -> None:
    world.begun()
    assert "did you mean alpha?" in world.order("France", "JOIN alpah").flat


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How do I win in 1930s World?", "Whoever has 38 centres after a fall wins"),
        ("How do I win in 1930?", "a value of 805 or more at a recalculation wins"),
        ("How do I win in 1930?", "HELP RULES 1930 tells more"),
        ("Could I play 1936, please?", "PLAY 1936 begins a game at once"),
        ("What is 1936?", "1936: 7 players"),
        ("Is 1926 hard?", "HELP RULES 1926 tells more"),
        ("How many players does Chaos need?", "? Chaos: 34 players"),
        ("How does 1936 differ from standard?", "Standard Diplomacy: the classic: seven powers"),
        ("What is different in 1936?", "clients, sorties and the two sides of Spain's civil war"),
        ("Which games do you have?", "1900, 1926, 1930, 1930s-world, 1936"),
    ],
)
def test_a_question_about_another_game_is_answered_of_that(
    world: World, question: str, told: str
) -> None:
    assert told in world.say("new@players.example", question).flat


def test_nothing_of_a_game_is_told_of_another(world: World) -> None:
    world.begun()
    for question in ("Where are my units in 1936?", "Who plays Germany in 1936?"):
        told = world.order("France", question).flat
        assert "This is alpha, a game of Standard Diplomacy; ask about another by a reply" in told
        assert "France: A MAR" not in told
        assert "Germany: P3" not in told
    told = world.order("France", "Could I play 1936, please?").flat
    assert "PLAY 1936 begins a game at once" in told


def test_what_is_asked_about_another_game_by_its_name_is_not_told_of_this_one(world: World) -> None:
    world.begun()
    world.begun("beta", circle="beta")
    told = world.order("France", "When is the deadline of beta?").flat
    assert "This is alpha, a game of Standard Diplomacy; ask about another by a reply" in told
    told = world.order("France", "When is the deadline of alpha?").flat
    assert "The deadline of Spring 1901 movement is" in told


def test_in_a_game_the_name_of_another_is_a_year_if_it_may_be_one(world: World) -> None:
    world.begun(variant="1930s-world")
    assert "BEL belongs to nobody" in world.order("France", "Who owns Belgium in 1936?").flat
    assert "France 5" in world.order("France", "Who was winning in fall 1936?").flat
    told = world.order("France", "How do I win in standard?")
    assert "Whoever has 18 centres after a fall wins" in told.flat
