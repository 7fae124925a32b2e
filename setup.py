"""What setup.cfg can't say: the list of installed files, what lies ready, what is compiled.

Where JUDGE_COMPILE asks for it mypyc makes C of them as they stand. Without a C compiler, and
without being asked, they stay what they are; either way the same files are the source, and every
answer is the same.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

# A build does not look beside setup.py by itself.
sys.path.insert(0, str(Path(__file__).parent))
from judge.spool import installed

MODULES = (
    "judge/language/fold.py",
    "judge/language/lexer.py",
    "judge/language/order_lines.py",
    "judge/rules/dip/contest/explain.py",
    "judge/rules/dip/contest/field.py",
    "judge/rules/dip/contest/outcome.py",
    "judge/rules/dip/ground/routes.py",
    "judge/rules/dip/orders/notation.py",
    "judge/rules/dip/play/movement.py",
    "judge/rules/dip/play/prepare.py",
    "judge/rules/dip/play/adjust.py",
    "judge/rules/dip/play/resolve.py",
    "judge/rules/dip/request.py",
    "judge/rules/computers/ideas.py",
    "judge/rules/computers/moves.py",
    "judge/rules/computers/prospect.py",
    "judge/rules/computers/reflex.py",
    "judge/rules/computers/tactics.py",
    "judge/rules/computers/view.py",
)
"""Those on the way from a typed order to its outcome, and those with which computers look ahead.

What defines a msgspec.Struct can't be one.
"""
STUBLESS = "--disable-error-code=import-untyped"
"""A package is built without the stubs of libraries, which mypy misses: "make lint" has them."""
LIBRARY = "judge.engine"
"""What holds the code of all of them: judge/engine__mypyc."""


def may_compile() -> bool:
    """Whether it is asked for and a C compiler with Python's headers is at hand."""
    compiler = shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0])
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return bool(os.environ.get("JUDGE_COMPILE") and compiler and headers.exists())


def extensions() -> list[object]:
    """The modules as extensions; none while a build only asks what it needs, which is mypy."""
    try:
        from mypyc.build import mypycify  # noqa: PLC0415
    except ImportError:
        return []
    return list(mypycify([STUBLESS, *MODULES], opt_level="2", group_name=LIBRARY))


class BuildWithList(build_py):
    """A build that lists what it installs; of an editable install the list is the checkout's."""

    def run(self) -> None:
        """Build, then write the list."""
        super().run()
        package = None if self.editable_mode else Path(self.build_lib, "judge")
        installed.write(package)
        if package is not None:
            prepare(package / "ready")


def prepare(folder: Path) -> None:
    """Let lie ready what every process needs, where what it is worked out with is at hand."""
    try:
        from judge.keeper import install  # noqa: PLC0415
    except ImportError:
        return
    install.pack(folder)


if __name__ == "__main__":
    found = extensions() if may_compile() else []
    asks = may_compile() and not found
    setup(
        cmdclass={"build_py": BuildWithList},
        ext_modules=found,
        **({"setup_requires": ["mypy >= 1.15"]} if asks else {}),
    )
