"""Every variant's own templates compile, and each of them is for something that exists."""

from pathlib import Path

import pytest

from judge import resources
from judge.report import render

HOME = resources.root("variants")
OWN = sorted(path.relative_to(HOME).as_posix() for path in HOME.glob("*/templates/**/*.j2"))


@pytest.mark.parametrize("path", OWN)
def test_a_variants_template_compiles_where_it_is_looked_for(path: str) -> None:
    variant, _, name = path.partition("/templates/")
    template = render._environment(variant).get_template(name)
    assert template.filename is not None
    assert Path(template.filename) == HOME / path
