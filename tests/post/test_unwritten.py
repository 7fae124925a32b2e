"""A mail that can't be written waits as data: mended, it is mailed once, as it would have been."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge import resources
from judge.catalog import variant as catalog
from judge.cli import main
from judge.keeper import queue, status
from judge.kernel.errors import KeeperError
from judge.report import render
from judge.spool import installed
from judge.store.outbox import UNWRITTEN
from tests.game.world import DEADLINE, START, Sent, World, mailbox

KEEPER = "keeper@judge.example"
GAMES = {"alpha": "standard", "beta": "1930s-world"}
Prepare = Callable[[], tuple[World, World]]


@pytest.fixture
def twins(tmp_path: Path) -> tuple[World, World]:
    """A judge of two games on the eve of a deadline, with orders in, and the same once more."""
    first = World(tmp_path / "first")
    for name, variant in GAMES.items():
        first.begun(name, variant=variant)
    first.order("France", "A Par - Bur")
    second = World(tmp_path / "second", first.home)
    second.now, second.count = first.now, first.count
    return first, second


def close(world: World, at: object = None) -> tuple[list[str], list[Sent]]:
    """A pass past all deadlines."""
    report, sent = world.passed(max(map(world.due, GAMES)))
    return report.lines, sent


def raws(sent: list[Sent]) -> list[bytes]:
    """What players got."""
    return sorted(mail.raw for mail in sent if mail.to != KEEPER)


def unwritten(world: World) -> int:
    """How many mails wait for their words."""
    return len(world.rows(f"SELECT key FROM outbox WHERE status = '{UNWRITTEN}'"))


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The installation's templates, which may be spoilt."""
    folder = tmp_path / "templates"
    shutil.copytree(resources.root("templates"), folder)
    root = resources.root
    monkeypatch.setattr(
        resources, "root", lambda name: folder if name == "templates" else root(name)
    )
    render.forget()
    yield folder
    render.forget()


def test_without_its_mail_templates_a_judge_that_nothing_lists_keeps_all_results_as_data(
    twins: tuple[World, World], templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, undisturbed = twins
    monkeypatch.setattr(installed, "LIST", tmp_path / "nowhere")
    expected = raws(close(undisturbed)[1])
    assert len(expected) > 15
    away = (templates / "mail").rename(templates / "away")
    render.forget()
    (line,), sent = close(world)
    assert line.startswith(
        "Mails can't be written: The template event/as-text.html.j2, line 1 can't be used: "
    )
    assert sent == []
    assert unwritten(world) == len(expected) + 1
    assert status.look_at_standing(world.home).level == status.STOPPED
    away.rename(templates / "mail")
    report, sent = world.passed()
    assert report.lines[0].startswith("All mails can be written again; the trouble began")
    assert raws(sent) == expected
    assert {mail.to for mail in sent} > {KEEPER}
    assert world.passed()[1] == []


def test_without_its_mail_templates_a_judge_takes_adjudicates_and_sends_nothing(
    twins: tuple[World, World], templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, undisturbed = twins
    monkeypatch.setattr(installed, "LIST", tmp_path / "installed.txt")
    installed.write()
    expected = raws(close(undisturbed)[1])
    (templates / "mail").rename(templates / "away")
    with pytest.raises(KeeperError, match=r"mail/\S+ and 41 more files of this judge are missing"):
        close(world)
    assert status.look_at_standing(world.home).level == status.STOPPED
    assert world.game().deadline == DEADLINE
    (templates / "away").rename(templates / "mail")
    render.forget()
    assert raws(close(world)[1]) == expected


SPOILT = {
    "mail/results.txt.j2": "{% if %}",
    "mail/results.html.j2": "{{ page.nonsense }}",
    "event/results.html.j2": "{{ 1 // 0 }}",
    "event/position.txt.j2": "{% include 'mail/nowhere.j2' %}",
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_a_broken_edit_keeps_back_is_mailed_once_when_it_is_mended(
    twins: tuple[World, World], name: str
) -> None:
    world, undisturbed = twins
    expected = raws(close(undisturbed)[1])
    own = world.home / "templates" / name
    own.parent.mkdir(parents=True)
    own.write_text(SPOILT[name])
    lines, sent = close(world)
    assert len(lines) == 1
    assert name in lines[0]
    assert unwritten(world) > 0
    assert KEEPER in {mail.to for mail in sent}, "he is told by mail as well"
    first = raws(sent)
    assert world.passed()[1] == [], "the next pass can't, either, and says so no more"
    world.mail("new@players.example", "HELP")
    assert [mail.to for mail in world.passed()[1]] == ["new@players.example"], "others go on"
    own.unlink()
    _, sent = world.passed()
    assert sorted(first + raws(sent)) == expected
    assert unwritten(world) == 0


def test_a_variants_own_template_keeps_back_its_own_mails_alone(
    twins: tuple[World, World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, undisturbed = twins
    expected = raws(close(undisturbed)[1])
    own = resources.root("variants") / "1930s-world" / "templates"
    spoilt = tmp_path / "own"
    shutil.copytree(own, spoilt)
    (spoilt / "mail").mkdir()
    (spoilt / "mail" / "results.txt.j2").write_text("{{ nonsense }}")
    real = catalog.templates
    monkeypatch.setattr(
        catalog,
        "templates",
        lambda variant: tuple(spoilt if one == own else one for one in real(variant)),
    )
    render.forget()
    _, sent = close(world)
    first = raws(sent)
    results = {mail.subject.split("]")[0] for mail in sent if "results" in mail.subject}
    assert results == {"[alpha"}
    monkeypatch.undo()
    assert sorted(first + raws(world.passed()[1])) == expected


def test_retry_writes_what_it_can_and_says_of_the_rest_why_not(twins: tuple[World, World]) -> None:
    world, _ = twins
    own = world.home / "templates" / "mail"
    own.mkdir(parents=True)
    (own / "results.txt.j2").write_text("{% if %}")
    (own / "answer.txt.j2").write_text("{% if %}")
    world.mail(mailbox("France"), "STATUS", to=world.address("France"))
    close(world)
    count = unwritten(world)
    (own / "answer.txt.j2").unlink()
    said = CliRunner().invoke(main, ["outbox", "retry", "all", "--spool", str(world.home)]).output
    assert said.startswith("The next 'judge run' sends ")
    assert "can't be written (The template mail/results.txt.j2, line 1 can't be used: " in said
    assert 0 < unwritten(world) < count
    (number,) = world.rows(f"SELECT min(id) FROM outbox WHERE status = '{UNWRITTEN}'")[0]
    with pytest.raises(KeeperError, match=f"Mail M{number} can't be written"):
        queue.retry(world.home, f"M{number}")
    assert "it has no text yet" in queue.show(world.home, f"M{number}")
    queue.drop(world.home, f"M{number}")
    (own / "results.txt.j2").unlink()
    left = unwritten(world)
    said = queue.retry(world.home, "ALL")
    assert unwritten(world) == 0
    _, sent = world.passed()
    assert len(raws(sent)) >= left


def test_the_mail_of_the_day_waits_as_any_other_does(world: World) -> None:
    world.begun()
    world.order("France", "SET DIGEST 08:00")
    for text in ("hello", "again"):
        world.mail(
            mailbox("Italy"), f"PRESS TO FRANCE\n{text}\nENDPRESS", to=world.address("Italy")
        )
        world.run()
    own = world.home / "templates" / "mail" / "daily.txt.j2"
    own.parent.mkdir(parents=True)
    own.write_text("{% if %}")
    _, sent = world.passed(START.replace(day=3, hour=8))
    assert sent == []
    assert unwritten(world) == 1
    assert [mail.to for mail in world.passed()[1]] == [KEEPER]
    own.unlink()
    (mail,) = (one for one in world.passed()[1] if one.to == mailbox("France"))
    assert mail.subject.endswith("2 mails of today")
    assert "hello" in mail.text
    assert "again" in mail.text
