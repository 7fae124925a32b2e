"""The judge that the tests of mail are about."""

from datetime import UTC, datetime
from pathlib import Path

from judge.mail.ours import Ours

HERE = Path(__file__).parent
SAMPLES = HERE / "samples"
FUZZ = HERE / "fuzz"

OURS = Ours(
    address="judge@judge.test",
    secret=b"a secret of the tests",
    name="The Judge",
    aliases=("diplomacy@old.test",),
    hosts=("mail.judge.test",),
    authserv_id="mail.judge.test",
)
ARRIVED = datetime(2025, 3, 4, 12, 0, tzinfo=UTC)
"""When the mailbox took a sample; what the mail itself says may differ."""
