"""The image by Buildah on a base of debootstrap's, run by runc without rights or a root to write.

What Docker itself would do with compose.yaml and HEALTHCHECK is read, and done by hand.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from judge.spool import config

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
