"""Each recipe against the program that it is for, where that is installed."""

import os
import re
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.keeper import settings
from judge.report import render
from judge.spool import config
from judge.spool.spool import Spool
from tests.game.world import World
from tests.servers.stack import PATH, python_of_nobody

PROJECT = Path(__file__).parents[2]
HERE = re.compile(r"^cat >(?P<path>\S+) <<'END'\n(?P<text>.*?)^END$", re.DOTALL | re.MULTILINE)
EXIM = "/var/tmp/judge-exim/usr/sbin"
"""Where install.sh unpacks it: it can't be installed beside Postfix."""
UNITS = ("judge.service", "judge.timer", "judge-watch.service", "judge-worker@.service")


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A judge whose address is not its user's name."""
    world = World(tmp_path / "spool")
    path = world.home / "judge.toml"
    path.write_text('aliases = ["games@old.example"]\n' + path.read_text())
    return world


def told(world: World, name: str) -> str:
    """What the command prints."""
    done = CliRunner().invoke(main, ["recipe", name, "--spool", str(world.home)])
    assert done.exit_code == 0
    return done.output


def files(recipe: str) -> dict[str, str]:
    """The files that a recipe writes, by their paths."""
    return {found["path"]: found["text"] for found in HERE.finditer(recipe)}


def run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a program that may be the administrator's."""
    env = os.environ | {"PATH": PATH} | more
    words = [str(word) for word in command]
    return subprocess.run(words, check=False, capture_output=True, text=True, env=env)


def needs(program: str) -> None:
    """Skip the test where a program is missing."""
    if not shutil.which(program, path=PATH):
        pytest.skip(f"not installed: {program}")


def test_every_recipe_names_this_spool_and_no_other(world: World) -> None:
    for name in settings.RECIPES:
        text = told(world, name)
        assert "judge.example" in text or str(world.home) in text
        assert "{{" not in text
    done = CliRunner().invoke(main, ["recipe", "qmail", "--spool", str(world.home)])
    assert "There is no recipe 'qmail'; there are: mailbox, postfix, exim, " in done.output


def test_systemd_accepts_the_units_and_finds_them_hardened(world: World, tmp_path: Path) -> None:
    needs("systemd-analyze")
    units = {Path(path).name: text for path, text in files(told(world, "systemd")).items()}
    assert tuple(units) == UNITS
    home = tmp_path / "units"
    home.mkdir()
    for name, text in units.items():
        # /bin/true: systemd looks for the command, which the tests' user may hide in his home.
        (home / name).write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text))
    checked = run("systemd-analyze", "verify", "--man=no", *(home / name for name in units))
    ours = [line for line in checked.stderr.splitlines() if "judge" in line]
    assert (ours, checked.returncode) == ([], 0)
    for name in ("judge.service", "judge-watch.service", "judge-worker@.service"):
        rated = run("systemd-analyze", "security", "--offline=yes", home / name)
        found = re.search(r"Overall exposure level for \S+: ([\d.]+)", rated.stdout)
        assert found is not None, rated.stdout + rated.stderr
        assert float(found[1]) < 3


def test_the_packages_units_are_those_of_the_recipe(world: World) -> None:
    units = {Path(path).name: text for path, text in files(told(world, "systemd")).items()}
    for name, text in units.items():
        unit = f"diplomacy-judge.{name}"
        if "@." in name:  # debhelper has it behind the package's name
            unit = f"diplomacy-judge@.{name.replace('@', '')}"
        packaged = (PROJECT / "debian" / unit).read_text()
        assert _directives(packaged) == _directives(text)
    backup = (PROJECT / "debian" / "diplomacy-judge.judge-backup.service").read_text()
    assert _directives(backup) <= _directives(units["judge.service"])


def _directives(unit: str) -> set[str]:
    """A unit's lines without what differs from place to place."""
    own = ("ExecStart", "User", "ReadWritePaths", "Description", "ProtectHome")
    return {line for line in unit.splitlines() if not line.startswith(own)}


def test_a_shell_runs_the_crontabs_lines(world: World, tmp_path: Path) -> None:
    recipe = told(world, "cron")
    text = recipe.partition("<<'END'\n")[2].partition("END\n")[0]
    lines = [line for line in text.splitlines() if not line.startswith("MAILTO")]
    assert len(lines) == 5
    for line in lines:
        assert re.match(r"([\d*]+ +){5}/", line)
        command = line.split(None, 5)[5].replace("\\%", "%")
        command = re.sub(r"\S+/judge-\$", f"{tmp_path}/judge-$", command)
        done = run("sh", "-c", command)
        assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert len(list(tmp_path.glob("judge-*.tar.gz"))) == 2


def test_postfix_takes_the_recipe(world: World, tmp_path: Path) -> None:
    needs("postconf")
    if os.geteuid() != 0:
        pytest.skip("Postfix needs root")
    for name in ("main.cf", "master.cf"):
        (tmp_path / name).write_text(f"data_directory = {tmp_path}\n" if name == "main.cf" else "")
    script = told(world, "postfix").replace("/etc/postfix", str(tmp_path))
    script = script.replace("/etc/aliases && newaliases", str(tmp_path / "aliases"))
    script = script.replace("postfix reload", "postconf -n >/dev/null && postconf -M >/dev/null")
    done = run("sh", "-euc", script, MAIL_CONFIG=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    asked = run("postmap", "-q", "judge@judge.example", f"hash:{tmp_path}/judge")
    assert asked.stdout == "judge:\n"
    found = run("postconf", "-M", "judge/unix", MAIL_CONFIG=str(tmp_path)).stdout
    assert f"deliver --spool {world.home} || exit 75}}" in found
    assert run("postconf", "-h", "recipient_delimiter", MAIL_CONFIG=str(tmp_path)).stdout == "+\n"
    assert "games: " in (tmp_path / "aliases").read_text()


@pytest.fixture
def open_world() -> Iterator[World]:
    """A judge whose spool is nobody's, where he can get to it."""
    aside = Path(tempfile.mkdtemp(prefix="judge-recipe-"))
    aside.chmod(0o755)
    world = World(aside / "spool")
    for path in (world.home, *world.home.rglob("*")):
        shutil.chown(path, "nobody", "nogroup")
    yield world
    shutil.rmtree(aside)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lets Exim deliver as somebody else")
def test_exim_hands_mail_to_the_judge(open_world: World, tmp_path: Path) -> None:
    exim = shutil.which("exim4", path=f"{PATH}:{EXIM}")
    python = python_of_nobody()
    if not exim or not python:
        pytest.skip("not unpacked: exim4 (tests/servers/install.sh)")
    home = open_world.home
    toml = (home / "judge.toml").read_text()
    opened = Spool(home, config.load(tomllib.loads(toml)), b"")
    command = f"/usr/bin/env PYTHONPATH={PROJECT} {python} -m judge"
    text = render.fill("recipe/exim.txt.j2", settings.facts(opened, command))
    routers, transports = text.split("# In the section")[:2]
    conf = tmp_path / "exim.conf"
    conf.write_text(
        f"spool_directory = {tmp_path}\nlog_file_path = {tmp_path}/%slog\nexim_user = root\n"
        f"domainlist local_domains = judge.example\nnever_users =\nbegin routers\n{routers}\n"
        f"begin transports\n{transports.partition(chr(10))[2]}\n"
    )
    for to in ("judge@judge.example", "judge+alpha.france.x@judge.example"):
        asked = run(exim, "-C", conf, "-bt", to)
        assert "router = judge, transport = judge" in asked.stdout, asked.stderr
    mail = "From: a@players.example\nTo: judge@judge.example\n\nLIST\n"
    sending = (exim, "-C", str(conf), "-odi", "-f", "a@players.example")
    to = "judge+alpha@judge.example"
    subprocess.run((*sending, to), input=mail, text=True, check=True)
    (taken,) = (home / "in" / "new").iterdir()
    assert "Envelope-to: judge+alpha@judge.example" in taken.read_text()
    unknown = run(exim, "-C", conf, "-bt", "nobody@judge.example")
    assert unknown.returncode != 0


def test_dovecot_takes_the_recipe(world: World, tmp_path: Path) -> None:
    needs("doveconf")
    ((_, text),) = files(told(world, "dovecot")).items()
    conf = tmp_path / "dovecot.conf"
    conf.write_text(f"ssl = no\nbase_dir = {tmp_path}\n{text}")
    done = run("doveconf", "-c", conf, "-h", "recipient_delimiter", "lmtp_save_to_detail_mailbox")
    assert done.stdout.split() == ["+", "no"]


def test_opendkim_takes_the_recipe(world: World, tmp_path: Path) -> None:
    needs("opendkim")
    recipe = told(world, "opendkim")
    ((_, text),) = files(recipe).items()
    key = tmp_path / "keys"
    key.mkdir(mode=0o700)
    generate = next(line for line in recipe.splitlines() if line.startswith("opendkim-genkey"))
    done = run("sh", "-c", generate.replace("/etc/dkimkeys/judge.example", str(key)))
    assert done.returncode == 0, done.stderr
    conf = tmp_path / "opendkim.conf"
    conf.write_text(text.replace("/etc/dkimkeys/judge.example", str(key)))
    checked = run("opendkim", "-n", "-x", conf)
    # It says, rightly, that pytest's own folders can be written by others.
    said = [line for line in checked.stderr.splitlines() if "by other users" not in line]
    assert [line for line in said if "not secure" not in line] == []


def test_msmtp_takes_the_recipe(world: World, tmp_path: Path) -> None:
    needs("msmtp")
    ((_, text),) = files(told(world, "msmtp")).items()
    conf = tmp_path / "msmtprc"
    (tmp_path / "relay-password").write_text("sekret")
    conf.write_text(re.sub(r"\S+/relay-password", str(tmp_path / "relay-password"), text))
    conf.chmod(0o600)
    command = ("msmtp", "-C", conf, "--pretend", "-i", "-f", "judge+=x@judge.example", "--")
    done = run(*command, "a@players.example")
    assert done.returncode == 0, done.stderr
    assert "from = judge+=x@judge.example" in done.stdout.replace("  ", " ")


def test_nagios_takes_the_recipe(world: World) -> None:
    """Its grammar, read by hand: each definition is a block of known keys."""
    ((_, text),) = files(told(world, "nagios")).items()
    blocks = re.findall(r"define (\w+) \{\n(.*?)\n\}", text, re.DOTALL)
    assert [kind for kind, _ in blocks] == ["command", "service"]
    read = {kind: dict(line.split(None, 1) for line in body.splitlines()) for kind, body in blocks}
    assert read["service"]["check_command"] == read["command"]["command_name"]
    command = read["command"]["command_line"].partition(f"-u {_owner(world)} ")[2]
    done = run("sh", "-c", command)
    assert (done.returncode, done.stdout.count("\n")) == (1, 1)
    assert "Nobody has called it yet" in done.stdout


def _owner(world: World) -> str:
    return world.home.owner()
