"""A system like this machine's, with a layer above: what root does there ends with the process.

A mount namespace of its own, and in it an overlay over / on a small disk in memory.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

SCRIPT = """\
set -e
mount -t tmpfs -o size=2g tmpfs {aside}
mkdir {aside}/upper {aside}/work {aside}/root
mount -t overlay overlay -o lowerdir=/,upperdir={aside}/upper,workdir={aside}/work {aside}/root
mount --rbind /proc {aside}/root/proc
mount --rbind /dev {aside}/root/dev
{prepare}
exec chroot {aside}/root env -i @ sh -euc "$SCRIPT"
"""
ENVIRONMENT = (
    *("HOME=/root", "TERM=dumb", "LANG=C.UTF-8"),
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
)
SCRIPT = SCRIPT.replace("@", " ".join(ENVIRONMENT))


def run(
    script: str, aside: Path, *files: Path, check: bool = True
) -> subprocess.CompletedProcess[str]:
    """Run a script of root's in such a system, in /tmp/here, where copies of ``files`` lie."""
    prepare = f"mkdir -p {aside}/root/tmp/here\n"
    prepare += "".join(f"cp -a {file} {aside}/root/tmp/here/\n" for file in files)
    command = ("unshare", "--mount", "sh", "-c", SCRIPT.format(aside=aside, prepare=prepare))
    env = os.environ | {"SCRIPT": f"cd /tmp/here\n{script}"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=env)
    if check:
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done


@dataclass(frozen=True, slots=True)
class System:
    """A system that stays as long as its process: its ``root``, as seen from here."""

    process: int

    @property
    def root(self) -> Path:
        """Where its files lie."""
        return Path(f"/proc/{self.process}/root")

    def call(self, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command there, as root in a fresh environment; output and errors in one."""
        enter = ("nsenter", f"--target={self.process}", "--mount", "--root")
        return subprocess.run(
            (*enter, "env", "-i", "--chdir=/tmp/here", *ENVIRONMENT, *command),
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            input=typed,
            text=True,
        )

    def do(self, script: str) -> str:
        """Run a script of root's there, which must succeed; what it prints."""
        done = self.call("sh", "-euc", script)
        assert done.returncode == 0, done.stdout[-6000:]
        return done.stdout


@contextmanager
def staying(aside: Path, *files: Path) -> Iterator[System]:
    """Such a system, to be used from here; copies of ``files`` lie in its /tmp/here."""
    prepare = f"mkdir -p {aside}/root/tmp/here\n"
    prepare += "".join(f"cp -a {file} {aside}/root/tmp/here/\n" for file in files)
    command = ("unshare", "--mount", "sh", "-c", SCRIPT.format(aside=aside, prepare=prepare))
    env = os.environ | {"SCRIPT": "echo ready; exec cat"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env) as held:
        assert held.stdin
        assert held.stdout
        try:
            assert held.stdout.readline() == b"ready\n"
            yield System(held.pid)
        finally:
            held.stdin.close()


def need(tmp_path: Path) -> None:
    """Skip the test where there can be no such system."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        pytest.skip("only root makes a system to play with")
    tried = run("true", tmp_path, check=False)
    if tried.returncode:
        pytest.skip(f"this root may not mount: {tried.stderr.strip()[-200:]}")


def pack(project: Path, target: Path) -> None:
    """What is tracked of a checkout, as it stands, in a tar."""
    listed = subprocess.run(
        ("git", "-C", project, "ls-files", "-z"), check=True, capture_output=True
    )
    command = ("tar", "-C", project, "--null", "-T", "-", "-cf", target)
    subprocess.run(command, input=listed.stdout, check=True)
