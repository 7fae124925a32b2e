#!/bin/sh
# Install the mail servers, and OpenDKIM, that tests/servers talks to, and PostgreSQL for tests/hosts, where that is possible; else say why not.
# Never fails: tests whose servers are missing are skipped with that reason.
PATH=$PATH:/usr/sbin:/sbin
have() { command -v dovecot && command -v postfix && command -v openssl; } >/dev/null
have_postgres() { ls /usr/lib/postgresql/*/bin/postgres || command -v postgres; } >/dev/null 2>&1
have_all() { have_postgres && have && command -v opendkim && command -v opendkim-genkey && [ -x /usr/lib/dovecot/lmtp ]; } >/dev/null
say() { echo "tests/servers: $1; tests with real mail servers will be skipped"; exit 0; }

# For the recipes: msmtp, and Exim unpacked, since it can't be installed beside Postfix.
EXIM=/var/tmp/judge-exim
add_others() {
    command -v msmtp >/dev/null || apt-get install -y --no-install-recommends msmtp
    [ -x $EXIM/usr/sbin/exim4 ] || (
        mkdir -p $EXIM && cd $EXIM && apt-get download exim4-daemon-light &&
            dpkg -x exim4-daemon-light_*.deb . && rm exim4-daemon-light_*.deb
    )
    getent passwd Debian-exim || useradd --system --no-create-home Debian-exim
}
have_others() { command -v msmtp >/dev/null && [ -x $EXIM/usr/sbin/exim4 ]; }

# "package": also what building and trying the Debian package takes (make test-all).
if [ "$1" = package ] && [ "$(id -u)" = 0 ] && ! command -v dh_virtualenv >/dev/null; then
    apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        debhelper dh-virtualenv dpkg-dev lintian logrotate man-db </dev/null
fi >/dev/null 2>&1

have_all && have_others && exit 0
have && [ "$(id -u)" != 0 ] && exit 0
[ "$(id -u)" = 0 ] || say "not root, so Dovecot and Postfix can't be installed"
command -v apt-get >/dev/null || say "no apt-get to install Dovecot and Postfix with"

# The packages would start system-wide servers; 101 is "forbidden by policy".
POLICY=/usr/sbin/policy-rc.d
if [ ! -e $POLICY ]; then
    printf '#!/bin/sh\nexit 101\n' >$POLICY && chmod 755 $POLICY
    trap 'rm -f $POLICY' EXIT
fi
LOG=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
{
    apt-get update &&
        apt-get install -y --no-install-recommends dovecot-core dovecot-imapd postfix openssl
    apt-get install -y --no-install-recommends dovecot-lmtpd opendkim opendkim-tools
    apt-get install -y --no-install-recommends postgresql
    add_others
} </dev/null >"$LOG" 2>&1
have || { tail -n 3 "$LOG"; say "Debian's packages could not be installed"; }
rm -f "$LOG"
