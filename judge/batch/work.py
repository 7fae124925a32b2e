"""A pass under way, and what the keeper should read of it."""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine

from judge.batch.allowance import Allowance
from judge.home.house import House
from judge.home.machine import Machine
from judge.home.spool import Spool
from judge.kernel.notice import Notice
from judge.store import server


@dataclass(slots=True)
class Report:
    """What the keeper should read of a pass: nothing when all is well.

    ``failed``: a part of the pass could not be done, or a server takes nothing from us.
    ``restless``: the next pass must try again.
    ``busy``: another pass was under way, and this one did nothing.
    """

    lines: list[str] = field(default_factory=list)
    failed: bool = False
    restless: bool = False
    busy: bool = False


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass under way."""

    engine: Engine
    spool: Spool
    house: House
    report: Report
    machine: Machine
    doubt: str
    """Why the clock can't be right, "" if it may be."""
    leap: str = ""
    """Why it needs a witness, "" if it needs none."""
    night: bool = False
    """The first pass of a day looks whether anything needs the keeper."""
    stamps: list[datetime] = field(default_factory=list)
    """When servers took the mails of this pass, by their own clocks."""
    news: dict[str, Notice] = field(default_factory=dict)
    """The notices of this pass, by key, whose mails may still grow."""
    holder: str = ""
    """Who we are among workers that work side by side; "" where there is one pass at a time."""

    allowance: Allowance = field(default_factory=Allowance)
    """What mail that nothing proves has taken of the processor's time."""

    @property
    def beside(self) -> Engine:
        """The database for what may be done while others work: rows keep us apart."""
        return server.share(self.engine) if self.holder else self.engine
