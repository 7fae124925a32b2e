"""Mistakes of a stranger who writes his first variant: each is told, with its file and key."""

from pathlib import Path

import pytest

from judge.authoring import trial_game
from judge.authoring.check import faults
from tests.catalog.pages import write_example, write_order

TOML, MAP, RULES, CASE = "variant.toml", "map.toml", "rules.py", "cases/first.jsonl"
OWN = 'mechanics = ["rules"]'
PHASES = "[phases]"
ENDING = 'mechanics = ["rules", "ending"]\n[ending]\n'


@pytest.fixture(autouse=True)
def no_years(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked for stands in the files."""
    monkeypatch.setattr(trial_game, "ROUNDS", 0)


def spoil(home: Path, name: str, old: str, new: str) -> list[str]:
    """What is told of the folder with the first ``old`` of a file changed."""
    text = (home / name).read_text()
    assert old in text
    (home / name).write_text(text.replace(old, new, 1))
    return faults(home)


@pytest.mark.sweep(12)
@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (TOML, PHASES, PHASES + '\nyear = ["SM", "SM", "WA"]', "phases.year: SM is listed 2"),
        (TOML, PHASES, PHASES + "\nlater = { Q = 1 }", "phases.later.Q: 'Q' is none of S, U"),
        (TOML, PHASES, PHASES + "\nlater = { U = 1 }", "phases.later.U: the year has no such"),
        (
            TOML,
            PHASES,
            PHASES + '\nnames = { U = "Heat" }',
            "phases.names.U: the year has no such",
        ),
        (
            TOML,
            PHASES,
            PHASES + '\nnames = { F = "Winter" }',
            "F: 'Winter' is winter already, i",
        ),
        (TOML, PHASES, PHASES + '\nnames = { F = "Hold" }', "F: 'Hold' is a word of orders."),
        (TOML, PHASES, PHASES + '\nnames = { F = "Reuss" }', "F: 'Reuss' is REU."),
        (
            TOML,
            PHASES,
            PHASES + '\nnames = { S = "Heat", F = "heat" }',
            "variant.toml: phases.names.S: 'Heat' is F already.",
        ),
        (TOML, PHASES, PHASES + '\nnames = { F = "Dry Time" }', "to be: one word of three lett"),
        (TOML, OWN, 'mechanics = ["rules", "rules"]', "mechanics: 'rules' is listed 2 times."),
        (TOML, OWN, 'mechanics = ["signals"]', "rules.py: variant.toml does not list it"),
        (
            TOML,
            OWN,
            ENDING + "targets = { Nort = 3 }",
            "variant.toml: ending.targets.Nort: there is no power 'Nort'.",
        ),
        (
            TOML,
            OWN,
            ENDING + 'last_year = "1890"',
            "variant.toml: ending.last_year: 1890 is over when the game begins (1901).",
        ),
        (RULES, "def build", "def built", "rules.py: it has no function build(rules) that"),
        (RULES, "return Razing()", "pass", "rules.py: it has no function build(rules) that"),
        (RULES, "Razing(Mechanic)", "Razing", "rules.py: it has no function build(rules) that"),
        (RULES, "def build", "deff build", "SyntaxError: invalid syntax (rules.py, line"),
        (RULES, "from msgspec.", "from msgspek.", "No module named 'msgspek' (rules.py, line 1)"),
        (RULES, '{"raze"', '{"rase"', "orders: 'A Aar raze' is not taken as an order."),
        (RULES, "(Raze,)", "()", "orders: 'A Aar raze' is taken, but can't be read as it is"),
        (RULES, "len(words) == 3", "len(words) == 4", "taken, but can't be read as it is stored."),
        (TOML, OWN, 'mechanics = ["rules", "endings"]', "no mechanic 'endings'; did you mean 'end"),
        (
            TOML,
            PHASES,
            PHASES + '\nyear = ["SR", "SM", "FM", "WA"]',
            "phases.year: SR has to come after SM, whose retreats it holds.",
        ),
        (
            TOML,
            OWN,
            ENDING + "targets = { Zürich = 3 }",
            "variant.toml is no TOML: ",
        ),
        (TOML, OWN, OWN + "\n[ending]\nZürich = 3", "The name 'Zürich' needs quotes."),
        (TOML, PHASES, PHASES + "\nqq = 1", "qq: there is no such key; there are first, year"),
        (TOML, '"S1901M"', '"Summer"', "to be: season (S, U for summer, F, W), year from 1"),
        (MAP, 'abbrev = "N"', 'abbrev = "No"', "to be: one capital letter, or three."),
        (
            MAP,
            '"DOR/NC"',
            '"DOR"',
            "fleets go from LIM to DOR, which has several coasts: name DOR/",
        ),
        (MAP, 'army = ["BRU"]', 'army = ["BRU", "LIM"]', "armies go from AAR to LIM, which is a "),
        (RULES, "from msgspec.", "import random\nfrom msgspec.", "line 1: it imports random, b"),
        (RULES, "return Razing()", "return (Razing(),)", "returns a Mechanic: it returns a tuple."),
        (RULES, "return scene.with_(", "return None and (", "end returned NoneType, not the scene"),
        ("RULES.md", "board", "board *yours-C7*", "it names the case yours-C7, but there is"),
        ("orders.lark", '"raze"', '"holds"', "_RAZE: 'holds' is _HOLD already, in all games."),
        ("orders.lark", "-> raze", "-> rase", "verbs() of rules.py does not read 'rase' (there: r"),
        ("orders.lark", "%extend order:", "%extend order", "orders.lark, line 4: this is no rule"),
        ("orders.lark", "_RAZE piece", "_RAZE § piece", "line 4"),
        (MAP, 'home = ["AAR"]', 'home = ["AAX"]', "powers.North.home: AAX is not a space."),
        (MAP, "[powers.South]", "[powers.GM]", "powers.GM: players say 'GM' to the judge"),
        (
            MAP,
            "[powers.South]",
            '[powers."S & W"]',
            "'S & W' is not written as it has to be: a letter",
        ),
        (MAP, '"Southern"', '"Northern"', "powers.South.adjective: Northern is North's."),
        (CASE, "S1901M", "S1901X", "it should look like 'S1901M'."),
        (CASE, '"expect"', '"then": {"orders": {}}, "expect"', "no case: the key 'expect' is mis"),
        (TOML, '"Two Rivers"', '" "', "variant.toml: title: it is empty."),
        (TOML, PHASES, PHASES + '\nstep = "10"', "phases.step: it has to be a whole number, w"),
        (TOML, PHASES, PHASES + "\nstep = 0", "phases.step: it has to be not less than 1."),
        (TOML, OWN, 'mechanics = "rules"', "mechanics: it has to be a list in square brackets."),
        (
            TOML,
            "[phases]",
            '[usual]\nreveal = "perhaps"\n[phases]',
            "variant.toml: usual.reveal: 'perhaps' must be yes or no.",
        ),
        (
            TOML,
            "[phases]",
            '[usual]\nreveel = "no"\n[phases]',
            "variant.toml: usual.reveel: There is no option 'reveel'",
        ),
        (
            TOML,
            OWN,
            ENDING + "targets = { North = 9 }",
            "variant.toml: ending.targets.North: 9 centres win, but there are 3.",
        ),
        (MAP, '["castle"]', '["Brugg"]', "map.toml: spaces.AAR.aliases: 'brugg' is BRU."),
        (MAP, '["castle"]', '["keep", "Keep"]', "spaces.AAR.aliases: 'keep' is listed 2 times."),
        (MAP, '["castle"]', '"castle"', "spaces.AAR.aliases: it has to be a list in square brac"),
        (MAP, "sc = true", 'sc = "yes"', "spaces.AAR.sc: it has to be true or false, without qu"),
        (MAP, "victory = 3", 'victory = "3"', "victory: it has to be a whole number, without qu"),
        (
            MAP,
            "victory = 3",
            'victory = 3\nwithout = { spaces = ["TYR"] }',
            "map.toml: without: variant.toml names no base, so there is nothing to leave out.",
        ),
        (RULES, "dislodger(", "dislodged(", "'A Aar raze' can't be played: AttributeError: "),
        (
            RULES,
            "(self, contest, unit)",
            "(self, contest)",
            "'A Aar raze' can't be played: TypeError: ",
        ),
        (RULES, "(Order, Contender,", "(Order,", "'A Aar raze' can't be played: "),
        (RULES, ": read_raze", ': "read_raze"', "variant.toml: orders can't be tried: TypeError"),
        (RULES, "return scene.with_(", "return (", "first.jsonl: yours-C1: it can't be played: "),
        (
            MAP,
            'kind = "land"',
            'kind = "Land"',
            "spaces.BRU.kind: 'Land' is none of land, coast, s",
        ),
        (MAP, "sc = true", "SC = true", "AAR.SC: there is no such key; did you mean 'sc'?"),
        (MAP, "[powers.South]", "[power.South]", "power: there is no such key; did you mean 'powe"),
        (MAP, '"A AAR"', '"a AAR"', "'a AAR' is not written as it has to be: A or F and a place"),
        (MAP, 'adjective = "Northern"', 'adjective = "Army"', "'Army' is a word of orders."),
        (MAP, "[[spaces]]", "[spaces]", "map.toml is no TOML: Cannot overwrite a value"),
        (MAP, '["nc", "sc"]', '["nc", "se"]', "'se' is none of nc, sc, ec, wc; did you mean 'sc'?"),
        (
            MAP,
            'id = "BRU"',
            'id = "BRX"',
            "map.toml: AAR and DOR border on BRU, which is not a place.",
        ),
        (TOML, '"S1901M"', '"S1901R"', "phases.first: a game can't begin with retreats (S1901R)"),
        (
            TOML,
            "[phases]",
            "[phases]\nlater = { F = -1 }",
            "later.F: it has to be not less than 0.",
        ),
        (
            TOML,
            'engine = "dip"',
            "engine = dip",
            "variant.toml is no TOML: Invalid value (at line ",
        ),
        (
            CASE,
            '"expect"',
            '"expects": {}, "expect"',
            "expects: a case has no such key; there are e",
        ),
        (
            CASE,
            '{"after": {"North": ["A BRU"]}}',
            "[]",
            "yours-C1: expect: it has to be an object, a ",
        ),
        (CASE, '{"North": ["A BRU"]}', '["A BRU"]', "expect.after: it has to be an object, the un"),
        (
            CASE,
            '{"after": ',
            '{"results": ["A BRU"], "after": ',
            "results: each has to be an object wi",
        ),
        (CASE, '"units"', '"unit"', "yours-C1: unit: there is no such key; there are centers, "),
        (
            CASE,
            '"orders": {"North"',
            '"orders": {"Nort"',
            "orders.Nort: there is no power 'Nort'; the",
        ),
        (
            RULES,
            "self, scene, board)",
            "self, board, scene)",
            "end has to be a method of (self, scene,",
        ),
        (
            RULES,
            "return (Raze,)",
            "return None",
            "orders returned NoneType, not a tuple (rules.py, l",
        ),
        (
            RULES,
            '{"raze": read_raze}',
            "read_raze",
            "verbs returned function, not a mapping (rules.py",
        ),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, name: str, old: str, new: str, told: str) -> None:
    found = spoil(write_order(tmp_path / "yours"), name, old, new)
    assert any(told in fault for fault in found), found
    assert not any(".." in fault for fault in found)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (TOML, "[phases]", '[fixed]\nshard = "R2"\n[phases]', "fixed.shard: the mechanics have no"),
        (MAP, "sc = true", 'sc = true\nminor = "A"', "map.toml: spaces.AAR.minor: 'minors' is"),
        (MAP, "sc = true", 'sc = true\ntraits = ["prot"]', "'prot'; did you mean 'port'?"),
        (MAP, "sc = true", 'sc = true\ntraits = ["build-center"]', "'build_centres' is none of t"),
        (MAP, "[[spaces]]", "[minors.Zug]\nhome = []\nunits = []\n[[spaces]]", "minors: 'control'"),
    ],
)
def test_what_nobody_reads_is_told(
    tmp_path: Path, name: str, old: str, new: str, told: str
) -> None:
    found = spoil(write_example(tmp_path / "yours"), name, old, new)
    assert any(told in fault for fault in found), found


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("My Game", "The folder's name 'My Game' can't be typed in CREATE"),
        ("standard", "A variant 'standard' came with the judge: give the folder another name."),
    ],
)
def test_a_folder_that_nobody_could_play_is_told(tmp_path: Path, folder: str, told: str) -> None:
    assert faults(write_example(tmp_path / folder))[0].startswith(told)


def test_files_that_are_not_what_they_should_be_are_told(tmp_path: Path) -> None:
    home = write_example(tmp_path / "yours")
    (home / "rule.py").write_text("")
    (home / "RULES.md").write_text("")
    (home / "cases" / "more.jsonl").write_bytes(b'{"id": "\xff"}\n')
    (home / TOML).write_bytes(b"\xef\xbb\xbf" + (home / TOML).read_bytes())  # some editors do
    found = faults(home)
    assert "rule.py: nobody reads this file; did you mean 'rules.py'?" in found
    assert "RULES.md is empty: players ask for it, and it holds the rulings." in found
    assert any(fault.startswith("cases/more.jsonl is no text in UTF-8") for fault in found)
    assert len(found) == 3


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "event/resluts.txt.j2",
            "x",
            "nothing tells of an event 'resluts'; did you mean 'event/results.txt.j2'?",
        ),
        (
            "help/specail.j2",
            "x",
            "templates/help/specail.j2: nobody reads this file; did you mean 'help/special.j2'?",
        ),
        ("help/raze.txt", "x", "templates/help/raze.txt: nobody reads this file."),
        (
            "event/razed.html.j2",
            "x",
            "razed.html.j2: there is no 'event/razed.txt.j2' for those who read text.",
        ),
        ("event/razed.txt.j2", "{{ rows | lenght }}", "line 1: No filter named 'lenght'."),
    ],
)
def test_a_template_that_nobody_asks_for_is_told(
    tmp_path: Path, name: str, text: str, told: str
) -> None:
    home = write_order(tmp_path / "yours")
    path = home / "templates" / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with (home / RULES).open("a") as rules:
        rules.write('\n\nRAZED = "razed"  # the kind of an event\n')
    assert any(fault.endswith(told) for fault in faults(home))


def test_an_event_without_words_is_told(tmp_path: Path) -> None:
    home = write_order(tmp_path / "yours")
    with (home / RULES).open("a") as rules:
        rules.write('\n\ndef tell():\n    return Event("razed", {}, PUBLIC)\n')
    fault = "rules.py: no template words the event 'razed': write templates/event/razed.txt.j2."
    assert fault in faults(home)
    words = home / "templates" / "event" / "razed.txt.j2"
    words.parent.mkdir(parents=True)
    words.write_text("Something burns.")
    assert faults(home) == []


@pytest.mark.parametrize(
    ("method", "told"),
    [
        (
            "winners(self, state, board, totals, answer):\n        return 'North'",
            "winners returned str",
        ),
        (
            "totals(self, state, board, answer):\n        return len(answer)",
            "totals returned int, not",
        ),
        (
            "supply(self, state, board, power, answer):\n        return answer / 2",
            "supply returned flo",
        ),
        (
            "sites(self, state, board, power, answer):\n        pass",
            "sites returned NoneType, not a",
        ),
    ],
)
def test_a_wrong_answer_to_a_seam_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, told: str
) -> None:
    monkeypatch.setattr(trial_game, "ROUNDS", 2)
    found = spoil(
        write_order(tmp_path / "yours"), RULES, "def verbs(", f"def {method}\n\n    def verbs("
    )
    assert any(told in fault and "(rules.py, line " in fault for fault in found), found


def test_files_at_a_wrong_place_are_told(tmp_path: Path) -> None:
    home = write_example(tmp_path / "yours")
    (home / "case").mkdir()
    (home / "cases" / "more.json").write_text("{}")
    (home / "shapes.json").write_text("{")
    found = faults(home)
    assert "case/: nobody looks into this folder; did you mean 'cases'?" in found
    told = "cases/more.json: nobody reads this file; cases stand in files called .jsonl."
    assert told in found
    assert any(fault.startswith("shapes.json can't be read (") for fault in found)


def starving(home: Path, seam: str, template: str) -> list[str]:
    """What is told where a winter rule takes all armies off, as the phase begins or ends."""
    text = (home / RULES).read_text().replace("def end(", "def muster_(", 1)
    at = text.index("    def muster_(")
    method = f"""    def {seam}(self, scene, board):
        if scene.state.phase[0] + scene.state.phase[-1] != "{"WA" if seam == "begin" else "FM"}":
            return scene
        gone = [unit for units in scene.state.units.values() for unit in units]
        told = [Event("starved", {{"units": gone}}, PUBLIC)]
        return scene.with_(replace(scene.state, units={{}}), told)


"""
    text = text[:at] + method + text[text.index("def build") :]
    (home / RULES).write_text(f"from judge.kernel.engine import PUBLIC, Event\n{text}")
    (home / "templates" / "event").mkdir(parents=True)
    (home / "templates" / "event" / "starved.txt.j2").write_text(template)
    return faults(home)


def test_a_seam_that_changes_what_was_asked_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_game, "ROUNDS", 3)
    found = starving(write_order(tmp_path / "yours"), "begin", "{{ units|join }}")
    assert any("begin changes in W1901A what " in fault for fault in found), found
    found = starving(write_order(tmp_path / "other"), "end", "{{ units|join }}")
    assert not any("begin changes" in fault for fault in found), found


def test_an_event_whose_words_ask_for_another_key_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_game, "ROUNDS", 3)
    found = starving(write_order(tmp_path / "yours"), "end", "{{ rows|join }}")
    told = "the event 'starved' can't be worded: UndefinedError: 'rows' is undefined."
    assert any(told in fault and "It holds units" in fault for fault in found), found
