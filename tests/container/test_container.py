"""The image by Buildah on a base of debootstrap's, run by runc without rights or a root to write.

What Docker itself would do with compose.yaml and HEALTHCHECK is read, and done by hand: of the
profile "hosts" the two workers, by the same entry point and environment, at a PostgreSQL and a
mailbox of the tests.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from judge.spool import config
from tests.hosts.cluster import Cluster
from tests.hosts.conftest import postgres
from tests.servers.conftest import postfix, stack
from tests.servers.stack import PASSWORD, Stack

__all__ = ["postfix", "postgres", "stack"]
ROOT = Path(__file__).parents[2]
BASE = Path("/var/tmp/judge-container-base")
"""Where debootstrap's base is kept: to make it takes minutes."""
MIRROR = "http://deb.debian.org/debian"
USER = 990
MOST = 150_000_000
"""Bytes of the image, packed."""


def test_every_variable_in_the_compose_file_is_a_key() -> None:
    """And those of the recipe, which it asks for."""
    compose = (ROOT / "compose.yaml").read_text()
    recipe = (ROOT / "templates" / "recipe" / "container.txt.j2").read_text()
    named = {*re.findall(r"^ +(JUDGE_\w+):", compose, re.MULTILINE)} - {"JUDGE_FIRST"}
    assert named <= config.list_variables().keys()
    asked = {*re.findall(r"\$\{(JUDGE_\w+):\?\}", compose)}
    assert asked == {*re.findall(r"^(JUDGE_\w+)=", recipe, re.MULTILINE)}


def run(*command: str | Path, **more: Any) -> str:
    done = subprocess.run(
        [str(word) for word in command], check=False, capture_output=True, text=True, **more
    )
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return str(done.stdout)


def wait(look: Callable[[], object], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end
        time.sleep(0.5)


def make_base() -> None:
    """A small Debian with Python, without what apt keeps for itself."""
    if BASE.exists():
        return
    fresh = Path(mkdtemp(prefix="judge-base-", dir=BASE.parent))
    more = "--include=python3,python3-venv"
    run("debootstrap", "--variant=minbase", more, "bookworm", fresh, MIRROR)
    for kept in ("var/cache/apt", "var/lib/apt/lists"):
        shutil.rmtree(fresh / kept)
        (fresh / kept).mkdir()
    fresh.chmod(0o755)
    fresh.rename(BASE)


@pytest.fixture(scope="session")
def image() -> Iterator[tuple[Path, Path]]:
    """The image's files, and a folder for what is made beside them."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("buildah", "runc", "debootstrap"))):
        pytest.skip("not root, or not installed (tests/container/install.sh)")
    make_base()
    home = Path(mkdtemp(prefix="judge-container-", dir="/var/tmp"))
    tree = home / "tree"
    tree.mkdir()
    files = run("git", "ls-files", "-z", cwd=ROOT).split("\0")
    for name in filter(None, files):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir")
    run(*pip, tree / "build" / "wheels", f"{tree}[hosts]")
    store = ("--root", home / "store", "--runroot", home / "run", "--storage-driver", "overlay")
    base = run("buildah", *store, "from", "scratch").strip()
    try:
        run("buildah", *store, "add", "--quiet", base, BASE, "/")
        run("buildah", *store, "commit", "--quiet", base, "base")
        build = ("bud", "--isolation", "chroot", "--format", "docker", "--quiet", "--tag", "judge")
        run("buildah", *store, *build, "--build-arg", "BASE=localhost/base", ".", cwd=tree)
        made = run("buildah", *store, "from", "localhost/judge").strip()
        yield Path(run("buildah", *store, "mount", made).strip()), home
    finally:
        subprocess.run(["buildah", *map(str, store), "umount", "--all"], check=False)
        shutil.rmtree(home, ignore_errors=True)


@pytest.mark.long
def test_the_image_is_small(image: tuple[Path, Path]) -> None:
    files, _ = image
    pack = f"tar -C {files} -c . | gzip -6 | wc -c"
    assert int(run("sh", "-c", pack)) < MOST


@pytest.mark.long
def test_it_watches_answers_is_well_and_ends_when_told(image: tuple[Path, Path]) -> None:
    files, home = image
    bundle, state = home / "bundle", ("--root", home / "runc")
    (bundle / "spool").mkdir(parents=True)
    shutil.chown(bundle / "spool", USER, USER)
    run("runc", "spec", cwd=bundle)
    (bundle / "config.json").write_text(_specify(files, bundle))
    with (bundle / "out").open("w") as out:
        running = subprocess.Popen(
            ["runc", *map(str, state), "run", "judge"], cwd=bundle, stdout=out, stderr=out
        )
        spool = bundle / "spool"
        wait((spool / "pulse").exists)
        for count, line in enumerate(("HELP", "LIST"), 1):  # what came before the log is past
            mail = f"From: fr@players.example\r\nTo: judge@club.example\r\n\r\n{line}\r\n"
            (spool / "in" / "new" / f"{count}.eml").write_text(mail)
            wait(lambda count=count: len(list((spool / "out" / "new").iterdir())) == count)  # type: ignore[misc]
        ask = ("exec", "--user", f"{USER}:{USER}", "judge")
        said = (ROOT / "Containerfile").read_text()
        check = re.search(r"^HEALTHCHECK .* CMD (.*)$", said, re.MULTILINE)
        assert check is not None
        assert "0 games" in run("runc", *state, *ask, "sh", "-c", check[1])
        shown = run("runc", *state, *ask, "judge", "config", "show")
        assert re.search(r'address = "judge@club.example" +# JUDGE_ADDRESS', shown)
        run("runc", *state, "kill", "judge", "TERM")
        assert running.wait(60) == 0
    lines = (bundle / "out").read_text().splitlines()
    assert "mail.taken" in {json.loads(line).get("what") for line in lines}


def _specify(files: Path, bundle: Path) -> str:
    """What compose.yaml asks of a container, in the words of runc."""
    spec = json.loads((bundle / "config.json").read_text())
    spec["root"] = {"path": str(files), "readonly": True}
    variables = re.findall(r"(?:ENV |(?<= ))([A-Z_]+=\S+)", (ROOT / "Containerfile").read_text())
    variables = [one for one in variables if one.startswith(("PATH", "JUDGE"))]
    spec["process"] |= {
        "terminal": False,
        "user": {"uid": USER, "gid": USER},
        "args": ["judge-start", "watch"],
        "cwd": "/spool",
        "env": [*variables, "JUDGE_ADDRESS=judge@club.example", "JUDGE_KEEPER=me@club.example"],
        "noNewPrivileges": True,
    }
    spec["process"]["capabilities"] = {kind: [] for kind in spec["process"]["capabilities"]}
    spool = {"type": "bind", "source": str(bundle / "spool"), "options": ["bind"]}
    spec["mounts"].append({"destination": "/spool", **spool})
    spec["mounts"].append({"destination": "/tmp", "type": "tmpfs", "source": "tmpfs"})
    kept = [one for one in spec["linux"]["namespaces"] if one["type"] not in ("network", "cgroup")]
    spec["linux"]["namespaces"] = kept
    spec["linux"].pop("resources", None)
    return json.dumps(spec)


@pytest.mark.long
def test_the_workers_of_two_containers_share_a_database_and_a_mailbox(
    postfix: Stack, postgres: Cluster, tmp_path: Path
) -> None:
    """One makes the database, the other takes its settings; when that dies this goes on alone."""
    postgres.execute("CREATE DATABASE compose")
    script = tmp_path / "bin" / "judge"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m judge "$@"\n')
    script.chmod(0o755)
    (tmp_path / "password").write_text(PASSWORD)
    running = {}
    for name in ("first", "second"):
        (tmp_path / name).mkdir(mode=0o700)
        environment = _compose(name, postfix, postgres.url("compose"), tmp_path)
        with (tmp_path / f"{name}.log").open("w") as out:
            running[name] = subprocess.Popen(
                ["sh", ROOT / "container" / "start", "worker"],
                env=environment,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
    try:
        for count in (1, 2):
            mail = f"From: fr@judge.test\r\nMessage-ID: <{count}@compose.example>\r\n\r\nHELP\r\n"
            postfix.send(mail.encode(), "judge@judge.test")
            asked = f"In-Reply-To: <{count}@compose.example>".encode()
            wait(lambda asked=asked: any(asked in one for one in postfix.box("fr")))  # type: ignore[misc]
            wait((tmp_path / "second" / "pulse").exists)
            if count == 1:
                os.killpg(running["first"].pid, signal.SIGKILL)
        said = (ROOT / "Containerfile").read_text()
        check = re.search(r"^HEALTHCHECK .* CMD (.*)$", said, re.MULTILINE)
        assert check is not None
        assert "0 games" in run("sh", "-c", check[1], env=environment)
        running["second"].terminate()
        assert running["second"].wait(60) == 0
    finally:
        for one in running.values():
            one.kill()


def _compose(name: str, servers: Stack, url: str, home: Path) -> dict[str, str]:
    """What compose.yaml says to one of its workers, where its servers are those of the tests."""
    general, _, rest = (ROOT / "compose.yaml").read_text().partition("services:")
    first, second = re.split(r"\n  (?:second|database):\n", rest.partition("\n  first:\n")[2])[:2]
    text = general + first + (second if name == "second" else "")
    said: dict[str, str] = dict(re.findall(r"^ +(JUDGE_\w+): (.*)$", text, re.MULTILINE))
    ours = {
        "JUDGE_ADDRESS": "judge@judge.test",
        "JUDGE_KEEPER": "en@judge.test",
        "JUDGE_INBOX__HOST": "localhost",
        "JUDGE_INBOX__USER": "judge",
        "JUDGE_OUTBOX__HOST": "127.0.0.1",
        "JUDGE_OUTBOX__USER": "",
    }
    assert {key for key, value in said.items() if value == f"${{{key}:?}}"} == ours.keys()
    secret = str(home / "password")
    moved = {
        "/run/secrets/password": secret,
        "postgresql+psycopg://judge:${POSTGRES_PASSWORD:-}@database/judge": url,
        "/first": str(home / "first"),
    }
    others = {
        "PATH": f"{home}/bin:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "JUDGE_SPOOL": str(home / name),
        "JUDGE_LOG": "stdout",
        "JUDGE_INBOX__PORT": str(servers.imaps),
        "JUDGE_INBOX__CAFILE": str(servers.cafile),
        "JUDGE_OUTBOX__PORT": str(servers.smtp),
        "JUDGE_OUTBOX__SECURITY": "none",
        "JUDGE_OUTBOX__PASSWORD_FILE": "",
    }
    return {key: str(moved.get(value, value)) for key, value in said.items()} | ours | others
