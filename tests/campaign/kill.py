"""kill -9 at every effect of a pass: before it, and in the middle of every write.

After a kill two passes follow, as cron would have them. Then the judge has sent and stored what an
undisturbed one did.
"""

import io
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from math import gcd
from pathlib import Path

from tests.campaign import effects, post, scenes
from tests.campaign.effects import Effect
from tests.campaign.figures import Figures
from tests.campaign.post import Post
from tests.campaign.scenes import SCENES, Scene


def run(seed: int, count: int) -> Figures:
    """Kill at ``count`` moments, from number ``seed * count`` on; after the last come all anew."""
    return effects.apart("kill", seed, count)


def disturb(seed: int, count: int) -> Figures:
    """The same, in a process whose effects can be caught."""
    with opened("kill") as theatre:
        play(theatre, seed, count)
    return theatre.done


def play(theatre: "Theatre", seed: int, count: int) -> None:
    """The same, on a stage that is there."""
    moments = [*theatre.moments(effects.KILL), *theatre.moments(effects.TEAR, "W")]
    theatre.done.peak("moments", len(moments))
    for number in range(seed * count, (seed + 1) * count):
        theatre.killed(*moments[spread(number, len(moments))])


def spread(number: int, total: int) -> int:
    """A place below ``total``; ``total`` numbers in a row take each once, neighbours far apart."""
    step = next(step for step in range(int(total * 0.618) or 1, total + 2) if gcd(step, total) == 1)
    return number * step % total


@contextmanager
def opened(part: str) -> Iterator["Theatre"]:
    """A theatre in a folder of its own, with figures that begin at nothing."""
    with (
        tempfile.TemporaryDirectory(prefix=f"judge-{part}-") as folder,
        post.running(Path(folder)) as served,
    ):
        yield Theatre(Path(folder), Figures(), served)


class Theatre:
    """All scenes prepared, with what each leads to where nothing disturbs it.

    Those that need servers are left out where there is none (``served`` None).
    """

    def __init__(self, folder: Path, done: Figures, served: Post | None) -> None:
        self.folder, self.done, self.served = folder, done, served
        self.begun: dict[Scene, Path] = {}
        self.calm: dict[Scene, scenes.Seen] = {}
        self.story: dict[Scene, list[Effect]] = {}
        """What the act of each scene does, effect by effect; paths are below the spool."""
        scenes_here = [scene for scene in SCENES if served is not None or not scene.served]
        for number, scene in enumerate(scenes_here):
            self.begun[scene] = scene.begun(folder / f"begun{number}")
            self._rehearsed(scene)
            self._played(scene)

    def copied(self, scene: Scene, name: str) -> Path:
        """The spool of a scene as it begins, at a name below the theatre's folder."""
        home = scenes.copied(self.begun[scene], self.folder / name)
        if scene.served and self.served is not None:
            self.served.serve(home)
        return home

    def seen(self, scene: Scene, home: Path) -> scenes.Seen:
        """All that can be seen of what came of a scene."""
        if scene.served and self.served is not None:
            return self.served.seen(home)
        return scenes.seen(home)

    def _rehearsed(self, scene: Scene) -> None:
        """Do it once in this process, so that its children need not import what it needs."""
        home = self.copied(scene, "rehearsed")
        with redirect_stdout(io.StringIO()):
            scene.act(home)
        shutil.rmtree(home)

    def _played(self, scene: Scene) -> None:
        home, log = self.copied(scene, "calm"), self.folder / "log"
        with log.open("wb") as handle:
            ended = effects.child(lambda: scene.act(home), home, log=handle.fileno())
        if ended.status:
            raise RuntimeError(f"{scene.name} fails undisturbed: {ended.output}")
        self.story[scene] = [*effects.recorded(log, home)]
        for _ in range(2):
            self.again(scene, home, ended.status)
        self.calm[scene] = self.seen(scene, home)
        shutil.rmtree(home)

    def moments(self, kind: int, whats: str = "") -> Iterator[tuple[Scene, int, int]]:
        """Every effect of every scene, or those of some letters, with a kind of trouble."""
        for scene, story in self.story.items():
            for at, effect in enumerate(story, 1):
                if not whats or effect.what in whats:
                    yield scene, at, kind

    def again(self, scene: Scene, home: Path, ended: int) -> effects.Ended:
        """What follows a disturbance, undisturbed."""
        return effects.child(lambda: scene.again(home, ended), home)

    def killed(self, scene: Scene, at: int, kind: int) -> None:
        """One kill, and what came of it."""
        home = self.copied(scene, "disturbed")
        ended = effects.child(lambda: scene.act(home), home, at=at, what=kind)
        self.done.count(kills=ended.killed, survived=not ended.killed)
        status = ended.status if not ended.killed else -1
        self.judged(scene, home, status, f"{scene.name}, kill {at} of kind {kind}")
        shutil.rmtree(home)

    def judged(self, scene: Scene, home: Path, ended: int, where: str) -> None:
        """Let the judge come back, and compare."""
        first, second = (self.again(scene, home, status) for status in (ended, 0))
        for back in (first, second):
            if back.status:
                self.done.fail(f"{where}: does not come back: {back.output[-300:]}")
                return
        found = self.seen(scene, home)
        for fault in (*scenes.unlike(self.calm[scene], found), *scenes.faults(home)):
            self.done.fail(f"{where}: {fault}")
