"""The demo: the sample spool's game plays through, and what is shown is what happened."""

import re
from email import message_from_bytes, policy
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from rich.console import Console

from judge.keeper import demo
from judge.kernel.errors import KeeperError

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the demo is played."""
    return tmp_path_factory.mktemp("demo") / "spool"


@pytest.fixture(scope="module")
def shown(home: Path) -> str:
    """What the demo prints on a terminal of 120 columns."""
    console = Console(file=StringIO(), width=120)
    demo.show(home, console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def parts(shown: str) -> dict[str, str]:
    """What stands below each heading."""
    _, *found = re.split(r"^─+ (.*) ─+\n", shown, flags=re.MULTILINE)
    return dict(zip(found[::2], found[1::2], strict=True))


def cells(table: str, *columns: str) -> list[list[str]]:
    """The cells of a table's rows, each on one line; a row begins with its first cell."""
    head, *lines = table.splitlines()
    starts = [head.index(column) for column in columns]
    rows: list[list[str]] = []
    for line in lines:
        if not line.strip():
            break
        bounds = zip(starts, [*starts[1:], None], strict=True)
        found = [line[slice(*bound)].strip() for bound in bounds]
        if found[0]:
            rows.append(found)
        else:
            rows[-1] = [
                f"{cell} {more}".strip() for cell, more in zip(rows[-1], found, strict=True)
            ]
    return rows


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_demo_goes_through_these_parts(home: Path, shown: str) -> None:
    assert [*parts(shown)] == [
        "The e-mail judge, on a copy of its sample spool",
        "The mails of Spring 1902",
        "The adjudication of Spring 1902 movement",
        f"19 mails sent, in {home / 'out' / 'new'}",
        "One of them in full: the results mail to France",
        "Another game: 1936, where minor powers follow who pays most",
        "The adjudication of Spring 1936 movement",
        "The private bid summary: only the game master gets it",
        "To be looked at",
    ]


def test_what_went_before_is_told_in_a_few_words(shown: str) -> None:
    told = flat(parts(shown)["The e-mail judge, on a copy of its sample spool"])
    assert re.sub(r"[\d.]+ seconds", "x seconds", told) == (
        "2 to 6 November 2026: 29 mails came in. The game alpha was created, seven players joined,"
        " and 1901 was played. The judge sent 69 mails; all of it took x seconds."
    )
    assert flat(
        parts(shown)["Another game: 1936, where minor powers follow who pays most"]
    ).startswith(
        "16 mails: the game beta was created, seven players joined and sent their orders and sealed"
        " points for Spring 1936 movement."
    )


@pytest.mark.parametrize(
    ("mail", "sender", "taken", "left_out", "why"),
    [
        ("01-france-phone", "Marie Dupont", "6", "11", ""),
        ("02-germany-html-only", "Jonas Berg", "5", "9", ""),
        (
            "03-england-ambiguous",
            "Tom Whitfield",
            "3",
            "",
            "or North Sea (NTH). This would work: F NWG - NAO or F NWG - NTH",
        ),
        ("04-england-quoted-reply", "Tom Whitfield", "1", "9", ""),
        ("05-italy-typos", "Chiara Rossi", "3", "3", "mean A TUN H? Reply YES and it counts."),
        ("06-italy-corrects", "Chiara Rossi", "1", "2", ""),
        ("07-turkey-greeting", "Elif Demir", "4", "4", ""),
        ("08-russia-base64", "Sergei Orlov", "6", "1", ""),
        (
            "09-forged-austria",
            "Anna Gruber",
            "0",
            "",
            "put SIGNON power@game password above your lines.",
        ),
        ("10-out-of-office", "Elif Demir", "-", "-", "not answered: it is an automatic mail"),
        (
            "11-austria-late",
            "Anna Gruber",
            "0",
            "1",
            "A Vie - Gal As said above. A Tri - Bud As said above. F Gre H As said above.",
        ),
    ],
)
def test_each_mail_is_shown_with_what_was_taken_of_it(
    shown: str, mail: str, sender: str, taken: str, left_out: str, why: str
) -> None:
    """And what was left out, and why what was meant as an order was not taken."""
    rows = cells(
        parts(shown)["The mails of Spring 1902"], "mail", "from", "taken", "left out", "not taken"
    )
    (row,) = (row for row in rows if row[0] == mail)
    assert row[1:4] == [sender, taken, left_out]
    assert flat(row[4]).endswith(why)
    assert bool(row[4]) == bool(why)


def test_every_mail_that_was_sent_is_listed_with_its_file(home: Path, shown: str) -> None:
    listed = parts(shown)[f"19 mails sent, in {home / 'out' / 'new'}"]
    first = listed.splitlines()[0].rstrip()
    widths = (first.index("["), first.rindex(" ") + 1 - first.index("["))
    head = f"{'to':{widths[0]}}{'subject':{widths[1]}}file"
    rows = cells(f"{head}\n{listed}", "to", "subject", "file")
    assert len(rows) == 19
    for to, subject, file in rows:
        mail = message_from_bytes((home / "out" / "new" / file).read_bytes(), policy=policy.default)
        assert (str(mail["To"]), str(mail["Subject"])) == (to, subject)


def test_the_results_mail_and_the_bids_are_printed_as_they_are(home: Path, shown: str) -> None:
    """No line of them is folded."""
    mails = [
        demo.Sent(path, message_from_bytes(path.read_bytes(), policy=policy.default))
        for path in (home / "out" / "new").iterdir()
    ]
    printed = parts(shown)["One of them in full: the results mail to France"]
    subject, _, text = printed.partition("\n\n")
    assert subject == "[alpha] Spring 1902 movement: results"
    (results,) = (mail for mail in mails if mail.text.strip() == text.strip())
    assert results.mail["To"] == "marie@dupont.example"
    bids = parts(shown)["The private bid summary: only the game master gets it"]
    assert any(bids.strip() in mail.text for mail in mails)


def test_sealed_points_are_shown_with_what_the_judge_warns_of(shown: str) -> None:
    table = parts(shown)["Another game: 1936, where minor powers follow who pays most"]
    head = "power         its sealed points"
    rows = cells(table[table.index(head) :], "power", "its sealed points", "the judge warns")
    assert [[flat(cell) for cell in row] for row in rows] == [
        ["Germany", "DP 2: A AUS S A MUN - SWI 3 used, 0 left DP 1: F DEN - NNS", ""],
        ["Italy", "DP 2: A AUS S A MIL - SWI 2 used, 1 left", ""],
        ["France", "DP 1: A BEL H 3 used, 2 left DP 2: A RUM H", ""],
        ["Soviet Union", "DP 1: F NWY S F DEN - NNS 1 used, 2 left", ""],
        ["Turkey", "DP 2: A RUM S A IST - BUL 2 used, 1 left", ""],
        [
            "Poland",
            "DP 2: A LIT H 4 used, 1 too many DP 2: A LAT H",
            "4 DP used, you have 3: all would be forfeited.",
        ],
        ["Britain", "DP 1: A EGY H 1 used, 2 left", ""],
    ]


@pytest.mark.parametrize(
    ("part", "row"),
    [
        (
            "The adjudication of Spring 1902 movement",
            ["Italy", "A TUN H ✓ A VEN - APU ✓ F ION - AEG ✗ F NAP - ION ✗"],
        ),
        (
            "The adjudication of Spring 1936 movement",
            ["Poland", "A CRA - SVK ✓ A WAR - BYE ✗ F GDY - GOD ✓"],
        ),
    ],
)
def test_every_power_is_shown_with_what_became_of_its_orders(
    shown: str, part: str, row: list[str]
) -> None:
    rows = [[name, flat(orders)] for name, orders in cells(parts(shown)[part], "power", "orders")]
    assert row in rows
    assert [name for name, _ in rows] == sorted(name for name, _ in rows)
    assert "✓ worked   ✗ failed   ⚑ its unit was dislodged\n" in parts(shown)[part]


def test_of_the_minors_those_that_just_held_are_left_out(shown: str) -> None:
    told = parts(shown)["The adjudication of Spring 1936 movement"]
    _, _, deeds = told.partition(
        "What all are told of the minor powers, and nobody of who paid:\n\n"
    )
    assert [line.rstrip() for line in deeds.splitlines()] == [
        "   A AUS S A MUN - SWI ✓   A BUL H ✓   F DEN - NNS ✓   F NWY S F DEN - NNS ✓   A SWI H ⚑",
        "",
    ]


# --- what it leaves behind


def copied() -> dict[str, str]:
    """The pictures that `make pictures` copies out of the demo's, by the names of the pages."""
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line.startswith("\tcp demo/pictures/")]
    return {target: source for _, source, target in words}


@pytest.mark.usefixtures("shown")
def test_the_maps_of_its_mails_lie_there_each_once(home: Path) -> None:
    results = ("spring-1901", "fall-1901", "spring-1902")
    assert sorted(path.stem for path in (home / "pictures").glob("*.png")) == sorted(
        [
            *(f"alpha--{turn}-movement-orders" for turn in results),
            *(f"alpha--{turn}-movement" for turn in ("spring-1901", "spring-1902")),
            *("alpha--winter-1901-adjustments", "alpha--winter-1901-adjustments-orders"),
            *("beta--spring-1936-movement", "beta--spring-1936-movement-orders", "bids"),
        ]
    )


def test_it_says_where_its_maps_and_a_site_lie(home: Path, shown: str) -> None:
    site = home / "site" / "index.html"
    assert parts(shown)["To be looked at"].splitlines() == [
        f"the maps of these mails   {home / 'pictures'}",
        f"the site of these games   {site}",
    ]
    page = site.read_text(encoding="utf-8")
    assert "alpha" in page
    assert "beta" in page


@pytest.mark.parametrize(
    ("page", "picture"),
    [("README.md", "docs/pictures/results.png"), ("docs/masters.md", "pictures/bids.png")],
)
def test_a_page_shows_one_picture_of_the_demo(page: str, picture: str) -> None:
    path = ROOT / page
    assert re.findall(r"!\[.*?\]\((.*?)\)", path.read_text(encoding="utf-8")) == [picture]
    assert str((path.parent / picture).relative_to(ROOT)) in copied()


@pytest.mark.parametrize(("target", "source"), copied().items())
@pytest.mark.usefixtures("shown")
def test_a_picture_of_a_page_is_what_the_demo_draws(home: Path, target: str, source: str) -> None:
    """As good as: another version of the library that draws may set a pixel elsewhere."""
    drawn, known = (
        Image.open(BytesIO(path.read_bytes())).convert("RGB")
        for path in (home / Path(source).relative_to("demo"), ROOT / target)
    )
    assert drawn.size == known.size
    assert max(ImageStat.Stat(ImageChops.difference(drawn, known)).mean) < 1


def test_the_demo_can_run_again_in_its_own_folder(tmp_path: Path) -> None:
    demo.fresh(tmp_path / "demo")
    (tmp_path / "demo" / "in" / "new" / "old").write_text("of the last time")
    demo.fresh(tmp_path / "demo")
    assert not list((tmp_path / "demo" / "in" / "new").iterdir())


def test_the_demo_leaves_other_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").write_text("dear to somebody")
    with pytest.raises(KeeperError, match="left alone"):
        demo.fresh(tmp_path)
    assert (tmp_path / "letters").exists()
