"""judge.toml: the keeper's settings as frozen records; a key that is not known is refused."""

import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect

from judge import resources
from judge.kernel.errors import DamageError, KeeperError
from judge.spool.zones import is_zone

QUOTED = 80
"""So much of a line is quoted."""
_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_BARE = re.compile(r"(\w+)\s*=\s*([^\s\"'\[{#][^\"'#]*?)\s*(?:#.*)?")
_BARE_LIST = re.compile(r"(\w+)\s*=\s*\[([^\"'\]]+)\]\s*(?:#.*)?")
_ADVICE = {
    "Cannot overwrite a value": "a key or section stands there twice",
    "Unterminated string": "look for a quote that is not closed",
    "Unclosed array": "look for a bracket that is not closed",
}
"""What to look for where tomllib names no line."""
KINDS = {
    inspect.IntType: "a whole number",
    inspect.StrType: "text in quotes",
    inspect.LiteralType: "text in quotes",
    inspect.VarTupleType: "a list of texts in quotes",
    inspect.BoolType: "true or false",
}


def name_syntax(path: Path, text: str, error: TOMLDecodeError) -> str:
    """One sentence for a file that is no TOML: the line, and what would be right there."""
    what = str(error)
    match = _LINE.search(what)
    if match is None:
        why = what.removesuffix(" (at end of document)")
        return f"judge.toml: {why}: {_ADVICE.get(why, 'see the last line')} in {path}."
    number = int(match[1])
    line = text.split("\n")[number - 1].strip()
    quoted = line if len(line) <= QUOTED else f"{line[:QUOTED]}..."
    place = f"judge.toml, line {number} ({quoted})"
    if bare := _BARE.fullmatch(line):
        return f'{place}: text stands in quotes: write {bare[1]} = "{bare[2]}" in {path}.'
    if bare := _BARE_LIST.fullmatch(line):
        words = ", ".join(f'"{word.strip()}"' for word in bare[2].split(","))
        return f"{place}: text stands in quotes: write {bare[1]} = [{words}] in {path}."
    return f"{place}: {what.removesuffix(match[0])}: edit that line of {path}."


def _find_faults(
    table: Mapping[str, Any], shape: type[msgspec.Struct], section: str = ""
) -> Iterator[str]:
    """What is wrong with each key, without a full stop: ``shape`` is how a table should be."""
    fields = {field.name: field for field in msgspec.structs.fields(shape)}
    for key, value in table.items():
        where = f" in [{section}]" if section else ""
        field = fields.get(key)
        if field is None:
            # Where it belongs, or which one was meant.
            if elsewhere := [place for place in _list_places().get(key, []) if place != section]:
                sections = (f"[{place}]" if place else "the first section" for place in elsewhere)
                advice = f"it belongs into {' or '.join(sections)}"
            elif close := difflib.get_close_matches(key, fields, 1):
                advice = f"{close[0]} may be meant"
            else:
                advice = f"known are {', '.join(fields)}"
            yield f"unknown key {key}{where}: {advice}"
            continue
        words = get_args(field.type) if get_origin(field.type) is Literal else ()
        if _is_section(field.type):
            if isinstance(value, Mapping):
                yield from _find_faults(value, field.type, key)
            else:
                setting = f"{key} = {write_value(value)}"
                yield f"{setting} has to be a section: write [{key}] on its own line"
        elif isinstance(value, str) and words and value not in words:
            yield f"{key} = {value!r}{where} must be one of {', '.join(words)}"
        else:
            try:
                msgspec.convert(value, type=field.type)
            except msgspec.ValidationError:
                kind, usual = _name_kind(field.type), write_value(field.default)
                yield f"{key} = {write_value(value)}{where} has to be {kind}, as in {key} = {usual}"


def _list_places() -> dict[str, list[str]]:
    """The sections in which each key is known; "" is the part above the first section."""
    sections_of_key: dict[str, list[str]] = {}
    for field in msgspec.structs.fields(Config):
        inner = msgspec.structs.fields(field.type) if _is_section(field.type) else ()
        for one in inner:
            sections_of_key.setdefault(one.name, []).append(field.name)
        sections_of_key.setdefault(field.name, []).append("")
    return sections_of_key


def _is_section(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _name_kind(kind: Any) -> str:
    """What a value has to be, in words."""
    info = inspect.type_info(kind)
    words = KINDS.get(type(info), "something else")
    low, high = getattr(info, "ge", None), getattr(info, "le", None)
    if low is not None and high is not None:
        return f"{words} from {low} to {high}"
    return f"{words}, {low} or more" if low is not None else words


def write_value(value: object) -> str:
    """A value as it stands in the file."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(write_value, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


BEGINS = "postgresql+psycopg://"
"""How the URL of a database begins that is no file."""
REPLACED = (
    "put the file of the last backup in its place ('judge backup' keeps it), or one that "
    "'judge init' makes elsewhere, and edit it"
)

Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Count = Annotated[int, msgspec.Meta(ge=1)]
Share = Annotated[int, msgspec.Meta(ge=0)]
YesNo = Literal["yes", "no"]
Security = Literal["tls", "starttls", "none"]


class Database(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where all is kept."""

    url: str = ""


class Inbox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where mails come from."""

    kind: Literal["maildir", "imap"] = "maildir"
    host: str = "localhost"
    port: Port = 993
    user: str = ""
    password_file: str = ""
    password_command: str = ""
    token_command: str = ""
    security: Security = "tls"
    cafile: str = ""
    folder: str = "INBOX"
    processed: str = "Processed"
    junk: str = ""
    sent: str = ""


class Outbox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where mails go to."""

    kind: Literal["maildir", "smtp", "sendmail"] = "maildir"
    host: str = "localhost"
    port: Port = 587
    user: str = ""
    password_file: str = ""
    password_command: str = ""
    token_command: str = ""
    security: Security = "starttls"
    cafile: str = ""
    command: str = "/usr/sbin/sendmail"
    a_day: Share = 0


class Senders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an unknown address may do, and whether signatures prove one."""

    confirm: YesNo = "yes"
    dkim: Literal["no", "verify"] = "no"


class Pictures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Maps in mails."""

    mails: YesNo = "yes"
    seconds: Share = 60
    processes: Count = 2


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one mail or one address may cost."""

    letter_bytes: Count = 1_000_000
    answers_an_hour: Share = 20
    unproven_answers_an_hour: Share = 20
    open_games: Share = 10
    press_an_hour: Share = 60
    tests_a_day: Share = 20
    rollouts: Count = 1200
    retry_days: Count = 5


class Keep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days after which something is let go of; 0 is never."""

    readings_days: Share = 0
    mails_days: Share = 0
    journal_days: Share = 0
    log_days: Share = 0


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of judge.toml."""

    address: str = "judge@localhost"
    name: str = "The Judge"
    keeper: str = "postmaster@localhost"
    zone: str = "UTC"
    variant: str = "standard"
    variants_dir: str = ""
    aliases: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    authserv: str = ""
    plus: YesNo = "yes"
    settle: Share = 30
    log: Literal["none", "syslog", "stdout"] = "none"
    database: Database = Database()
    inbox: Inbox = Inbox()
    outbox: Outbox = Outbox()
    senders: Senders = Senders()
    pictures: Pictures = Pictures()
    limits: Limits = Limits()
    keep: Keep = Keep()


PASSWORDS = ("password_file", "password_command", "token_command")
"""The keys by which a server's password may be found: the last one gives a token of OAuth."""


def read(path: Path) -> dict[str, Any]:
    """Read judge.toml, as it stands. Raises KeeperError, which names the line that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
        if "\0" in text:  # what a power cut leaves of a file on some file systems
            raise DamageError(f"{path} is no text: {REPLACED}.")
    except UnicodeDecodeError as error:
        raise DamageError(f"{path} is no text: {REPLACED}.") from error
    except IsADirectoryError as error:
        raise DamageError(f"{path} is a folder, but has to be a file: {REPLACED}.") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KeeperError(name_syntax(path, text, error)) from error


def load(settings: dict[str, Any]) -> Config:
    """Check what judge.toml says. Raises KeeperError, which names the key that is wrong."""
    try:
        config = msgspec.convert(settings, type=Config)
    except msgspec.ValidationError as error:
        raise KeeperError(f"judge.toml: {'; '.join(_find_faults(settings, Config))}.") from error
    check(config)
    return config


VARIABLE = "JUDGE_"
"""How the variables of the environment begin that stand for keys of judge.toml."""


def name_variable(key: str, section: str = "") -> str:
    """The variable that stands for a key: JUDGE_ADDRESS, JUDGE_OUTBOX__HOST."""
    return VARIABLE + (f"{section}__{key}" if section else key).upper()


def read_environment(variables: Mapping[str, str]) -> dict[str, Any]:
    """What the environment says in the place of judge.toml, in the form of that.

    Raises KeeperError for a variable with two underscores that is no key's, and for a wrong value.
    """
    found: dict[str, Any] = {}
    for name, text in variables.items():
        if not name.startswith(VARIABLE):
            continue
        section, _, key = name.removeprefix(VARIABLE).lower().rpartition("__")
        shape = getattr(Config(), section, None) if section else Config()
        fields = msgspec.structs.fields(shape) if isinstance(shape, msgspec.Struct) else ()
        kind = next((one.type for one in fields if one.name == key), None)
        if kind is None and section:
            near = difflib.get_close_matches(name, list_variables(), 1)
            hint = f"{near[0]} may be meant" if near else "'judge config show' lists them"
            raise KeeperError(f"{name} in the environment is no key of judge.toml: {hint}.")
        if kind is None or _is_section(kind):
            continue
        info = inspect.type_info(kind)
        value: Any = text  # of several words ``load`` refuses what is none of them
        if isinstance(info, inspect.VarTupleType):  # separated by commas
            value = tuple(part.strip() for part in text.split(",") if part.strip())
        elif not isinstance(info, inspect.LiteralType):
            try:
                value = msgspec.convert(text, type=kind, strict=False)
            except msgspec.ValidationError as error:
                raise KeeperError(
                    f"{name} = {text!r} in the environment has to be {_name_kind(kind)}."
                ) from error
        table = found.setdefault(section, {}) if section else found
        table[key] = value
    return found


def find_unknown_variables(variables: Iterable[str]) -> Iterator[str]:
    """Variables that are no key's, but may have been meant for one, each in a sentence."""
    names = list_variables()
    for name in variables:
        near = difflib.get_close_matches(name, names, 1, 0.8)
        if name.startswith(VARIABLE) and near and name not in names:
            yield f"{name} in the environment means nothing: {near[0]} may be meant"


def list_variables() -> dict[str, tuple[str, str]]:
    """All variables that stand for keys: section ("" above the first one) and key of each."""
    return {
        name_variable(key, section): (section, key)
        for key, sections in _list_places().items()
        for section in sections
        if section or not isinstance(getattr(Config(), key), msgspec.Struct)
    }


def load_file(path: Path) -> tuple[Config, dict[str, Any]]:
    """What judge.toml says and the environment in its place: checked, and as it stands.

    Raises KeeperError, which says where a wrong key stands.
    """
    settings, variables = read(path), read_environment(os.environ)
    both = dict(settings)
    for key, value in variables.items():
        inner = settings.get(key)
        both[key] = {**inner, **value} if isinstance(inner, Mapping) else value
    try:
        return load(both), both
    except KeeperError as error:
        if not variables or not _is_sound(settings):
            raise
        raise KeeperError(str(error).replace("judge.toml:", "the environment:", 1)) from error


def _is_sound(settings: dict[str, Any]) -> bool:
    try:
        load(settings)
    except KeeperError:
        return False
    return True


def write_settings(url: str) -> str:
    """The settings that a new judge begins with, whose database is at ``url``."""
    text = (resources.root("templates") / "judge.toml").read_text("utf-8")
    return text.replace('\nurl = ""', f"\nurl = {write_value(url)}", 1)


def find_missing_keys(settings: dict[str, Any]) -> tuple[str, ...]:
    """What judge.toml leaves out but has to say: who acts on it must not guess.

    A file that was emptied or cut off would else send a running game's mails somewhere else.
    """
    lacking = [] if "address" in settings else ["address"]
    for section in ("inbox", "outbox"):
        table = settings.get(section, {})
        is_server = table.get("kind") in ("imap", "smtp")
        required = ("kind", "host") if is_server else ("kind",)
        lacking += [f"{key} in [{section}]" for key in required if key not in table]
    return tuple(lacking)


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine by its very name: no network lies between."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") in ("localhost", "ip6-localhost")


def check(config: Config) -> None:
    """Refuse what the types can't see: zones and addresses."""
    for key, address in (("address", config.address), ("keeper", config.keeper)):
        local, _, domain = address.partition("@")
        is_plain = address.isascii() and address.isprintable() and " " not in address
        if not (is_plain and local and domain):
            raise KeeperError(f"judge.toml: {key} = {address!r} is not a mail address.")
    if not is_zone(config.zone):
        raise KeeperError(
            f"judge.toml: zone = {config.zone!r} is not a time zone; write it like 'Europe/Berlin'."
        )
    if config.database.url and not config.database.url.startswith(BEGINS):
        raise KeeperError(
            f"judge.toml: url = {config.database.url!r} in [database] has to begin with {BEGINS} "
            f"(or be empty for the file judge.db)."
        )
    _check_server("inbox", config.inbox)
    _check_server("outbox", config.outbox)


def _check_server(section: str, server: Inbox | Outbox) -> None:
    """Refuse two ways to a password, and one that goes in the clear."""
    if len(ways := [key for key in PASSWORDS if getattr(server, key)]) > 1:
        raise KeeperError(f"judge.toml: {' and '.join(ways)} in [{section}]: one is enough.")
    if server.security == "none" and not is_loopback(server.host):
        raise KeeperError(
            f"judge.toml: security = 'none' in [{section}] would send the password and all "
            f"mails in the clear to {server.host}: write 'tls' or 'starttls'."
        )
