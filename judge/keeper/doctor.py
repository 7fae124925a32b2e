"""The doctor: tries everything that a judge needs, and says of each in one sentence how it is.

It asks no name server for anything but the addresses of the servers that judge.toml names.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from sqlalchemy.exc import DatabaseError

from judge.keeper import checks, renewal, status
from judge.keeper.checks import Patient, WarningError
from judge.keeper.status import NEEDS_YOU, STOPPED, UNASKED, WELL
from judge.kernel.errors import JudgeError, KeeperError
from judge.spool import spool
from judge.spool.config import write_value
from judge.store.database import open_to_read

Check = Callable[[Patient], str]

CHECKS: tuple[tuple[str, Check, int], ...] = (
    ("Settings", checks.check_settings, NEEDS_YOU),
    ("Files", checks.check_files, STOPPED),
    ("Database", checks.check_database, STOPPED),
    ("Fence", checks.check_fence, STOPPED),
    ("Mail in", checks.check_inbox, STOPPED),
    ("Mail out", checks.check_way_out, STOPPED),
    ("Outbox", checks.check_queue, NEEDS_YOU),
    ("Stamps", checks.check_stamps, NEEDS_YOU),
    ("Addresses", checks.check_addresses, NEEDS_YOU),
    ("Clock", checks.check_clock, NEEDS_YOU),
    ("Zones", checks.check_zones, NEEDS_YOU),
    ("Disk", checks.check_disk, NEEDS_YOU),
    ("Maps", checks.check_maps, NEEDS_YOU),
    ("Installation", checks.check_installed, NEEDS_YOU),
    ("Templates", checks.check_templates, NEEDS_YOU),
    ("Variants", checks.check_variants, NEEDS_YOU),
    ("Games", checks.check_games, NEEDS_YOU),
    ("Runs", checks.check_calls, STOPPED),
    ("Last run", checks.check_last_pass, NEEDS_YOU),
)
"""Each with how the judge stands where it fails."""
WORDS = ("ok", "warn", "WRONG", "WRONG")
"""By level."""


class Finding(Struct, frozen=True):
    """How a part of the judge is: ``text`` says it, and how to mend it if it is not ``ok``.

    ``level`` is what that means for the whole judge: WELL, NEEDS_YOU, STOPPED or UNASKED.
    """

    part: str
    level: int
    text: str

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.level == WELL

    @property
    def record(self) -> dict[str, str | int]:
        """The finding for programs."""
        return {"part": self.part, "state": WORDS[self.level].lower(), "text": self.text}

    def __str__(self) -> str:
        """A line for a terminal."""
        return f"{WORDS[self.level]:5}  {self.part}: {self.text}"


def examine(home: Path, *, send: bool = False, write: bool = False) -> Iterator[Finding]:
    """Look at the judge at ``home``, part by part; what can't be opened ends it.

    ``send``: mail it a mail as well; ``write``: write what that shows into judge.toml.
    """
    try:
        this_spool = spool.open_spool(home)
    except (JudgeError, OSError) as error:
        yield _wrong_finding("Spool", error, home)
        return
    try:
        engine = open_to_read(this_spool.database)
    except (JudgeError, OSError, DatabaseError) as error:
        yield _wrong_finding("Database", error, home)
        return
    yield Finding("Spool", WELL, f"{home} is private, judge.toml can be read.")
    is_foreign = False
    with engine.begin() as db:
        for part, check, level in CHECKS:
            if send and check is checks.check_stamps:
                continue  # the mail that is sent shows it
            try:
                text = check(Patient(this_spool, db, datetime.now(UTC)))
                finding = Finding(part, WELL, text)
            except WarningError as error:
                finding = Finding(part, NEEDS_YOU, str(error))
            except JudgeError as error:
                finding = Finding(part, level, str(error))
            except (OSError, DatabaseError) as error:
                finding = _wrong_finding(part, error, home)
            if not (is_foreign and finding.level == UNASKED):  # one line says it for all
                yield finding
            is_foreign = is_foreign or (check is checks.check_files and not finding.ok)
    engine.dispose()
    if send:
        yield from _make_round_trip(home, write=write)


def _make_round_trip(home: Path, *, write: bool) -> Iterator[Finding]:
    """Mail the judge a mail, wait for it, and read from it what judge.toml should say.

    ``write``: say so there. The mail comes in as a player's reply does.
    """
    try:
        stamps, seconds = checks.send_probe(home)
    except (JudgeError, OSError, DatabaseError) as error:
        yield _wrong_finding("Round trip", error, home)
        return
    yield Finding("Round trip", WELL, f"a mail to the judge came in after {seconds:.0f} s.")
    this_spool = spool.open_spool(home)
    config = this_spool.config
    own_addresses = {address.lower() for address in (config.address, *config.aliases)}
    if stamps.writer not in own_addresses:
        advice = f"mails leave as {stamps.writer}: add that to aliases in judge.toml, or make it "
        yield Finding("From", NEEDS_YOU, f"{advice}address.")
    if config.senders.dkim == "verify":  # a provider's machines have a name each
        return
    hosts_named = {host.lower() for host in config.hosts}
    better: dict[str, renewal.SettingValue] = {}
    if stamps.hosts and not hosts_named.issuperset(stamps.hosts):
        others = [host for host in config.hosts if host.lower() not in stamps.hosts]
        better["hosts"] = [*stamps.hosts, *(others if hosts_named & {*stamps.hosts} else [])]
    if stamps.authserv and stamps.authserv != config.authserv.lower():
        better["authserv"] = stamps.authserv
    assignments = " and ".join(f"{key} = {write_value(value)}" for key, value in better.items())
    if not better:
        yield Finding("Stamps", WELL, "hosts and authserv of judge.toml fit that mail.")
    elif not write:
        advice = f"judge.toml should say {assignments}: 'judge doctor --send --write' writes that."
        yield Finding("Stamps", NEEDS_YOU, advice)
    else:
        try:
            renewal.write_settings(home, better)
        except KeeperError as error:
            yield Finding("Stamps", NEEDS_YOU, str(error))
        else:
            yield Finding("Stamps", WELL, f"{assignments}: {renewal.WRITTEN}")


def _wrong_finding(part: str, error: Exception, home: Path) -> Finding:
    """What the machine or the spool refused."""
    how_it_stands = status.standing_of_error(error, home)
    return Finding(part, how_it_stands.level, how_it_stands.text)
