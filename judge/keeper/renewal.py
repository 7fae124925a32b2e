"""A new secret or a new domain: everybody's address is another one, and everybody is told."""

import os
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec
from sqlalchemy import Connection

from judge.game.clocks import deadlines
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.errors import InputError, KeeperError
from judge.kernel.notice import Notice
from judge.kernel.text import count
from judge.mail import disk
from judge.run import start
from judge.spool import config, spool
from judge.spool.house import House
from judge.spool.spool import Former
from judge.store import games, log
from judge.store.record import OVER

SettingValue = str | int | Sequence[str] | Mapping[str, str]
WRITTEN = "judge.toml says so now; what it said before lies in judge.toml.before."


def refuse_writing(home: Path, values: Mapping[str, SettingValue]) -> None:
    """Raise KeeperError where these keys are not ours to set: told with what to do instead."""
    path = home / "judge.toml"
    if path.is_symlink():
        keys = ", ".join(values)
        raise KeeperError(
            f"{path} is a link to {path.readlink()} and is not rewritten: put the file itself in "
            f"its place, or set {keys} there by hand."
        )
    for key, value in values.items():
        inner = value if isinstance(value, Mapping) else {"": value}
        for name in inner:
            variable = config.name_variable(name or key, key if name else "")
            if variable in os.environ:
                raise KeeperError(
                    f"{variable} in the environment says what {name or key} is: set it there."
                )


def write_settings(home: Path, values: Mapping[str, SettingValue]) -> None:
    """Set keys above the first section of judge.toml, or those of a section by its name.

    What was there lies in judge.toml.before.

    Raises KeeperError where the outcome would be refused; then nothing is changed.
    """
    import tomlkit  # noqa: PLC0415 - few commands need it

    refuse_writing(home, values)
    path = home / "judge.toml"
    text = path.read_text(encoding="utf-8")
    document = tomlkit.parse(text)
    for key, value in values.items():
        if isinstance(value, Mapping):
            document.setdefault(key, tomlkit.table()).update(value)
        else:
            document[key] = value if isinstance(value, str | int) else list(value)
    new_text = tomlkit.dumps(document)
    config.load(document.unwrap())
    try:
        disk.store({"judge.toml.before": text.encode()}, home, home)
        disk.store({"judge.toml": new_text.encode()}, home, home)
    except OSError as error:
        raise KeeperError(f"{path} can't be written: {os.strerror(error.errno or 0)}.") from error


ROTATED = (
    "The judge's secret was changed, so your secret address is a new one: it stands in Reply-To. "
    "The one that you had works until the present phase is over; mails from before must not be "
    "answered after that. Nothing else has changed."
)
MOVED = (
    "The judge has a new address, {new}: your own secret address stands in Reply-To. Mail to the "
    "old one, {old}, arrives as long as that domain is kept."
)


def rotate(home: Path, now: datetime | None = None) -> str:
    """Make a new secret; old addresses count until the phases under way are over.

    Everybody is told by the next pass. Raises KeeperError.
    """
    this_spool = spool.open_spool(home)
    with start.doing(home, now) as (db, house, _):  # what is remembered says so if no more follows
        open_games = [game for game in games.find_all(db) if game.status != OVER]
        before = this_spool.secret.hex()
        secret_before = Former(
            secret=before,
            first=this_spool.former.first if this_spool.former else before,
            phases={game.name: game.number for game in open_games},
        )
        disk.store({spool.FORMER_FILE: msgspec.json.encode(secret_before)}, home, home)
        disk.store({"secret": secrets.token_hex(spool.SECRET).encode()}, home, home)
        log.append(db, house.now, log.KEEPER, "keeper.new-secret")
    with start.doing(home, now) as (db, house, mails):
        mails.extend(_tell_all(db, house, "a new secret address", ROTATED))
    return (
        f"The secret is a new one; {count(len(open_games), 'game')} told. Make a backup: "
        f"older ones hold the old one."
    )


def move(home: Path, old: str, new: str, now: datetime | None = None) -> str:
    """Give the judge an address in another domain; the old stays an alias. Raises KeeperError.

    Where the settings say so already, everybody is told and no more.
    """
    this_spool = spool.open_spool(home)
    config = this_spool.config
    local, _, domain = config.address.partition("@")
    address, former = f"{local}@{new.lower()}", f"{local}@{old.lower()}"
    is_said = config.address == address and former in config.aliases
    if domain.lower() != old.lower() and not is_said:
        raise InputError(f"the judge's address is {config.address}: its domain is not {old}.")
    if not is_said:
        aliases = [one for one in config.aliases if one.lower() != address]
        with spool.wait_for_lock(home, start.PATIENCE):
            write_settings(home, {"address": address, "aliases": [config.address, *aliases]})
    text = MOVED.format(new=address, old=former)
    with start.doing(home, now) as (db, house, mails):
        log.append(db, house.now, log.KEEPER, "keeper.domain", old=old.lower(), new=new.lower())
        mails.extend(_tell_all(db, house, "the judge has a new address", text))
    return (
        f"The judge is {address}; {former} is an alias. {'' if is_said else f'{WRITTEN} '}See with "
        f"'judge doctor --send' that mail comes in there, and what hosts and authserv should be."
    )


def _tell_all(db: Connection, house: House, title: str, text: str) -> list[Notice]:
    """A mail to everybody in a game that is not over."""
    event = Event("note", {"text": text}, PUBLIC)
    return [
        mail
        for game in games.find_all(db)
        if game.status != OVER
        for mail in deadlines.tell_news(db, house, game, title, event)
    ]
