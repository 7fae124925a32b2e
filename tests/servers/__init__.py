"""Real mail servers: Dovecot and Postfix, private instances on loopback."""
