"""Passwords: stored as scrypt only, compared in constant time, never mailed, never logged."""

import hashlib
import hmac
import secrets

COST, BLOCK, LANES = 2**14, 8, 5
"""The scrypt parameters that OWASP gives for 16 MiB of memory."""
MEMORY = 64 * 1024 * 1024
NOBODY = "scrypt$16384$8$5$00$00"
"""The hash of no password: checking against it costs what a real check costs."""


def seal(password: str) -> str:
    """Return what is stored for ``password``: parameters, salt and digest."""
    salt = secrets.token_bytes(16)
    digest = _scrypt(password, salt, COST, BLOCK, LANES)
    return f"scrypt${COST}${BLOCK}${LANES}${salt.hex()}${digest.hex()}"


def matches(password: str, sealed_password: str) -> bool:
    """Whether it is the one in ``sealed_password``; "" (none set) never matches, as slowly."""
    _, cost, block, lanes, salt, digest = (sealed_password or NOBODY).split("$")
    password_digest = _scrypt(password, bytes.fromhex(salt), int(cost), int(block), int(lanes))
    return hmac.compare_digest(password_digest, bytes.fromhex(digest))


def _scrypt(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    return hashlib.scrypt(
        password.encode(), salt=salt, n=cost, r=block, p=lanes, maxmem=MEMORY, dklen=32
    )
