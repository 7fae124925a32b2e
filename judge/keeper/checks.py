"""The doctor's checks, one a function: each returns how a part of the judge is.

It raises KeeperError where that is wrong: what is, and how to mend it.
"""

import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct
from sqlalchemy import Connection, select, text

from judge.catalog import time_limit
from judge.catalog import variant as catalog
from judge.game.terms import game_options as terms
from judge.game.terms import tables
from judge.keeper import settings, status
from judge.kernel.errors import KeeperError
from judge.kernel.text import count, list_names
from judge.mail import identity, mime, signatures, stamps
from judge.mail.compose import bounce_address
from judge.mail.transport import Envelope, NotNowError, PlusError
from judge.post import hand, intake, keys, servers, trouble
from judge.report import render
from judge.run import batch, fence
from judge.run import nightly as health
from judge.run.start import reading
from judge.spool import archives, aside, hosts, installed, machine_clock, runs, spool
from judge.spool.config import find_unknown_variables, write_value
from judge.spool.hosts import reader_name
from judge.spool.house import find_identity
from judge.spool.spool import OTHERS, Spool, name_user
from judge.spool.zones import is_zone
from judge.store import games, marks, outbox, people, seats, sheets
from judge.store.glance import VERSION
from judge.store.record import RUNNING
from judge.store.schema import letters

PROBE_PATIENCE = 60.0
"""Seconds in which the probe has to come in."""
LATEST = 20
"""So many of the mails that came in are asked which servers they came through, and to whom."""


class Stamped(Struct, frozen=True):
    """What our own servers wrote on a mail: their names behind "by", and who vouches for it."""

    hosts: tuple[str, ...]
    authserv: str
    writer: str = ""
    """Its From, which a provider may have rewritten."""


def compose_probe(this_spool: Spool) -> Envelope:
    """A probe: a mail of the judge to itself."""
    ours = find_identity(this_spool)
    name = secrets.token_hex(8)
    mail = EmailMessage(policy=SMTP)
    mail["From"] = ours.address
    has_plus = this_spool.config.plus == "yes"
    mail["To"] = to = ours.plus(f"probe.{name}") if has_plus else ours.address
    mail["Subject"] = f"judge doctor looks whether mail comes in ({name})"
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = f"<probe.{name}@{ours.domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("The judge sent this to itself. Nobody has to do anything.\n")
    sender = bounce_address(ours, f"probe.{name}") if has_plus else ours.address
    return Envelope(mail.as_bytes(), to, sender)


def send_probe(home: Path) -> tuple[Stamped, float]:
    """Mail a probe and wait until a pass has taken it; what it bears, and the seconds it took.

    Does passes as cron would. Raises KeeperError where it does not leave or come in.
    """
    this_spool = spool.open_spool(home)
    if this_spool.config.outbox.kind == "maildir":
        raise KeeperError(
            "nothing is sent while kind in [outbox] of judge.toml is maildir: write smtp or "
            "sendmail there."
        )
    probe = compose_probe(this_spool)
    start = time.monotonic()
    for outcome in servers.open_transport(this_spool).post([probe]):
        if outcome.verdict != "sent":
            raise KeeperError(f"the server does not take it: {outcome.reason}.")
    while time.monotonic() - start < PROBE_PATIENCE:
        report = batch.run(home)
        with reading(home) as (db, _):
            for head in _list_heads(db, this_spool):
                if mime.parse_headers(head)["Subject"] == mime.parse_headers(probe.raw)["Subject"]:
                    return _read_stamps(head), time.monotonic() - start
        if report.failed:
            raise KeeperError(f"a pass could not be done: {' '.join(report.lines) or 'see above'}")
        time.sleep(1)
    raise KeeperError(
        f"a mail to {probe.to} left and did not come in within {PROBE_PATIENCE:g} seconds: see in "
        f"your mail server's log where it went; judge+anything@ has to reach the judge as well "
        f"(Postfix: recipient_delimiter = +)."
    )


def _list_heads(db: Connection, this_spool: Spool) -> Iterator[bytes]:
    """The beginnings of the latest mails that were not let go of, the newest first."""
    query = select(letters.c.digest).order_by(letters.c.id.desc()).limit(LATEST)
    for digest in db.execute(query).scalars():
        with suppress(FileNotFoundError):
            yield intake.read_beginning(db, archives.of(this_spool), digest)


def _read_stamps(raw: bytes) -> Stamped:
    """What our own servers wrote on a mail."""
    fields = mime.headers_of(mime.parse(raw))
    writer, _ = identity.sender(fields, mime.head(raw))
    return Stamped(stamps.own_servers(fields), stamps.stamping_server(fields), writer)


class WarningError(KeeperError):
    """The judge works all the same."""


class Patient(Struct, frozen=True):
    """A judge that is looked at: its spool, its database, and the time by our clock."""

    opened: Spool
    db: Connection
    now: datetime


def check_settings(it: Patient) -> str:
    """No variable of the environment was meant for a key and is none."""
    for fault in find_unknown_variables(os.environ):
        raise WarningError(f"{fault}.")
    return settings.describe(it.opened.home)


def check_files(it: Patient) -> str:
    """Everything in the spool belongs to its owner, and password files are private."""
    home = it.opened.home
    owner = home.stat().st_uid
    for path in sorted((*home.iterdir(), *(home / "in").rglob("*"), *(home / "out").rglob("*"))):
        is_archived = "cur" in path.relative_to(home).parts[1:]
        if not is_archived and path.lstat().st_uid != owner:
            mend = f"'chown -R {name_user(owner)} {home}' mends it"
            raise KeeperError(f"{path} belongs to {name_user(path.lstat().st_uid)}: {mend}.")
    for name in (it.opened.config.inbox.password_file, it.opened.config.outbox.password_file):
        is_open = name and (home / name).exists() and (home / name).stat().st_mode & OTHERS
        if is_open and not Path(name).is_relative_to("/run/secrets"):  # nobody else is in there
            raise KeeperError(f"{home / name} can be read by others: 'chmod 600' mends it.")
    return f"they belong to {name_user(owner)} alone."


def check_database(it: Patient) -> str:
    """The database has our schema (opening it saw to that) and its pages are whole."""
    if it.opened.is_shared:  # PostgreSQL sees what a broken disk does, if it was told to
        release, sums = (
            it.db.execute(text(f"SHOW {name}")).scalar_one()
            for name in ("server_version", "data_checksums")
        )
        if sums != "on":
            raise WarningError(
                "its pages have no checksums, so that nobody sees what a broken disk does: stop "
                "the server and say 'pg_checksums --enable'."
            )
        return f"schema {VERSION}, on PostgreSQL {release} with checksums."
    verdict = it.db.execute(text("PRAGMA quick_check(1)")).scalar()
    if verdict != "ok":
        raise KeeperError(
            f"it is damaged ({verdict}): 'judge restore' a backup, 'judge audit' says more."
        )
    return f"schema {VERSION}, its pages are whole."


def check_fence(it: Patient) -> str:
    """Nothing holds the judge back."""
    fence.refuse(it.db, it.opened)
    return "this is the judge that it was, with its own secret."


def check_inbox(it: Patient) -> str:
    """Mail can be taken."""
    with servers.open_inbox(it.opened) as box:
        waiting = "mail waits" if box.waiting() else "no mail waits"
    inbox = it.opened.config.inbox
    if inbox.kind == "maildir":
        return f"{it.opened.inbox} can be read, {waiting}."
    servers.waits_in_junk(it.opened)
    with servers.open_imap(it.opened) as server:
        lacks, left = server.lacks(), server.find_left()
        if inbox.sent:
            server.clear(inbox.sent, "X-Loop", it.opened.config.address)
    if left:
        raise WarningError(
            f"in the folder {it.opened.config.inbox.folder} there is mail that the judge could not "
            f"read or move (UID {list_names(map(str, left))}): move it out of there, and back to "
            f"have it tried again."
        )
    looks = [f"spam in {inbox.junk} is looked at"] if inbox.junk else []
    looks += [f"copies in {inbox.sent} are deleted"] if inbox.sent else []
    waiting = ", ".join([waiting, *looks])
    less = f"; it has no {list_names(lacks)}, which costs a little time" if lacks else ""
    return f"{it.opened.config.inbox.host} lets us in, {waiting}{less}."


def check_way_out(it: Patient) -> str:
    """Mail can be sent, to the keeper and to a seat's kind of address."""
    way_out, keeper = it.opened.config.outbox, it.opened.config.keeper
    envelope = compose_probe(it.opened)
    try:
        servers.open_transport(it.opened).check(envelope, keeper)
    except PlusError as error:
        raise KeeperError(
            f"{str(error).rstrip('.')}: every reply of a player goes to such an address; say "
            f"'postconf -e recipient_delimiter=+' and 'postfix reload', or your server's like."
        ) from error
    except NotNowError as error:
        raise WarningError(str(error)) from error
    if way_out.kind == "maildir":
        raise WarningError(
            f"mails are left in {it.opened.outbox}/new and go no further by themselves: write "
            f'kind = "smtp" or "sendmail" into [outbox] of judge.toml.'
        )
    if way_out.kind == "smtp":
        return f"{way_out.host} would take mails to {keeper} and {envelope.to}."
    return f"{way_out.command} took a mail to {envelope.to}; 'judge doctor --send' waits for it."


def check_stamps(it: Patient) -> str:
    """What judge.toml says of our own servers is what they write on the mails that come in."""
    if it.opened.config.senders.dkim == "verify" and not it.opened.config.hosts:
        signatures.ask_key(f"judge._domainkey.{find_identity(it.opened).domain}", keys.PATIENCE)
        return "DKIM signatures are verified here, name servers answer."
    stamps = [_read_stamps(head) for head in _list_heads(it.db, it.opened)]
    if not stamps:
        hosts, authserv = it.opened.config.hosts, it.opened.config.authserv
        claims = [f"hosts = {write_value(hosts)}"] if hosts else []
        claims += [f"authserv = {write_value(authserv)}"] if authserv else []
        if not claims:
            return "no mail has come in yet; 'judge doctor --send' mails one."
        raise WarningError(
            f"no mail has come in yet that shows whether {list_names(claims)} in judge.toml is "
            f"right; 'judge doctor --send' mails one and reads it there."
        )
    if faults := stamp_faults(it.opened, stamps):
        raise WarningError(f"{' '.join(faults)} 'judge doctor --send --write' sets them right.")
    hosts = it.opened.config.hosts
    if not hosts:
        host_names = next((one.hosts for one in stamps if one.hosts), ())
        hint = (
            f'; your server calls itself {host_names[0]}: hosts = ["{host_names[0]}"]'
            if host_names
            else ""
        )
        return f"hosts is not set: when a mail came into the mailbox decides{hint}."
    return f"hosts and authserv of judge.toml are what {count(len(stamps), 'mail')} bear."


def stamp_faults(spool: Spool, stamps: Sequence[Stamped]) -> list[str]:
    """What of hosts and authserv is on none of these mails, a sentence each."""
    config = spool.config
    host_names = tuple(dict.fromkeys(name for one in stamps for name in one.hosts))
    vouchers = tuple(dict.fromkeys(one.authserv for one in stamps if one.authserv))
    faults = []
    if config.hosts and host_names and not {host.lower() for host in config.hosts} & {*host_names}:
        faults.append(
            f"hosts = {write_value(config.hosts)} in judge.toml is on no Received line of the last "
            f"{count(len(stamps), 'mail')}: they came in by {list_names(host_names)}."
        )
    if config.authserv and vouchers and config.authserv.lower() not in vouchers:
        faults.append(
            f"authserv = {write_value(config.authserv)} in judge.toml is on none of their "
            f"Authentication-Results: those are by {list_names(vouchers)}."
        )
    return faults


def check_maps(it: Patient) -> str:
    """What maps are drawn with is there and works."""
    if it.opened.config.pictures.mails != "yes":
        return "mails go without, as [pictures] of judge.toml says."
    try:
        from judge.report.picture import pixels  # noqa: PLC0415 - one of them may be missing

        pixels.png('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>', 8)
    except Exception as error:
        raise WarningError(
            f"they can't be drawn, and mails go without ({type(error).__name__}: {error}): install "
            f'the judge anew, or write mails = "no" into [pictures] of judge.toml.'
        ) from error
    return "they can be drawn."


def check_queue(it: Patient) -> str:
    """Mails leave, and none was given up."""
    present = trouble.find_trouble(it.db, trouble.OUT, reader_name(it.opened))
    if present is not None:
        since = f"{present.since:%Y-%m-%d %H:%M} UTC"
        raise KeeperError(
            f"nothing goes out since {since}: {present.reason} Set [outbox] in judge.toml right, "
            f"or the server; the mails wait meanwhile."
        )
    unwritten = trouble.find_trouble(it.db, trouble.WORDING, reader_name(it.opened))
    if unwritten is not None:
        raise KeeperError(
            f"mails wait that can't be written: {unwritten.reason.rstrip('.')}. Mend that, and the "
            f"next run writes and sends them."
        )
    oldest = outbox.oldest_wait(it.db)
    if oldest is not None and oldest < it.now - status.STUCK:
        since = f"{oldest:%Y-%m-%d %H:%M} UTC"
        raise KeeperError(f"a mail waits since {since}: 'judge outbox list' says why.")
    if given_up := outbox.counts(it.db).get(outbox.FAILED):
        mails = count(given_up, "mail")
        return f"no mail waits for long; {mails} given up, which 'judge outbox list' shows."
    return "no mail waits for long, and none was given up."


def check_clock(it: Patient) -> str:
    """No witness says that the clock is wrong."""
    if it.opened.is_shared:
        hosts.refuse_clock(it.db)
    this_machine = machine_clock.look_at_machine()
    before = machine_clock.find_last_anchor(it.db, pretended=False)
    silence = None if machine_clock.is_doubted(it.db) else runs.find_last_silence(it.opened)
    server = None
    with suppress(KeeperError):  # then "Mail in" says so
        server = servers.ask_clock(it.opened)
    doubt = (
        machine_clock.explain_doubt(before, it.now, this_machine)
        or machine_clock.doubt_by_stamp(it.db, it.now, pretended=False)
        or machine_clock.doubt_by_server(server, it.now)
    )
    if doubt:
        raise KeeperError(f"{doubt}: set it right, or say 'judge resume' if it is.")
    leap = machine_clock.explain_leap(before, silence, it.now, this_machine)
    if leap:
        raise KeeperError(
            f"it says {it.now:%Y-%m-%d %H:%M} UTC, but {leap}: awaited is "
            f"{servers.name_witnesses(it.opened)}; if it is right, say 'judge resume'."
        )
    by = [
        *(["NTP"] if this_machine.synchronised else []),
        *(["the database"] if it.opened.is_shared else []),
        *(["the IMAP server"] if server else []),
        *(["our mail server's stamps"] if marks.get(it.db, machine_clock.NEWEST) else []),
        *(["the machine's uptime"] if before and before.boot == this_machine.boot else []),
    ]
    time_text = f"{it.now:%Y-%m-%d %H:%M} UTC"
    return (
        f"{time_text}, by {list_names(by)}." if by else f"{time_text}, and no second witness yet."
    )


def check_disk(it: Patient) -> str:
    """There is room."""
    for line in health.disk(it.opened):
        raise KeeperError(f"{line} Old mails in {it.opened.archive} may go elsewhere.")
    return f"{health.room(it.opened)}."


def check_zones(it: Patient) -> str:
    """The zone database is there, knows summer time, and all zones in use."""
    all_zones = available_timezones()
    summer = datetime(2026, 7, 1, tzinfo=ZoneInfo("Europe/Berlin")) if all_zones else None
    if summer is None or summer.utcoffset() != timedelta(hours=2):
        raise KeeperError("the zone database is missing or wrong: 'pip install tzdata' mends it.")
    zones_in_use = {it.opened.config.zone, *games.list_zones(it.db)}
    for zone in sorted(zones_in_use):
        if not is_zone(zone):
            raise KeeperError(f"'{zone}' is no zone that this machine knows: update tzdata.")
    return f"{len(all_zones)} are known, {list_names(sorted(zones_in_use))} in use."


def check_installed(_it: Patient) -> str:
    """The files that the judge was installed with are there, as they were."""
    if not installed.LIST.exists():
        raise WarningError(
            "nothing lists the files that belong to it, so that nobody sees whether one is "
            "missing: 'make setup' or 'make install' in its checkout writes the list."
        )
    if missing := installed.explain_missing():
        raise KeeperError(missing)
    if changed := list(map(str, installed.find_changed())):
        raise WarningError(
            f"{list_names(changed[:SHOWN])}{' and others' if len(changed) > SHOWN else ''} "
            f"{'is' if len(changed) == 1 else 'are'} not as installed: if it was not you, "
            f"{installed.AGAIN}; what you edit yourself is safe in templates/ or variants/ of the "
            f"spool."
        )
    return "all files are as they were installed."


SHOWN = 3
"""So many changed files are named."""


def check_templates(_it: Patient) -> str:
    """Every template compiles."""
    for variant in ("", *catalog.names()):
        for fault in render.template_faults(variant):
            raise KeeperError(f"{fault}: mails that need it wait until it is mended.")
    if stale := render.stale_overrides():
        raise WarningError(
            f"{list_names(map(str, stale))}: older than what they stand for: compare them "
            f"with this version's, then 'touch' them."
        )
    return "all can be read."


def check_variants(it: Patient) -> str:
    """Every variant can be built."""
    powers = 0
    for name in catalog.names():
        try:
            powers += len(catalog.load(name).engine.powers)
        except Exception as error:  # whatever a broken file makes an engine raise
            raise KeeperError(
                f"{name} can't be loaded ({type(error).__name__}: {error})."
            ) from error
    for _, fault in catalog.faults_of_kept():
        raise KeeperError(f"{fault} Its games wait; 'judge check' on the folder tells all.")
    if it.opened.config.variant not in catalog.names():
        raise KeeperError(
            f"judge.toml: variant = {it.opened.config.variant!r} is none of them: "
            f"{list_names(catalog.names())}."
        )
    return f"{list_names(catalog.names())} can be played, {powers} powers in all."


PATIENCE = 20
"""Seconds of the processor's time that looking at a game may take."""
LOOKED_AT = 1000
"""So many games are looked at, the next deadlines first, besides one of each kind."""


def check_games(it: Patient) -> str:
    """Every game's data can be read; of many those whose deadlines come next."""
    numbers = games.find_samples(it.db, LOOKED_AT)
    for number in numbers:
        game = games.get(it.db, number)
        try:
            with time_limit.limit(PATIENCE):
                table = tables.load(game)
                terms.clock(game.options)
                sheet_of = sheets.of_phase(it.db, game.id, game.number)
                for seat in seats.of_game(it.db, game.id):
                    if game.status == RUNNING and seat.power in sheet_of:
                        table.standing(seat.power, sheet_of[seat.power].orders)
        except KeeperError as error:
            raise KeeperError(f"{game.name} can't go on: {str(error).rstrip('.')}.") from error
        except Exception as error:  # likewise
            reason = f"{type(error).__name__}; 'judge audit' says what was changed"
            raise KeeperError(f"the data of {game.name} can't be read ({reason}).") from error
    if rest := sum(games.counts(it.db).values()) - len(numbers):
        return (
            f"{count(len(numbers), 'game')} can be read, the next deadlines first; of the "
            f"other {rest} 'judge audit' knows whether a byte was changed."
        )
    return f"{count(len(numbers), 'game')} can be read."


def check_last_pass(it: Patient) -> str:
    """The last pass came to its end."""
    for line in (*hand.word_deaths(it.db, it.opened), *aside.word_games(it.db)):
        raise KeeperError(line)
    return "the last one came to its end."


def check_calls(it: Patient) -> str:
    """Somebody calls the judge."""
    last = runs.find_last_beat(it.opened)
    if last is None:
        raise WarningError(f"never yet: {runs.CALL}.")
    if it.now - last > status.LONG_SILENCE:
        raise KeeperError(f"the last one was at {last:%Y-%m-%d %H:%M} UTC: does cron still work?")
    return f"the last one was at {last:%Y-%m-%d %H:%M} UTC."


def check_addresses(it: Patient) -> str:
    """The judge's address is nobody else's."""
    config = it.opened.config
    ours = (config.address, *config.aliases)
    if config.keeper.lower() in {address.lower() for address in ours}:
        raise KeeperError(
            f"keeper = {config.keeper!r} is the judge's own address: give a person's."
        )
    for address in ours:
        person = people.find_by_address(it.db, address.lower())
        if person is not None:
            raise KeeperError(f"{address} is the judge's address and a player's, {person.name}.")
    if config.address.endswith("@localhost"):
        raise WarningError(f"{config.address} reaches nobody outside: set address in judge.toml.")
    heads = _list_heads(it.db, it.opened)
    latest = [mime.headers_of(mime.parse(head)) for head in heads]
    own = find_identity(it.opened)
    if latest and not any(identity.recipient(fields, own) for fields in latest):
        raise WarningError(
            f"no mail ever came to {list_names(ours, 'or')}, of the last {len(latest)} that came "
            f"in: is address in judge.toml typed right?"
        )
    return f"{config.address}, and {config.keeper} is told of trouble."
