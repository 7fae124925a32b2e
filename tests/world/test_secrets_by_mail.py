"""Hidden control by mail: press through minors, and late notices, betray nobody."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.game.clocks import ready
from judge.game.terms import tables
from tests.game.world import DAY, DEADLINE, MINUTE, Sent
from tests.mechanics.test_by_mail import Table, mail_of
from tests.world.positions import BOARD, ENGINE, NAME

RIVALS = (mail_of("Germany"), mail_of("Italy"))
GM = "gm@players.example"


def controlled(home: Path, ruler: str, *options: str) -> Table:
    """A game with hidden control in which ``ruler`` alone has won Poland."""
    world = Table(home, NAME, "hidden=yes", *options)
    for power in ("Germany", "Italy"):
        world.tell(power, f"BID {7 if power == ruler else 6} Poland")
    world.run(DEADLINE + DAY)
    return world


def test_press_to_a_minor_that_nobody_controls_looks_sent_where_control_is_hidden(
    tmp_path: Path,
) -> None:
    world = controlled(tmp_path / "spool", "Germany")
    texts = [write(world, "Russia", f"PRESS TO {name}")[0].flat for name in ("Poland", "Turkey")]
    told = [text.partition("Receipt")[0].lower() for text in texts]
    assert told[0].replace("poland", "turkey") == told[1]


def write(world: Table, power: str, heading: str) -> list[Sent]:
    """Mail press; the mails of the pass, the answer among them."""
    world.mail(mail_of(power), f"{heading}\nThe same words.\nENDPRESS", to=world.address(power))
    return world.run()


def others(sent: list[Sent]) -> dict[str, list[bytes]]:
    """What each reader but the rivals and the game master gets, byte for byte."""
    found: dict[str, list[bytes]] = {}
    for mail in sent:
        if mail.to not in (*RIVALS, GM):
            found.setdefault(mail.to, []).append(mail.message.as_bytes())
    return found


def test_press_to_a_minor_reaches_its_controller_who_answers_as_it(tmp_path: Path) -> None:
    world = controlled(tmp_path / "spool", "Germany")
    sent = write(world, "Russia", "PRESS TO Poland")
    assert {mail.to for mail in sent} == {mail_of("Russia"), mail_of("Germany")}
    assert "goes to Russia, signed Poland" in sent[-1].flat
    assert "signed Poland" not in sent[0].flat
    sent = write(world, "Germany", "PRESS TO Russia AS Poland")
    (mail,) = (mail for mail in sent if mail.to == mail_of("Russia"))
    assert "PRESS FROM POLAND TO RUSSIA" in mail.text
    assert "Germany" not in mail.message.as_string()


def test_who_does_not_control_a_minor_does_not_write_as_it(tmp_path: Path) -> None:
    world = controlled(tmp_path / "spool", "Germany")
    sent = write(world, "Italy", "PRESS TO Russia AS Poland")
    assert [mail.to for mail in sent] == [mail_of("Italy")]
    assert "ou do not speak for Poland" in sent[0].flat


@pytest.mark.parametrize("postal", ["postal=no", "postal=yes"])
def test_press_to_and_as_a_minor_changes_no_byte_with_its_controller(
    tmp_path: Path, postal: str
) -> None:
    """Germany or Italy has won Poland, reads its press and answers as it, at the same time."""
    seen = []
    for number, ruler in enumerate(("Germany", "Italy")):
        world = controlled(tmp_path / str(number), ruler, postal)
        sent = write(world, "Russia", "PRESS TO Poland, France")
        sent += write(world, ruler, "PRESS TO Russia, France AS Poland")
        sent += write(world, "France", "PRESS TO Poland")
        seen.append(others([*sent, *world.run(DEADLINE + 4 * DAY)]))
    assert seen[0] == seen[1]
    assert len(seen[0]) == len(ENGINE.powers) - len(RIVALS)
    assert any(b"PRESS FROM POLAND" in raw for raw in seen[0][mail_of("Russia")])


def test_a_late_notice_does_not_name_who_is_late_for_a_minor_alone(tmp_path: Path) -> None:
    """Germany or Italy has ordered all its units, but not that of the minor that it controls."""
    seen = []
    for number, ruler in enumerate(("Germany", "Italy")):
        world = controlled(tmp_path / str(number), ruler, "grace=1d")
        for power in ENGINE.powers:
            world.tell(power, "\n".join(f"{unit} H" for unit in BOARD.powers[power].units))
        sent = world.run(DEADLINE + 4 * DAY)
        assert {mail.to for mail in sent} >= {mail_of(ruler), GM}
        asked = (f"Orders of {ruler}", "1 order of yours is still to come")
        named = {mail.to: any(one in mail.flat for one in asked) for mail in sent}
        assert [reader for reader, told in named.items() if told] == [mail_of(ruler), GM]
        seen.append(others(sent))
    assert seen[0] == seen[1]
    assert seen[0]


ASKED = "STATUS\nHISTORY\nLIST\nRECEIPTS\nOPTIONS\nSTATS P1\nSTATS P2\nSTATS P4\nSUMMARY"


def dislodged(home: Path, ruler: str, *options: str, said: Mapping[str, str]) -> Table:
    """A game in which Poland's army alone has to retreat: only ``ruler`` has orders to give.

    ``said`` is what some powers have mailed before.
    """
    world = controlled(home, ruler, *options)
    for power, line in said.items():
        world.tell(power, line)
    for lines in (
        {"Russia": "A Mos - Pin", "Germany": "A Ber - Sil"},
        {"Russia": "A Pin - War", "Germany": "A Sil S A Pin - War"},
    ):
        for power, line in lines.items():
            world.tell(power, line)
        world.run(world.due() + MINUTE)
    assert waited_for(world) == [ruler]
    return world


def waited_for(world: Table) -> list[str]:
    """The powers whose orders are missing."""
    at, engine = tables.load(world.game()), world.engine()
    with engine.begin() as db:
        powers = list(ready.missing_sheets(db, at))
    engine.dispose()
    return powers


def looked(world: Table) -> list[Sent]:
    """What a player and a stranger are told who ask for everything."""
    asked = [world.say(mail_of("Russia"), ASKED, to=world.address("Russia"))]
    return [*asked, world.say("olga@elsewhere.example", ASKED.replace("STATUS", "STATUS alpha"))]


@pytest.mark.parametrize(
    ("away", "early"),
    [(("Germany",), True), (("Italy",), False), (("Germany", "France"), False), (("Japan",), True)],
)
def test_an_absence_does_not_tell_who_orders_for_a_minor(
    tmp_path: Path, away: tuple[str, ...], early: bool
) -> None:
    """The deadline of a retreat of Poland's alone is the same whoever of these is to write it."""
    absent = dict.fromkeys(away, "ABSENCE 13 Nov to 16 Nov")
    seen, dues = [], []
    for number, ruler in enumerate(("Germany", "Italy")):
        world = dislodged(
            tmp_path / str(number), ruler, "absence-now=yes", "absence=40",
            said=absent if early else {},
        )  # fmt: skip
        sent = world.run() if early else [world.tell(power, absent[power]) for power in away]
        sent += looked(world)
        dues.append(world.due())
        seen.append(others([*sent, *world.run(world.due() + DAY), *looked(world)]))
    assert dues[0] == dues[1]
    assert dues[0].day == 17
    assert seen[0] == seen[1]


def test_a_minors_orders_missed_cost_nobody_a_seat_or_the_record(tmp_path: Path) -> None:
    """Nothing that anybody is told, then or later, says who let Poland's army disband."""
    seen = []
    for number, ruler in enumerate(("Germany", "Italy")):
        world = dislodged(tmp_path / str(number), ruler, said={})
        sent = [world.tell("GM", "SET nmr=disorder 1"), *world.run(), *looked(world)]
        sent += world.run(world.due() + DAY)
        assert not any("free for somebody else" in mail.flat for mail in sent)
        seen.append(others([*sent, *looked(world)]))
    assert seen[0] == seen[1]


def test_an_export_does_not_tell_who_orders_a_minor(tmp_path: Path) -> None:
    exports = []
    for number, ruler in enumerate(("Germany", "Italy")):
        world = controlled(tmp_path / str(number), ruler)
        for power in ("Germany", "Italy"):
            world.tell(power, "A War - Lit\nhold all")
        world.run(world.due() + DAY)
        exports.append(world.export())
    assert exports[0] == exports[1]
    assert b"A WAR - LIT" in exports[0]
