"""The examples of variants/README.md, as its readers find them: by heading and kind."""

import re
from pathlib import Path

from judge import resources

PAGE = (resources.root("variants") / "README.md").read_text("utf-8")


def block(heading: str, kind: str) -> str:
    """The first example of a kind below a heading."""
    below = PAGE[PAGE.index(f"\n## {heading}\n") :]
    found = re.search(rf"```{kind}\n(.*?)```", below, re.DOTALL)
    assert found
    return found[1]


def write_example(home: Path) -> Path:
    """The folder that the page's examples make: Two Rivers, with its case."""
    (home / "cases").mkdir(parents=True)
    (home / "variant.toml").write_text(block("variant.toml", "toml"))
    (home / "map.toml").write_text(block("map.toml", "toml"))
    (home / "cases" / "first.jsonl").write_text(
        block("Cases", "json").replace('"yours"', f'"{home.name}"')
    )
    (home / "RULES.md").write_text(block("RULES.md", "markdown"))
    return home


def write_order(home: Path) -> Path:
    """The same with the order that the page adds."""
    write_example(home)
    heading = "An order of its own"
    rules = block("variant.toml", "toml").replace('["sites"]', '["rules"]')
    (home / "variant.toml").write_text(f"{rules}\n{block(heading, 'toml')}")
    (home / "orders.lark").write_text(block(heading, "lark"))
    (home / "rules.py").write_text(block(heading, "python"))
    return home
