"""The keeper's tools with real servers."""

from datetime import UTC, datetime

import pytest

from judge.game import witness
from judge.mail.imap import ImapInbox
from tests.servers.stack import PASSWORD, Stack

pytestmark = pytest.mark.xdist_group("servers")


@pytest.mark.parametrize("uidplus", [True, False])
def test_the_imap_server_says_what_time_it_is(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, *, uidplus: bool
) -> None:
    """Its probe leaves nothing behind that anybody would read."""
    with ImapInbox("localhost", stack.imaps, "judge", PASSWORD, cafile=stack.cafile) as box:
        client = box._client
        if not uidplus:
            monkeypatch.setattr(client, "has_capability", lambda name: False)
            real = client.append
            monkeypatch.setattr(client, "append", lambda *given: real(*given) and b"done")
        assert witness.doubt_by(box.clock(), datetime.now(UTC)) == ""
        client.select_folder("Processed")
        assert client.search(["UNDELETED", "SUBJECT", "What time is it?"]) == []
