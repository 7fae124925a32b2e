"""The demo: the sample spool's game plays through, and what is shown is what happened."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from judge import demo
from judge.demo import sample
from judge.kernel.errors import KeeperError

pytestmark = pytest.mark.xdist_group("demo")  # one worker plays it once


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the demo prints on a terminal of 120 columns."""
    console = Console(file=StringIO(), width=120)
    demo.show(tmp_path_factory.mktemp("demo") / "spool", console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("mail", "taken"),
    [
        ("01-france-phone", "6"),
        ("02-germany-html-only", "5"),
        ("03-england-ambiguous", "3"),
        ("04-england-quoted-reply", "1"),
        ("05-italy-typos", "3"),
        ("06-italy-corrects", "1"),
        ("07-turkey-greeting", "4"),
        ("08-russia-base64", "6"),
        ("09-forged-austria", "0"),
        ("10-out-of-office", "-"),
        ("11-austria-late", "0"),
    ],
)
def test_each_mail_is_shown_with_the_lines_that_were_taken(
    mail: str, taken: str, shown: str
) -> None:
    (row,) = (line for line in shown.splitlines() if line.startswith(mail))
    assert row.split()[3] == taken


@pytest.mark.parametrize(
    "said",
    [
        "29 mails came in",
        "Nothing in this mail proves whose orders these are",
        "Too late: this mail came 7 minutes after the deadline",
        "The adjudication of Spring 1902 movement",
        "A BEL H ⚑",
        "[alpha] Spring 1902 movement: results",
        "Your A BEL is dislodged: it may retreat to PIC.",
        "ORDER FORM FOR SPRING 1902 RETREATS",
        "Poland DP 2: A LIT H 4 used, 1 too many 4 DP used, you have 3: all would be forfeited.",
        "A AUS S A MUN - SWI ✓",
        "THE BIDS OF SPRING 1936 (for the game master alone)",
        "the maps of these mails",
        "the site of these games",
        "A AUS S A MUN - SWI won, 3 points against 2 for A AUS S A MIL - SWI.",
    ],
)
def test_what_matters_is_shown(said: str, shown: str) -> None:
    assert said in " ".join(shown.split())


def test_the_demo_can_run_again_in_its_own_folder(tmp_path: Path) -> None:
    sample.fresh(tmp_path / "demo")
    (tmp_path / "demo" / "in" / "new" / "old").write_text("of the last time")
    sample.fresh(tmp_path / "demo")
    assert not list((tmp_path / "demo" / "in" / "new").iterdir())


def test_the_demo_leaves_other_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").write_text("dear to somebody")
    with pytest.raises(KeeperError, match="left alone"):
        sample.fresh(tmp_path)
    assert (tmp_path / "letters").exists()


def test_a_judge_without_the_sample_spool_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample, "SAMPLE", tmp_path / "nowhere")
    with pytest.raises(KeeperError, match="source tree"):
        sample.fresh(tmp_path / "demo")
