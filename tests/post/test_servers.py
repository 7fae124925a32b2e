"""The servers that judge.toml names, and who may say that the clock is right."""

import pytest

from judge.kernel.errors import KeeperError
from judge.post import servers
from judge.spool import spool
from tests.game.world import World

IMAP = "the IMAP server's clock"
MX = "the next mail that mx.judge.example stamps"
NTP = "a time server (NTP)"


@pytest.mark.parametrize(
    ("kind", "host", "witnesses"),
    [
        ("maildir", "", f"{NTP} or {MX}"),
        ("maildir", "imap.example", f"{NTP} or {MX}"),
        ("imap", "localhost", f"{NTP} or {MX}"),
        ("imap", "127.0.0.1", f"{NTP} or {MX}"),
        ("imap", "imap.example", f"{NTP} or {MX} or {IMAP}"),
    ],
)
def test_a_server_elsewhere_is_a_witness_of_the_clock(
    world: World, kind: str, host: str, witnesses: str
) -> None:
    world.section("inbox", f'kind = "{kind}"', f'host = "{host}"')
    assert servers.name_witnesses(spool.open_spool(world.home)) == witnesses


def test_without_hosts_no_mail_speaks_for_the_clock(world: World) -> None:
    path = world.home / "judge.toml"
    path.write_text(path.read_text().replace('hosts = ["mx.judge.example"]\n', ""))
    assert servers.name_witnesses(spool.open_spool(world.home)) == NTP


def test_a_folder_has_no_clock(world: World) -> None:
    assert servers.ask_clock(spool.open_spool(world.home)) is None


@pytest.mark.parametrize("section", ["inbox", "outbox"])
def test_a_password_that_can_not_be_read_is_told_with_its_file(world: World, section: str) -> None:
    """A name in judge.toml is meant from the spool."""
    kind = {"inbox": "imap", "outbox": "smtp"}[section]
    world.section(section, f'kind = "{kind}"', 'host = "x.example"', 'password_file = "none"')
    way = {"inbox": servers.open_inbox, "outbox": servers.open_transport}[section]
    with pytest.raises(KeeperError) as told:
        way(spool.open_spool(world.home))
    path = world.home / "none"
    assert str(told.value) == f"The password in {path} can't be read: No such file or directory."
