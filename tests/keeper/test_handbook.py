"""Every command of the handbook as written, elsewhere: from the package and from a checkout."""

import re
import shlex
from pathlib import Path

import pytest

from tests.keeper import elsewhere
from tests.keeper.test_package import deb

__all__ = ["deb"]
PROJECT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LOOK = re.compile(r"^(judge (?:doctor|status|health|upgrade)\b[^#\n]*)", re.MULTILINE)
DOCTOR = re.compile(r"^(su - judge -c 'judge doctor.*')", re.MULTILINE)
STATUS = re.compile(r"^(su - judge -c 'judge status.*')", re.MULTILINE)
pytestmark = pytest.mark.long

GAME = """\
printf '#!/bin/sh\\n: "$@"\\n' >/usr/local/bin/systemctl  # no systemd runs here to be told
chmod 755 /usr/local/bin/systemctl
sed -i 's/^confirm = "yes"/confirm = "no"/' /var/lib/judge/spool/judge.toml
mail() { printf "From: $1\\nTo: judge@localhost\\nMessage-ID: <$(date +%N)$1>\\n\\n$2\\n" |
    setpriv --reuid=judge --regid=judge --clear-groups judge deliver --spool /var/lib/judge/spool; }
mail a@players.example 'REGISTER Ann\\nCREATE alpha'
su - judge -c 'judge run; judge list' | grep -q alpha
"""
CHECKOUT = """\
export HOME=/root
umask 077
mkdir src && tar -xf tree.tar -C src
git init -q src
git -C src add -A
git -C src -c user.name=x -c user.email=x@x commit -qm x
"""
PLACES = {
    "/var/lib/judge/judge.tar.gz": "/home/judge/judge.tar.gz",
    "/var/lib/judge/spool": "/srv/judge",
    "/var/lib/judge/": "/srv/",
}
"""Where the package has what a checkout has elsewhere."""


def blocks(text: str) -> list[str]:
    """The shell blocks of a page."""
    return BLOCK.findall(text)


def as_script(block: str) -> str:
    """A block as its reader runs it: as root where it says so, else as the user judge.

    The doctor's warnings (nobody sends the mails here) are no failure, nor is that a judge that was
    restored does nothing yet.
    """
    command = "\n".join(line for line in block.splitlines() if not line.startswith("#"))
    if block.startswith("# as root"):
        return DOCTOR.sub(r"\1 || test $? = 1 ", STATUS.sub(r"\1 || test $? = 2 ", command))
    command = LOOK.sub(r"\1 || test $? = 1 ", command)
    return f"su - judge -c {shlex.quote('set -e; ' + command)}"


def from_a_checkout(block: str) -> bool:
    """Whether a block sets up a judge without the package."""
    return block.startswith("# as root, from a checkout")


def handbook() -> list[str]:
    """The shell blocks of the handbook."""
    return blocks((PROJECT / "docs" / "keeper.md").read_text())


def test_every_command_of_the_handbook_works_as_it_stands(deb: Path, tmp_path: Path) -> None:
    elsewhere.need(tmp_path)
    install, *others = (block for block in handbook() if not from_a_checkout(block))
    script = "\n".join([as_script(install), GAME, *map(as_script, others)])
    done = elsewhere.run(f"set -x\n{script}", tmp_path, deb)
    assert "Nothing is wrong." in done.stdout
    assert "The judge goes on with its next run" in done.stdout


def test_a_checkout_keeps_a_judge_for_a_root_with_a_closed_umask(tmp_path: Path) -> None:
    """Cloned by root under umask 077, used by a fresh user's shell, and back from a backup."""
    elsewhere.need(tmp_path)
    (first,) = filter(from_a_checkout, handbook())
    (restore,) = (block for block in handbook() if "judge.tar.gz /var/lib/judge/again" in block)
    root, judge = first.split("su - judge\n")
    root = root.replace("THIS-REPOSITORY", "/tmp/here/src")
    judge = judge.replace("${EDITOR:-vi}", "true")
    for package, checkout in PLACES.items():
        restore = restore.replace(package, checkout)
    tree = tmp_path / "tree.tar"
    elsewhere.pack(PROJECT, tree)
    script = "\n".join(
        [
            CHECKOUT,
            root,
            as_script(judge),
            "su - judge -c 'judge backup ~/judge.tar.gz'",
            as_script(restore),
        ]
    )
    aside = tmp_path / "aside"
    aside.mkdir()
    done = elsewhere.run(f"set -x\n{script}", aside, tree)
    assert "Nothing is wrong." in done.stdout
    assert "The judge goes on with its next run" in done.stdout
