"""``judge config``: what judge.toml and the environment say, and which of them says it.

And ``judge recipe``: what that means for a mail server, a scheduler or a monitor. Each recipe is a
template in templates/recipe/, most of them shell scripts to be read first.
"""

import os
import pwd
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from judge.kernel.errors import InputError
from judge.kernel.text import count, list_names
from judge.report import render
from judge.spool import config
from judge.spool.config import is_loopback, write_value
from judge.spool.spool import Spool, open_spool

FILE, STANDARD = "judge.toml", "standard"
_PASSWORD = re.compile(r"(?<=:)[^:@/]+(?=@)")
"""In the URL of a database."""


class Setting(Struct, frozen=True):
    """A key as it counts; ``source`` is FILE, STANDARD, or the variable that says it."""

    section: str
    key: str
    value: object
    source: str

    def __str__(self) -> str:
        """As it would stand in the file."""
        return f"{self.key} = {write_value(self.value)}"


def list_settings(home: Path) -> Iterator[Setting]:
    """Every key of the judge at ``home``, section by section. Raises KeeperError."""
    counted, written = open_spool(home).config, config.read(home / FILE)
    keys = msgspec.structs.asdict(counted)
    sections = {name: shape for name, shape in keys.items() if isinstance(shape, Struct)}
    for section, shape in {"": counted, **sections}.items():
        table = written.get(section, {}) if section else written
        for key, value in msgspec.structs.asdict(shape).items():
            if section or key not in sections:
                variable = config.name_variable(key, section)
                source = variable if variable in os.environ else FILE if key in table else STANDARD
                shown = _PASSWORD.sub("***", value) if key == "url" else value
                yield Setting(section, key, shown, source)


def show(home: Path) -> Iterator[str]:
    """The lines that show them, each with where it comes from."""
    last = ""
    for setting in list_settings(home):
        if setting.section != last:
            last = setting.section
            yield ""
            yield f"[{last}]"
        yield f"{setting!s:50}  # {setting.source}"


def as_records(home: Path) -> list[dict[str, object]]:
    """The same for programs."""
    return [
        {"section": one.section, "key": one.key, "value": one.value, "source": one.source}
        for one in list_settings(home)
    ]


def describe(home: Path) -> str:
    """Where the settings come from, in one sentence, and which keys the file does not know yet."""
    all_settings = list(list_settings(home))
    said = [one for one in all_settings if one.source == FILE]
    variables = [one.source for one in all_settings if one.source not in (FILE, STANDARD)]
    missing = [
        f"{one.key} in [{one.section}]" if one.section else one.key
        for one in all_settings
        if one.source == STANDARD
    ]
    parts = [f"{count(len(said), 'key')} from {FILE}"]
    parts += [f"{list_names(variables)} from the environment"] if variables else []
    # A file that spells out most keys was made by 'judge init', before these came.
    if 0 < len(missing) < len(said):
        parts.append(f"new in this version: {list_names(missing)}")
    parts += [f"{FILE} is a link, which nothing rewrites"] if (home / FILE).is_symlink() else []
    return f"{'; '.join(parts)}."


RECIPES = (
    *("mailbox", "postfix", "exim", "dovecot", "opendkim", "msmtp", "systemd", "cron", "container"),
    *("nagios", "prometheus", "caddy", "nginx"),
)


def recipe(home: Path, name: str) -> str:
    """The recipe ``name`` for the spool at ``home``. Raises KeeperError or InputError."""
    if name not in RECIPES:
        raise InputError(f"There is no recipe '{name}'; there are: {', '.join(RECIPES)}.")
    return render.fill(f"recipe/{name}.txt.j2", facts(open_spool(home)))


def facts(this_spool: Spool, command: str = "") -> dict[str, object]:
    """What a recipe may name: the spool, its user, its addresses, this machine, the command."""
    config = this_spool.config
    owner = pwd.getpwuid(this_spool.home.stat().st_uid)
    addresses = (config.address, *config.aliases)
    local, _, domain = config.address.partition("@")
    relay = config.outbox.host
    program = Path(sys.executable).with_name("judge")  # for those who know no PATH
    return {
        "spool": this_spool.home.absolute(),
        "user": owner.pw_name,
        "home": owner.pw_dir,
        "at_home": this_spool.home.absolute().is_relative_to("/home"),
        "command": command or (str(program) if program.exists() else f"{sys.executable} -m judge"),
        "address": config.address,
        "addresses": addresses,
        "plus": f"{local}+anything@{domain}",
        "domain": domain,
        "domains": sorted({one.partition("@")[2] for one in addresses}),
        "locals": sorted({one.partition("@")[0] for one in addresses}),
        "keeper": config.keeper,
        "host": config.hosts[0] if config.hosts else socket.getfqdn(),
        "relay": f"smtp.{domain}" if is_loopback(relay) else relay,
        "relay_user": config.outbox.user or config.address,
        "sendmail": config.outbox.kind == "sendmail",
    }
