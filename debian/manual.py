"""The pages of the manual, written into a folder: judge(1), and one for each group of commands."""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from judge import __version__
from judge.cli import main

HEAD = """\
.TH {title} 1 "" "judge {version}" "User Commands"
.SH NAME
{name} \\- {short}
.SH SYNOPSIS
.B {command}
\\fICOMMAND\\fR [\\fIOPTION\\fR]...
.SH DESCRIPTION
{text}
.SH COMMANDS
"""
TEXT = """\
Players mail orders in free text to the judge's address; a batch processor that a timer calls
reads the mail, tells each player what it understood, adjudicates every game that is due, and
mails the results. The handbook is /usr/share/doc/diplomacy-judge/keeper.md."""
TAIL = """\
.SH ENVIRONMENT
.TP
JUDGE_SPOOL
The spool, where no --spool is given.
.TP
EDITOR, NO_COLOR
As everywhere.
.SH FILES
.TP
/var/lib/judge/spool
The spool: judge.toml, in/, out/, archive/, shunt/, judge.db, secret.
.TP
/var/lib/judge/backups
The nightly backups.
.SH EXIT STATUS
0 done; 1 the answer is no; 64 to 78 as in sysexits(3). Of doctor, status, health and upgrade:
0 it is well, 1 it needs you, 2 it does not work, 3 it could not be asked.
"""


def escape(text: str) -> str:
    """Text as troff takes it."""
    shown = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join(f"\\&{line}" if line.startswith(".") else line for line in shown.split("\n"))


def write_pages(folder: Path) -> None:
    """Write all of them."""
    groups = {
        name: command
        for name, command in sorted(main.commands.items())
        if isinstance(command, click.Group)
    }
    others = "".join(f".BR judge-{name} (1)\n" for name in groups)
    body = "".join(
        show_group(name, command) if name in groups else show(command, f"judge {name}")
        for name, command in sorted(main.commands.items())
    )
    short = "the e-mail judge for Diplomacy and the games around it"
    head = write_head("judge", short, TEXT)
    (folder / "judge.1").write_text(f"{head}{body}{TAIL}.SH SEE ALSO\n{others}")
    for name, group in groups.items():
        text = escape(group.help or "")
        short = text.partition("\n")[0].rstrip(".")
        parts = sorted(group.commands.items())
        body = "".join(show(part, f"judge {name} {called}") for called, part in parts)
        page = f"{write_head(f'judge {name}', short, text)}{body}.SH SEE ALSO\n.BR judge (1)\n"
        (folder / f"judge-{name}.1").write_text(page)


def write_head(command: str, short: str, text: str) -> str:
    """How a page begins."""
    name = command.replace(" ", "-")
    return HEAD.format(
        title=escape(name.upper()),
        version=__version__,
        name=escape(name),
        short=short,
        command=command,
        text=text,
    )


def show_group(name: str, group: click.Group) -> str:
    """A group, which has a page of its own."""
    text = escape((group.help or "").replace("\n", " "))
    return f".SS {escape(f'judge {name}')} \\fICOMMAND\\fR\n{text}\nSee judge-{name}(1).\n"


def show(command: click.Command, name: str) -> str:
    """A command with its options, as --help has them."""
    return "".join(_show_parts(command, name))


def _show_parts(command: click.Command, name: str) -> Iterator[str]:
    context = click.Context(command, info_name=name)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS {escape(f'{name} {usage}')}\n{escape(inspect.cleandoc(command.help or ''))}\n"
    for option in command.params:
        record = option.get_help_record(context)
        if record and record[1]:
            yield f".TP\n{escape(record[0])}\n{escape(record[1])}\n"


write_pages(Path(sys.argv[1]))
