"""The short form of each campaign: what ``make campaign`` does for hours, for a while."""

import json
from pathlib import Path

import pytest

from tests.campaign import __main__ as campaigns
from tests.campaign import effects, hosts, players, servers, short
from tests.campaign.effects import Effect
from tests.campaign.figures import Figures
from tests.campaign.kill import spread
from tests.campaign.power import LOOSE, MIXED, STRICT, Disk
from tests.hosts import cluster
from tests.servers import stack

SHORT = {
    "mail": (1000, "mails"),
    "lines": (300, "lines"),
    "calm": (1, "worlds"),
    "twins": (1, "pairs"),
    "years": (3, "phases"),
    "games": (2, "games"),
    "reasons": (2, "boards"),
    "players": (2, "games"),
}
"""Part -> how many, and the sum that tells that it was done."""


@pytest.mark.parametrize("part", SHORT)
def test_a_short_campaign_finds_nothing_wrong(part: str) -> None:
    count, told = SHORT[part]
    if part == "calm" and (reason := effects.missing()):
        pytest.skip(reason)
    done = campaigns.PARTS[part][0](0, count)
    assert done.failures == []
    assert done.sums[told] == count
    assert not done.sums.get("traces")
    assert not done.sums.get("over_the_limit")


@pytest.mark.long
def test_a_short_campaign_on_one_stage_finds_nothing_wrong() -> None:
    if reason := effects.missing():
        pytest.skip(reason)
    done = short.run(0, 14)
    assert done.failures == []
    for what in ("cuts", "errors"):
        assert done.sums[what] == 14
    assert done.sums["kills"] + done.sums["survived"] == 14
    assert done.sums["kills"] > 7
    assert done.sums["rounds"] == 1
    assert not done.sums["traces"]


@pytest.mark.long
def test_a_short_campaign_between_real_servers_finds_nothing_wrong() -> None:
    if reason := stack.missing("dovecot", "postfix", "openssl"):
        pytest.skip(reason)
    done = servers.run(0, 6)
    assert done.failures == []
    assert done.sums["answers"] == done.sums["mails"] == len(servers.KINDS) == 6
    assert done.sums["taken_again"] == done.sums["renumbered"] == 1


def test_a_short_campaign_of_many_games_finds_nothing_wrong() -> None:
    if reason := cluster.missing():
        pytest.skip(reason)
    done = hosts.run(0, 1)
    assert done.failures == []
    assert {name: done.sums[name] for name in ("judges", "mails", "turns")} == {
        "judges": 1,
        "mails": 56,
        "turns": 8,
    }
    assert done.sums["fallen_back"] == hosts.FALLS


def test_every_part_has_a_short_form() -> None:
    others = {"servers", "hosts", "kill", "power", "disk", "passes"}
    assert {*SHORT, *others} == {*campaigns.PARTS}


def test_a_campaign_goes_on_where_it_stopped_and_adds_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seeds = []

    def run(seed: int, count: int) -> Figures:
        seeds.append(seed)
        return Figures({"things": count}, {"seconds": float(seed)}, [f"seed {seed}"] * (seed == 1))

    monkeypatch.setitem(campaigns.PARTS, "mail", (run, 5))
    assert campaigns.main(["mail", "0s", str(tmp_path)]) == 0
    assert campaigns.main(["mail", "0s", str(tmp_path)]) == 1
    assert seeds == [0, 1]
    kept = json.loads((tmp_path / "mail.json").read_text())["totals"]
    assert kept == {"sums": {"things": 10}, "peaks": {"seconds": 1.0}, "failures": ["seed 1"]}
    assert "10  things" in capsys.readouterr().out


def test_a_part_that_does_not_exist_is_answered_with_those_that_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert campaigns.main(["kills"]) == 2
    assert "kill, power, disk" in capsys.readouterr().out


@pytest.mark.parametrize("total", [1, 2, 7, 100, 2401])
def test_numbers_in_a_row_take_every_moment_once(total: int) -> None:
    assert {spread(number, total) for number in range(total)} == {*range(total)}


def test_what_is_measured_is_told_as_a_mean_with_its_error() -> None:
    done = Figures()
    for value in (10, 20, 30):
        done.measure("score", value)
    more = Figures.of(json.loads(json.dumps(done.as_json())))
    done += more
    (line,) = done.lines()
    assert line.split() == ["20.0", "+-", "3.7", "of", "6", "score"]


def test_what_layers_differ_in_is_no_doubt_about_their_mean() -> None:
    """A strong and a weak seat that each did the same twice; a third has been played once."""
    done = Figures()
    for _ in range(2):
        done.measure("score", 90, "Russia")
        done.measure("score", 10, "Italy")
    assert (done.number("score"), done.error("score")) == (4, 0)
    done.measure("score", 20, "Austria")
    (line,) = done.lines()
    assert line.split() == ["40.0", "+-", "18.9", "of", "5", "score"]


# --- the disk whose power is cut

MADE = [
    Effect("C", "tmp/a", "", 0, b""),
    Effect("W", "tmp/a", "", 0, b"orders"),
    Effect("S", "tmp/a", "", 0, b""),
    Effect("R", "tmp/a", "new/a", 0, b""),
    Effect("S", "new", "", 0, b""),
]


def left(story: list[Effect], way: str, home: Path) -> dict[str, bytes]:
    """The files that a cut after a story leaves of an empty disk."""
    from random import Random  # noqa: PLC0415

    disk = Disk()
    disk.folders = {"tmp", "new"}
    for effect in story:
        disk.do(effect)
    disk.left(way, Random(1), home)
    return {
        str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()
    }


def test_what_was_synced_and_its_name_survives_a_power_cut(tmp_path: Path) -> None:
    for way in (STRICT, LOOSE, MIXED):
        assert left(MADE, way, tmp_path / way) == {"new/a": b"orders"}


def test_a_name_without_a_sync_of_its_folder_is_lost(tmp_path: Path) -> None:
    assert left(MADE[:-1], STRICT, tmp_path / "strict") == {}
    assert left(MADE[:-1], LOOSE, tmp_path / "loose") == {"new/a": b"orders"}


def test_bytes_without_a_sync_are_lost_though_the_name_is_there(tmp_path: Path) -> None:
    story = [effect for effect in MADE if (effect.what, effect.path) != ("S", "tmp/a")]
    assert left(story, LOOSE, tmp_path / "loose") == {"new/a": b""}
    assert left(story, STRICT, tmp_path / "strict") == {"new/a": b""}


def test_games_are_spent_where_the_standard_error_asks_for_them() -> None:
    """A match that is known well enough is left out while another is not."""
    known, matches = Figures(), players.list_matches()
    sure = [match for match in matches if match.variant != "1900"]
    for match in sure:
        for number in range(match.games):
            known.measure(f"{match}, score", 90 + number % 2)
    assert known.error(f"{sure[0]}, score") < 1
    assert known.number(f"{sure[0]}, score") == sure[0].games
    asked = [match for match in matches if not match.is_sure(known)]
    assert asked == [match for match in matches if match.variant == "1900"]
    done = players.run(0, 1, known)
    assert {*done.means} == {f"{asked[0]}, score", f"{asked[0]}, ms a move"}
