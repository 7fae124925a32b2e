"""Whatever a mail does to a pass, it harms nobody else.

What it raises is caught; a pass that dies on it is told of and gone round.
"""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from judge.game.turn import due
from judge.keeper import doctor, keeping
from judge.keeper.status import NEEDS_YOU, look_at_standing, status
from judge.kernel import limits
from judge.kernel.errors import KeeperError
from judge.letters.clerk import clerk
from judge.mail import body, mime
from judge.post import hand, servers
from judge.report.render import render
from judge.run import deaths, groups
from judge.spool import installed, spool
from judge.store import games
from tests.game.world import DAY, DEADLINE, World, mailbox

POISON, HONEST = "poison@players.example", "new@players.example"
Handle = Callable[..., Any]
Death = Callable[[int], object]
"""How a process ends; it is told which one the pass is."""


class KillError(BaseException):
    """The process is killed; no handler for errors may see it."""


def deadly(monkeypatch: pytest.MonkeyPatch, death: Death) -> None:
    """Make mails from POISON end the process when they are acted on."""
    handle: Handle = clerk.handle
    here = os.getpid()

    def handling(desk: Any, taken: Any, letter: Any) -> Any:
        if letter.sender == POISON:
            death(here)
        return handle(desk, taken, letter)

    monkeypatch.setattr(clerk, "handle", handling)


def deadly_to_answer(monkeypatch: pytest.MonkeyPatch, death: Death) -> None:
    """Make mails to POISON end the process when they are written."""
    here = os.getpid()

    def rendering(notice: Any) -> Any:
        if notice.to == POISON:
            death(here)
        return render(notice)

    for module in (groups, deaths):
        monkeypatch.setattr(module, "render", rendering)


def killed(_here: int) -> None:
    raise KillError


def crashed(here: int) -> None:
    """In the pass itself the test goes on; in a child that tries the mail, it is a real death."""
    if os.getpid() == here:
        raise KillError
    os.abort()


def states(world: World) -> list[str]:
    return [str(state) for (state,) in world.rows("SELECT status FROM letters ORDER BY id")]


def die(world: World) -> None:
    with pytest.raises(KillError):
        world.passed()


def last_run(world: World) -> doctor.Finding:
    return next(found for found in doctor.examine(world.home) if found.part == "Last run")


@pytest.mark.parametrize("deadly", [deadly, deadly_to_answer])
@pytest.mark.parametrize("death", [killed, crashed])
def test_a_pass_that_dies_on_a_mail_is_told_of_and_the_next_one_goes_round_it(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    death: Death,
    deadly: Callable[[pytest.MonkeyPatch, Death], None],
) -> None:
    with monkeypatch.context() as patch:
        deadly(patch, death)
        world.mail(POISON, "HELP")
        world.mail(HONEST, "HELP")
        die(world)
        assert f"The last pass died on mail {world.receipt(1)} " in last_run(world).text
        assert not last_run(world).ok
        assert f"! The last pass died on mail {world.receipt(1)} " in "\n".join(
            status(world.home).lines
        )
        report, sent = world.passed()
        assert report.lines == [
            f"The last pass died on mail {world.receipt(1)}.",
            f"Mail {world.receipt(1)} was shunted: DeadlyError.",
        ]
        assert [mail.to for mail in sent] == ["keeper@judge.example", HONEST]
        assert f"mail {world.receipt(1)}" in sent[0].subject
        assert states(world) == ["shunted", "done"]
        assert world.run() == []
        assert last_run(world).ok
    keeping.retry(world.home, world.receipt(1))
    assert [mail.to for mail in world.run()] == [POISON]


def test_a_mail_is_named_in_the_daily_mail_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keeper's own words for it, until a pass has come through."""
    deadly(monkeypatch, killed)
    world.mail(POISON, "HELP")
    die(world)
    with world.engine().begin() as db:
        (line,) = hand.word_deaths(db, spool.open_spool(world.home))
    assert line.startswith(f"The last pass died on mail {world.receipt(1)} (")


def test_a_pass_that_somebody_killed_at_a_mail_loses_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tried apart, the mail does no harm; it counts like any other, in the same pass."""
    world.begun()
    with monkeypatch.context() as patch:
        deadly(patch, killed)
        world.mail(POISON, "A Par - Bur", to=world.address("France"))
        die(world)
    report, sent = world.passed()
    assert report.lines == [f"The last pass died on mail {world.receipt(1)}."]
    assert len(sent) == 1
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_mail_that_kills_passes_but_not_when_tried_apart_is_put_aside_in_the_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here_only(here: int) -> None:
        if os.getpid() == here:
            raise KillError

    deadly(monkeypatch, here_only)
    world.mail(POISON, "HELP")
    for _ in range(limits.DEATHS):
        die(world)
    assert [mail.to for mail in world.passed()[1]] == ["keeper@judge.example"]
    assert states(world) == ["shunted"]


@pytest.mark.parametrize("error", [RecursionError(), MemoryError(), TypeError()])
@pytest.mark.parametrize("where", [(body, "read_letter"), (mime, "headers_of"), (mime, "parts")])
def test_what_a_mail_raises_before_it_is_a_letter_shunts_it_alone(
    world: World, monkeypatch: pytest.MonkeyPatch, where: tuple[Any, str], error: Exception
) -> None:
    module, name = where
    whole: Handle = getattr(module, name)

    def raising(it: Any, *more: Any, **named: Any) -> Any:
        if "poison" in str(it if isinstance(it, bytes) else it.as_string()):
            raise error
        return whole(it, *more, **named)

    world.begun()
    body._read_head.cache_clear()  # the same mail is known from the test before
    with monkeypatch.context() as patch:
        patch.setattr(module, name, raising)
        world.mail(POISON, "HELP")
        world.mail("france@players.example", "A Par - Bur", to=world.address("France"))
        assert world.passed()[0].lines == [
            f"Mail {world.receipt(1)} was shunted: {type(error).__name__}."
        ]
    assert states(world) == ["shunted", "done"]
    assert world.run(DEADLINE)
    assert world.game().number == 2
    keeping.retry(world.home, world.receipt(1))
    assert [mail.to for mail in world.run()] == [POISON]


def test_a_mail_that_takes_too_long_is_put_aside(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(_here: int) -> None:
        while True:
            pass

    monkeypatch.setitem(hand.PATIENCE, hand.MAIL, 0.2)
    deadly(monkeypatch, endless)
    world.mail(POISON, "HELP")
    world.mail(HONEST, "HELP")
    report, sent = world.passed()
    assert report.lines == [f"Mail {world.receipt(1)} was shunted: EndlessError."]
    assert HONEST in [mail.to for mail in sent]


# --- games


def deadly_game(monkeypatch: pytest.MonkeyPatch, death: Death) -> None:
    """Make the game "bad" end the process when its phase is closed."""
    close: Handle = due.see_to_game
    here = os.getpid()

    def closing(db: Any, house: Any, number: int) -> Any:
        if games.get(db, number).name == "bad":
            death(here)
        return close(db, house, number)

    monkeypatch.setattr(due, "see_to_game", closing)


def dead_on_a_game(world: World) -> None:
    """Two games are due; a pass dies on the first."""
    world.begun("bad")
    world.begun("good")
    with pytest.raises(KillError):
        world.passed(DEADLINE)


ALONE = "The game bad is left alone, for a pass died on it: 'judge shunt retry bad' lets it go on."


def test_a_pass_that_dies_on_a_game_is_told_of_and_the_next_one_goes_round_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        deadly_game(patch, crashed)
        dead_on_a_game(world)
        assert last_run(world).text.startswith("The last pass died on the game bad: the next one")
        report, sent = world.passed(DEADLINE)
        assert report.lines == [
            "The last pass died on the game bad.",
            "The game bad S1901M is stuck: DeadlyError.",
        ]
        assert (world.game("bad").number, world.game("good").number) == (1, 2)
        told = {mail.to: mail for mail in sent if mail.subject.endswith("bad is left alone")}
        assert {*told} == {"keeper@judge.example", "gm@players.example"}
        assert ALONE in told["keeper@judge.example"].flat
        assert "judge shunt" not in told["gm@players.example"].text
        assert world.run() == [], "it is told once, and not tried again"
        assert (last_run(world).ok, last_run(world).text) == (False, ALONE)
        assert look_at_standing(world.home, world.now).level == NEEDS_YOU
        assert f"! {ALONE}" in status(world.home).lines
        assert keeping.shunt_listing(world.home).lines == (ALONE,)
        assert "DeadlyError" in keeping.trace(world.home, "bad")
    assert keeping.retry(world.home, "bad") == "The next 'judge run' plays bad again."
    assert world.run()
    assert world.game("bad").number == 2
    assert last_run(world).ok


@pytest.mark.parametrize("changed", ["the program", "the game"])
def test_a_game_goes_on_when_what_it_died_of_may_be_mended(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, changed: str
) -> None:
    (tmp_path / "__main__.py").touch()
    monkeypatch.setattr(installed, "CODE", tmp_path)
    monkeypatch.setattr(installed, "BEGUN", inf)  # each pass is a process of its own
    with monkeypatch.context() as patch:
        deadly_game(patch, crashed)
        dead_on_a_game(world)
        world.passed(DEADLINE)
        assert world.passed(DEADLINE)[1] == []
    if changed == "the program":
        (tmp_path / "mended.py").touch()
    else:
        with world.engine().begin() as db:
            games.save(db, replace(world.game("bad"), revision=2))
    world.run()
    assert world.game("bad").number == 2


def test_a_pass_that_somebody_killed_at_a_game_loses_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        deadly_game(patch, killed)
        dead_on_a_game(world)
    assert world.passed(DEADLINE)[0].lines == ["The last pass died on the game bad."]
    assert (world.game("bad").number, world.game("good").number) == (2, 2)


def test_one_death_counts_once_though_nothing_is_acted_on_after_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three of them would have the game put aside."""
    with monkeypatch.context() as patch:
        deadly_game(patch, killed)
        dead_on_a_game(world)
    with monkeypatch.context() as patch:
        patch.setattr(servers, "open_inbox", unreadable)
        lines = [line for _ in range(4) for line in world.passed()[0].lines]
    assert lines.count("The last pass died on the game bad.") == 1
    world.passed()
    assert world.game("bad").number == 2


def unreadable(_: object) -> NoReturn:
    raise KeeperError("The mailbox can't be read.")


@pytest.mark.parametrize("error", ["EndlessError", "MemoryError"])
def test_a_game_that_takes_all_time_or_memory_is_left_alone(
    world: World, monkeypatch: pytest.MonkeyPatch, error: str
) -> None:
    def endless(_here: int) -> None:
        while True:
            pass

    def greedy(_here: int) -> None:
        raise MemoryError

    monkeypatch.setitem(hand.PATIENCE, hand.GAME, 2)
    deadly_game(monkeypatch, endless if error == "EndlessError" else greedy)
    world.begun("bad")
    world.begun("good")
    assert world.passed(DEADLINE)[0].lines == [f"The game bad S1901M is stuck: {error}."]
    assert world.game("good").number == 2
    assert world.run() == []


def test_a_process_that_the_kernel_kills_on_a_game(world: World, tmp_path: Path) -> None:
    """For real, called as cron calls it: the other game is played in the pass after."""
    world.begun("bad")
    world.begun("good")
    script = tmp_path / "pass.py"
    script.write_text(
        "import os, sys\n"
        "from judge.game.turn import due\n"
        "from judge.store import games\n"
        "see_to_game = due.see_to_game\n"
        "def closing(db, house, number):\n"
        "    if games.get(db, number).name == 'bad':\n"
        "        os._exit(3)\n"
        "    return see_to_game(db, house, number)\n"
        "due.see_to_game = closing\n"
        "from judge.cli import main\n"
        "main(sys.argv[1:])\n"
    )
    command = [sys.executable, str(script), "run", "--spool", str(world.home)]
    command += ["--pretend", "--now", DEADLINE.isoformat()]
    passes = [
        subprocess.run(command, capture_output=True, text=True, check=False) for _ in range(3)
    ]
    assert [one.returncode for one in passes] == [3, 0, 0]
    assert [one.stderr.count("The last pass died on the game bad.") for one in passes] == [0, 1, 0]
    assert (world.game("bad").number, world.game("good").number) == (1, 2)


NAMES = (
    *(b"\xff\xfe.eml", b"caf\xe9", "café.eml".encode(), b"a b%41:2,S", b"new\nline", b"x" * 255),
    *(b"'; --", b"{}%s", b":2,", b"~"),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_may_have_any_name(world: World, name: bytes) -> None:
    path = os.fsencode(world.home / "in" / "new") + b"/" + name
    Path(os.fsdecode(path)).write_bytes(b"From: new@players.example\n\nHELP\n")
    assert [mail.to for mail in world.run()] == [HONEST]
    assert os.listdir(world.home / "in" / "new") == []
    assert world.run() == []


@pytest.mark.parametrize("moment", [-(2**40), 2**40, 2**33])
def test_a_file_may_have_any_time(world: World, moment: int) -> None:
    path = world.raw(b"From: new@players.example\n\nHELP\n")
    try:
        os.utime(path, (moment, moment))
    except OverflowError:
        pytest.skip("this disk has no such times")
    assert [mail.to for mail in world.run()] == [HONEST]


def test_a_process_that_the_kernel_kills_on_a_mail(world: World, tmp_path: Path) -> None:
    """For real: a judge that aborts, called as cron calls it, then one that does not."""
    world.mail(POISON, "HELP")
    world.mail(HONEST, "HELP")
    script = tmp_path / "pass.py"
    script.write_text(
        "import os, sys\n"
        "from judge.letters.clerk import clerk\n"
        "handle = clerk.handle\n"
        "def handling(desk, taken, letter):\n"
        f"    if letter.sender == {POISON!r}:\n"
        "        os.kill(os.getpid(), 9)\n"
        "    return handle(desk, taken, letter)\n"
        "clerk.handle = handling\n"
        "from judge.cli import main\n"
        "main(sys.argv[1:])\n"
    )
    command = [sys.executable, str(script), "run", "--spool", str(world.home)]
    first = subprocess.run(command, capture_output=True, text=True, check=False)
    assert first.returncode == -9
    second = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f"The last pass died on mail {world.receipt(1)}." in second.stdout + second.stderr
    assert "Traceback" not in second.stdout + second.stderr
    assert states(world) == ["shunted", "done"]
    world.now += DAY


@pytest.mark.parametrize("failing", range(4))
def test_a_disk_that_refuses_the_hand_shunts_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    """Writing down what is in our hand fails once: the pass ends, the next one does it all."""
    world.begun()
    world.mail(mailbox("Austria"), "A Bud - Ser", to=world.address("Austria"))
    write, written = os.pwrite, iter(range(99))

    def refusing(*given: Any) -> int:
        if next(written) == failing:
            raise OSError(errno.EIO, "Input/output error")
        return write(*given)

    with monkeypatch.context() as broken:
        broken.setattr(os, "pwrite", refusing)
        with pytest.raises(OSError, match="Input/output"):
            world.run()
    assert len(world.passed()[1]) == 1
    assert world.orders("Austria") == ["A BUD - SER"]
    assert list((world.home / "shunt").iterdir()) == []
