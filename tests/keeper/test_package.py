"""The Debian package: built, installed, run, upgraded, removed and purged, as root, elsewhere."""

import fcntl
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from judge import __version__
from judge.store.glance import VERSION
from tests.game.world import World
from tests.keeper import elsewhere
from tests.keeper.test_releases import MIGRATION, NEXT, NEXT_SCHEMA, TABLE

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
    /usr/share/zsh/vendor-completions/_judge /usr/share/fish/vendor_completions.d/judge.fish \\
    /usr/share/man/man1/judge-person.1.gz \\
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
PROMETHEUS = """\
printf '#!/bin/sh\n' >/usr/local/bin/systemctl  # no systemd runs here to be told
chmod 755 /usr/local/bin/systemctl
apt-get install --yes --no-install-recommends -q prometheus-node-exporter </dev/null >/dev/null 2>&1
su - judge -c 'judge recipe prometheus' >recipe
sh -eu recipe
eval "$(sed -n 's/^ExecStart=//p' /etc/systemd/system/judge-metrics.service)"
rm /etc/systemd/system/judge-metrics.*
prometheus-node-exporter --web.listen-address=127.0.0.1:{port} >/dev/null 2>&1 &
until python3 -c 'import urllib.request as web
print(web.urlopen("http://127.0.0.1:{port}/metrics").read().decode())' >told 2>&1; do
    sleep 1
done
grep ^judge_ told
kill $!
"""
UPGRADE = """\
rm -f /var/lib/man-db/auto-update
printf '#!/bin/sh\\n' >/usr/local/bin/systemctl  # no systemd runs here to be told
chmod 755 /usr/local/bin/systemctl
apt-get install --yes --no-install-recommends -q ./{deb} </dev/null 2>&1
rm -r /var/lib/judge/spool/judge.db*
tar -xf spool.tar -C /var/lib/judge/spool
chown -R judge: /var/lib/judge/spool
su - judge -c 'judge resume; judge run || true; judge status' || test $? = 1
dpkg-deb -R {deb} next
sed -i 's/^Version: .*/Version: {version}/' next/DEBIAN/control
for one in next/usr/lib/diplomacy-judge/lib/python3*/site-packages/judge; do
    sed -i 's/^__version__ = .*/__version__ = "{version}"/' $one/__init__.py
    sed -i 's/^VERSION = .*/VERSION = "{schema}"/' $one/store/glance.py
    cat table.py >>$one/store/schema.py
    cp migration.py $one/store/migrations/versions/{schema}_news.py
    rm $one/__pycache__/__init__.* $one/store/__pycache__/glance.* $one/store/__pycache__/schema.*
done
dpkg-deb -Zgzip -b next next.deb >/dev/null
rm -r next
apt-get install --yes --no-install-recommends -q ./next.deb </dev/null 2>&1
su - judge -c 'judge --version; judge list' | sed 's/^/later: /'
"""
BACK = re.compile(r"### The way back.*?```\n# as root\n(.*?)```", re.DOTALL)
"""The commands of the handbook."""


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
    (built,) = (PROJECT / "dist").glob(f"diplomacy-judge_{__version__}_*.deb")
    return built


def test_the_package_is_installed_runs_and_goes_cleanly(
    deb: Path, tmp_path: Path, free_port: int
) -> None:
    """With Debian's node exporter beside it, which tells Prometheus of it."""
    elsewhere.need(tmp_path)
    script = INSTALL.format(deb=deb.name) + PROMETHEUS.format(port=free_port) + LIFE
    done = elsewhere.run(script, tmp_path, deb)
    assert re.search("^judge_level [01]$", done.stdout, re.MULTILINE)
    assert f"schema {VERSION}" in done.stdout
    assert "judge:x:" in done.stdout
    assert re.search(r"drwx------ \S+ judge judge .* /var/lib/judge/spool", done.stdout)
    assert re.search(r"judge\.tar\.gz-\d{8}", done.stdout)


def test_the_package_upgrades_a_judge_with_a_game_under_way_and_goes_back(
    deb: Path, tmp_path: Path
) -> None:
    """To a next version, which has one more table, and from there as the handbook says."""
    elsewhere.need(tmp_path)
    world = World(tmp_path / "spool")
    world.begun()
    file = tmp_path / "spool.tar"
    subprocess.run(("tar", "-C", world.home, "-cf", file, "."), check=True)
    (tmp_path / "migration.py").write_text(MIGRATION)
    (tmp_path / "table.py").write_text(TABLE)
    match = BACK.search((PROJECT / "docs" / "keeper.md").read_text())
    assert match
    back = match[1].replace("apt-get install", "apt-get install --yes -q </dev/null")
    script = UPGRADE.format(deb=deb.name, version=NEXT, schema=NEXT_SCHEMA) + back
    script += "su - judge -c 'judge --version; judge list'\n"
    aside = tmp_path / "aside"
    aside.mkdir()
    files = (tmp_path / "migration.py", tmp_path / "table.py")
    done = elsewhere.run(script, aside, deb, file, *files)
    assert f"It was {__version__} (schema {VERSION}) and is {NEXT} (schema" in done.stdout
    assert "apt-get install --allow-downgrades ./diplomacy-judge_" in done.stdout
    assert f"later: judge, version {NEXT}, schema {NEXT_SCHEMA}" in done.stdout
    assert re.search(r"^later: alpha +standard +running", done.stdout, re.MULTILINE)
    *_, end = done.stdout.partition("The judge goes on with its next run")
    assert "Nothing is wrong." in end
    assert f"judge, version {__version__}, schema {VERSION}" in end
    assert re.search(r"^alpha +standard +running", end, re.MULTILINE)


def test_lintian_finds_no_errors(deb: Path) -> None:
    if not shutil.which("lintian"):
        pytest.skip("not installed: lintian")
    command = ("lintian", "--fail-on", "error", str(deb))
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
