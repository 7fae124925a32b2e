"""The words of 1930!: every event in text and HTML, a month in order, the recipe of VERIFY.md."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from judge import resources
from judge.catalog import variant
from judge.kernel.dice import SecretDice
from judge.kernel.engine import PUBLIC, Event
from judge.report import render
from judge.report.layout import unglue
from tests.d100.cases import ENGINE, load
from tests.d100.test_properties import a_position, some_orders

FOLDER = resources.root("variants") / "1930"
SECRET = bytes(range(32))


def text(event: Event) -> str:
    """An event as the text part of a mail has it."""
    return unglue(render._event(event, "1930", "UTC")[0])


def everything() -> dict[str, Event]:
    """One event of every kind that cases and some wild months bring forth."""
    events: list[Event] = []
    for case in load():
        state = ENGINE.position(case["in"])
        orders = case["in"].get("orders", {})
        full = {ENGINE.board.power(power): lines for power, lines in orders.items()}
        events += ENGINE.turn(state, full, SecretDice(SECRET, case["id"])).events
    for seed in range(20):
        request = a_position(Random(seed))
        orders = some_orders(Random(seed), request)
        events += ENGINE.turn(ENGINE.position(request), orders, SecretDice(SECRET, "g")).events
    return {event.kind: event for event in events}


EVENTS = everything()
KINDS = {
    "d100-allocations",
    "d100-barred",
    "d100-combat",
    "d100-convoy",
    "d100-deployed",
    "d100-draw",
    "d100-entry",
    "d100-own-orders",
    "d100-own-points",
    "d100-placed",
    "d100-ownership",
    "d100-points",
    "d100-political-roll",
    "d100-recalculation",
    "d100-retreat",
    "d100-segment",
    "d100-status",
    "d100-supremacy",
    "d100-throws",
    "d100-tie",
    "d100-to-place",
    "results",
    "victory",
}


def test_every_kind_of_event_comes_up() -> None:
    assert set(EVENTS) == KINDS


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_event_is_worded_by_its_template(kind: str) -> None:
    words, html = render._event(EVENTS[kind], "1930", "Europe/Paris")
    silent = kind == "d100-segment" and not EVENTS[kind].data["stopped"]
    assert bool(words) is not silent, "a segment in which nobody was stopped says nothing"
    assert bool(html) is not silent


def test_a_combat_says_who_how_strong_and_what_was_thrown() -> None:
    request = {
        "phase": "1930-01M",
        "units": {"Great Britain": ["L5 LON", "L2 SHF"], "France": ["L3 ANG"]},
    }
    orders = {"Great Britain": ["L5 LON - ANG - SCO", "L2 SHF S L5 LON - ANG"]}
    dice = SecretDice(SECRET, "tale")
    events = ENGINE.turn(ENGINE.position(request), orders, dice).events
    story = [event for event in events if event.kind in ("results", "d100-throws")]
    told = "\n\n".join(filter(None, map(text, (*events[:3], *story))))
    assert told == (Path(__file__).parent / "expected-month.txt").read_text().rstrip("\n")


def test_the_recipe_needs_the_standard_library_only_and_finds_a_false_throw(
    tmp_path: Path,
) -> None:
    script = tmp_path / "check.py"
    script.write_text((FOLDER / "templates" / "help" / "check.py.j2").read_text())
    dice = SecretDice(SECRET, "tale")
    events = ENGINE.turn(ENGINE.start({}, dice).state, {}, dice).events
    told = "\n".join(text(event) for event in events if event.audience == "*")
    key = "1930-00D|D|Spain"
    false = dice.throw(key) % 100 + 1
    ends = f"  Commitment  {dice.commitment}\n  Secret  {SECRET.hex()}"
    saved = tmp_path / "mails.txt"
    saved.write_text(f"{told}\n> {key} = {false}\n{ends}\n")
    arguments = [sys.executable, "-I", "-W", "error", str(script), "tale", str(saved)]
    run = subprocess.run(arguments, capture_output=True, text=True)  # noqa: PLW1510
    assert run.stdout.splitlines() == [
        f"{key}: {false} was told, the secret throws {dice.throw(key)}",
        "22 throws checked, 1 wrong",
    ]


def test_the_table_of_events_names_every_kind() -> None:
    table = (FOLDER / "templates" / "README.md").read_text()
    named = {kind for kind in KINDS if f"`{kind}`" in table}
    assert named == KINDS - {"victory"}


def test_help_on_orders_speaks_of_this_game() -> None:
    event = Event("help", {"topic": "orders", "variant": "1930"}, PUBLIC)
    assert "a move of one to three steps" in text(event)


def test_help_on_borders_names_every_space_with_all_its_neighbours() -> None:
    shown = text(Event("help", {"topic": "borders", "variant": "1930"}, PUBLIC))
    rows = {line[2:5]: line for line in shown.splitlines() if line.startswith("  ")}
    assert set(rows) == set(ENGINE.board.spaces)
    assert " ".join(rows["ANG"].split()) == "ANG Anglia 5 LON LVP SCO SHF WCO WLS | NTH"
    assert " ".join(rows["CYP"].split()) == "CYP Cyprus 5 | EMD"


def test_help_on_tables_shows_every_cell() -> None:
    shown = text(Event("help", {"topic": "tables", "variant": "1930"}, PUBLIC)).splitlines()
    rows = [line.split() for line in shown if line.strip() and set(line) <= set("0123456789 ")]
    tables = variant.load("1930").rules["tables"]
    wanted = [
        row
        for name in ("combat", "retreat", "left")
        for row in (range(1, 16), *([number, *row] for number, row in enumerate(tables[name], 1)))
    ]
    assert rows == [[str(cell) for cell in row] for row in wanted]
    told = {line[2:10].strip(): line[10:].split() for line in shown if line.startswith("  ")}
    assert told["per cent"] == [str(chance) for chance in tables["chance"].values()]


@pytest.mark.parametrize(
    ("units", "orders", "owners", "told"),
    [
        (
            ["L5 PAR"],
            ["BUY L3 PAR"],
            {"BRU": "France"},
            (
                "France          200 before, 225 now: +25\n    bought L3 PAR\n"
                "    10 points not spent\n  Germany         200 before, 200 now: no change\n"
            ),
        ),
        (
            ["L1 PAR", "L1 BRT"],
            ["REMOVE L1 PAR"],
            {"BOR": "Great Britain"},
            (
                "France          200 before, 175 now: -25\n    REMOVE L1 PAR\n"
                "    L1 BRT taken off the board\n  Germany "
            ),
        ),
        (
            ["L5 PAR", "L4 BRT"],
            ["REMOVE L5 BRT"],
            {"BOR": "Great Britain"},
            (
                "France          200 before, 175 now: -25\n    L4 BRT taken off the board\n"
                "    L5 PAR lowered to CS 4\n  Germany "
            ),
        ),
    ],
)
def test_a_recalculation_tells_what_each_power_gained_spent_and_lost(
    units: list[str], orders: list[str], owners: dict[str, str], told: str
) -> None:
    request = {"phase": "1930-06A", "units": {"France": units}, "state": {"owners": owners}}
    events = ENGINE.turn(
        ENGINE.position(request), {"France": orders}, SecretDice(SECRET, "")
    ).events
    (event,) = [event for event in events if event.kind == "d100-recalculation"]
    assert told in text(event)
