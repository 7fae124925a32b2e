"""The Debian package: built, installed, run, upgraded, removed and purged, as root, elsewhere."""

import fcntl
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from judge.store.glance import VERSION
from tests.game.world import World
from tests.keeper import elsewhere

PROJECT = Path(__file__).parents[2]
pytestmark = pytest.mark.long

INSTALL = """\
rm -f /var/lib/man-db/auto-update  # an index of all pages takes a minute
apt-get install --yes --no-install-recommends -q ./{deb} </dev/null 2>&1
"""
LIFE = """\
getent passwd judge
ls -ld /var/lib/judge/spool /usr/bin/judge /usr/share/man/man1/judge.1.gz
ls /lib/systemd/system/judge.timer /usr/share/bash-completion/completions/judge \\
    /etc/logrotate.d/diplomacy-judge /usr/share/doc/diplomacy-judge/keeper.md.gz
su - judge -c 'judge --version'
su - judge -c 'judge run; judge health'
su - judge -c 'judge doctor' || test $? = 1
man -l /usr/share/man/man1/judge.1.gz | grep -q 'judge doctor'
printf 'From: a@players.example\\nTo: judge@localhost\\n\\nLIST\\n' |
    setpriv --reuid=judge --regid=judge --clear-groups \\
    /usr/bin/judge deliver --spool /var/lib/judge/spool
su - judge -c 'judge run'
su - judge -c 'grep -l "^To: .*a@players.example" spool/out/new/*'
su - judge -c 'judge backup ~/backups/judge.tar.gz'
logrotate --force --state /tmp/state /etc/logrotate.d/diplomacy-judge
ls /var/lib/judge/backups
apt-get remove --yes -q diplomacy-judge </dev/null 2>&1
test -e /var/lib/judge/spool/judge.db
! test -e /usr/bin/judge
apt-get purge --yes -q diplomacy-judge </dev/null 2>&1
! test -e /var/lib/judge
! getent passwd judge
! ls /etc/systemd/system/*/judge* /etc/logrotate.d/diplomacy-judge 2>/dev/null
! ls /usr/lib/diplomacy-judge 2>/dev/null
tar -tzf /var/backups/judge-*.tar.gz | grep judge/spool/judge.db
"""
UPGRADE = """\
dpkg-deb -R {deb} older
sed -i 's/^Version: .*/Version: 0.0.9/' older/DEBIAN/control
dpkg-deb -Zgzip -b older older.deb >/dev/null
apt-get install --yes --no-install-recommends -q ./older.deb </dev/null 2>&1
rm -r /var/lib/judge/spool/judge.db* older
tar -xf spool.tar -C /var/lib/judge/spool
chown -R judge: /var/lib/judge/spool
cd /tmp/here
apt-get install --yes --no-install-recommends -q ./{deb} </dev/null 2>&1
su - judge -c 'judge resume; judge status' || test $? = 1
su - judge -c 'judge audit'
"""


@pytest.fixture(scope="module")
def deb(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> Path:
    """The package, built from what is tracked: by one worker at a time, in the one place for it."""
    if not shutil.which("dh_virtualenv"):
        pytest.skip("not installed: dh-virtualenv, debhelper (apt-get install them)")
    run = tmp_path_factory.getbasetemp().parent / f"deb-{testrun_uid}"
    with run.open("a+") as once:
        fcntl.flock(once, fcntl.LOCK_EX)
        if not run.stat().st_size:
            command = ("make", "-C", PROJECT, "deb")
            done = subprocess.run(command, check=False, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
            once.write("built")
    (built,) = (PROJECT / "dist").glob("diplomacy-judge_*.deb")
    return built


def test_the_package_is_installed_runs_and_goes_cleanly(deb: Path, tmp_path: Path) -> None:
    elsewhere.need(tmp_path)
    done = elsewhere.run(INSTALL.format(deb=deb.name) + LIFE, tmp_path, deb)
    assert f"schema {VERSION}" in done.stdout
    assert "judge:x:" in done.stdout
    assert re.search(r"drwx------ \S+ judge judge .* /var/lib/judge/spool", done.stdout)
    assert re.search(r"judge\.tar\.gz-\d{8}", done.stdout)


def test_the_package_upgrades_a_judge_with_a_game_under_way(deb: Path, tmp_path: Path) -> None:
    elsewhere.need(tmp_path)
    world = World(tmp_path / "spool")
    world.begun()
    file = tmp_path / "spool.tar"
    subprocess.run(("tar", "-C", world.home, "-cf", file, "."), check=True)
    aside = tmp_path / "aside"
    aside.mkdir()
    done = elsewhere.run(UPGRADE.format(deb=deb.name), aside, deb, file)
    assert f"The schema is {VERSION} already: nothing has to be migrated." in done.stdout
    assert re.search(r"^alpha +standard +running", done.stdout, re.MULTILINE)
    assert "Nothing is wrong." in done.stdout


def test_lintian_finds_no_errors(deb: Path) -> None:
    if not shutil.which("lintian"):
        pytest.skip("not installed: lintian")
    command = ("lintian", "--fail-on", "error", str(deb))
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
