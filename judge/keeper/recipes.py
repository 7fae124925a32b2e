"""``judge recipe``: what goes where in a mail server, a scheduler or a monitor, for this spool.

Each recipe is a template in templates/recipe/, most of them shell scripts to be read first.
"""

import pwd
import socket
import sys
from pathlib import Path

from judge.kernel.errors import InputError
from judge.report import render
from judge.spool import spool
from judge.spool.config import is_loopback
from judge.spool.spool import Spool

NAMES = (
    *("mailbox", "postfix", "exim", "dovecot", "opendkim", "msmtp", "systemd", "cron", "container"),
    *("nagios", "prometheus", "caddy", "nginx"),
)


def recipe(home: Path, name: str) -> str:
    """The recipe ``name`` for the spool at ``home``. Raises KeeperError or InputError."""
    if name not in NAMES:
        raise InputError(f"There is no recipe '{name}'; there are: {', '.join(NAMES)}.")
    return render.fill(f"recipe/{name}.txt.j2", facts(spool.open_spool(home)))


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
        "command": command or (program if program.exists() else f"{sys.executable} -m judge"),
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
