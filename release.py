"""What ``make dist`` and ``make release`` do (docs/releasing.md): build, compare, add up.

All of it comes of the commit that is checked out, in folders of its own, with that commit's time:
whoever builds the same commit with the same libraries gets the same bytes.
"""

import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from judge import __version__

HERE = Path(__file__).parent
DIST = HERE / "dist"
PARTS = ("For players", "For keepers: do this", "For authors")
"""What a release note has to say."""


def git(*words: str) -> str:
    """What git answers."""
    done = subprocess.run(("git", "-C", HERE, *words), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def find_faults(version: str = __version__) -> list[str]:
    """Why this can't be released, a sentence each."""
    faults = []
    if git("status", "--porcelain"):
        faults.append("There are changes that are not committed.")
    if git("tag", "--list", f"v{version}"):
        faults.append(f"{version} is released already: judge/__init__.py needs another version.")
    note = re.search(rf"(?ms)^## {re.escape(version)} \((.*?)\)\n(.*?)(?:^## |\Z)", changelog())
    if note is None:
        faults.append(f"CHANGELOG.md has no release note of {version}.")
    else:
        if note[1] == "unreleased":
            faults.append(f"CHANGELOG.md does not say when {version} is released.")
        missing = [part for part in PARTS if f"### {part}\n" not in note[2]]
        faults += [f"The release note of {version} has no '### {part}'." for part in missing]
    if not (HERE / "debian/changelog").read_text().startswith(f"diplomacy-judge ({version}) "):
        faults.append(f"debian/changelog does not begin with {version}.")
    if not (HERE / f"tests/keeper/spools/{version}.tar.gz").exists():
        faults.append(f"tests/keeper/spools has no spool of {version}.")
    if f"VERSION {version}\n" not in (HERE / "templates/help/version.txt.j2").read_text():
        faults.append(f"templates/help/version.txt.j2 does not tell players of {version}.")
    return faults


def changelog() -> str:
    """All release notes."""
    return (HERE / "CHANGELOG.md").read_text()


def build(target: Path, *, compiled: bool) -> None:
    """Build sdist and pure wheel, or the compiled wheel, of what is committed into ``target``."""
    seconds = git("log", "-1", "--format=%ct")
    same = {"SOURCE_DATE_EPOCH": seconds, "PYTHONHASHSEED": "0", "TZ": "UTC"}
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "diplomacy-judge"
        archive = subprocess.run(
            ("git", "-C", HERE, "archive", "HEAD"), capture_output=True, check=True
        )
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            tar.extractall(tree, filter="data")
        command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", target, tree)
        subprocess.run(
            (*command, "--wheel") if compiled else command,
            env=ours | same | ({"JUDGE_COMPILE": "1"} if compiled else {}),
            check=True,
            stdout=subprocess.DEVNULL,
        )
    for path in target.glob("*.tar.gz"):
        pack_alike(path, int(seconds))


def pack_alike(path: Path, seconds: int) -> None:
    """Pack an sdist anew: its files sorted, all of one time, and nobody's."""
    packed = io.BytesIO()
    with (
        tarfile.open(path) as old,
        gzip.GzipFile(fileobj=packed, mode="wb", filename="", mtime=seconds) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.size, plain.mtime = member.type, member.size, seconds
            plain.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(plain, old.extractfile(member) if member.isfile() else None)
    path.write_bytes(packed.getvalue())


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file."""
    paths = sorted(folder.iterdir())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def build_all() -> None:
    """Build what ``make dist`` does."""
    DIST.mkdir(exist_ok=True)
    build(DIST, compiled=False)
    build(DIST, compiled=True)


def release() -> None:
    """Build, see that it is the same to the byte once more, and add bill and sums."""
    with tempfile.TemporaryDirectory() as again:
        for folder in (DIST, Path(again)):
            build(folder, compiled=False)
        once, twice = digests(DIST), digests(Path(again))
        if differing := [name for name in twice if once[name] != twice[name]]:
            sys.exit(f"Built twice, these differ: {', '.join(differing)}.")
    build(DIST, compiled=True)
    bill = DIST / f"diplomacy_judge-{__version__}.cdx.json"
    locks = "".join((HERE / name).read_text() for name in ("requirements.txt", "debian/hosts.txt"))
    subprocess.run(
        (
            sys.executable,
            "-m",
            "cyclonedx_py",
            "requirements",
            "--output-reproducible",
            "-o",
            bill,
            "-",
        ),
        input=locks,
        text=True,
        check=True,
    )
    sums = "".join(f"{digest}  {name}\n" for name, digest in digests(DIST).items())
    (DIST / "SHA256SUMS").write_text(sums)
    print(f"{sums}Now try them (docs/releasing.md), then: git tag v{__version__}")


def main(what: str) -> None:
    """Do it."""
    if what == "build":
        build_all()
    elif faults := find_faults():
        sys.exit("\n".join(faults))
    elif what == "release":
        release()


if __name__ == "__main__":
    main(*sys.argv[1:])
