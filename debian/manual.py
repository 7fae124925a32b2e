"""judge(1) on standard output: every command with its options, as --help has them."""

from collections.abc import Iterator

import click

from judge import __version__
from judge.cli import main

HEAD = f"""\
.TH JUDGE 1 "" "judge {__version__}" "User Commands"
.SH NAME
judge \\- the e-mail judge for Diplomacy and the games around it
.SH SYNOPSIS
.B judge
\\fICOMMAND\\fR [\\fIOPTION\\fR]...
.SH DESCRIPTION
Players mail orders in free text to the judge's address; a batch processor that a timer calls
reads the mail, tells each player what it understood, adjudicates every game that is due, and
mails the results. The handbook is /usr/share/doc/diplomacy-judge/keeper.md.
.SH COMMANDS
"""
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


def pages(command: click.Command, name: str) -> Iterator[str]:
    """A command and, if it is a group, those in it."""
    if isinstance(command, click.Group):
        for part, inner in sorted(command.commands.items()):
            yield from pages(inner, f"{name} {part}".strip())
        return
    context = click.Context(command, info_name=name)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS {escape(f'judge {name} {usage}')}\n{escape(command.help or '')}\n"
    for option in command.params:
        record = option.get_help_record(context)
        if record:
            yield f".TP\n{escape(record[0])}\n{escape(record[1])}\n"


print(f"{HEAD}{''.join(pages(main, ''))}{TAIL}", end="")
