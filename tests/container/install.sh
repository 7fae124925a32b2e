#!/bin/sh
# Install what builds and runs the container image in the tests, where that is possible; never fails.
PATH=$PATH:/usr/sbin:/sbin
have() { command -v buildah && command -v runc && command -v debootstrap; } >/dev/null
have && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null &&
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends buildah runc debootstrap; } </dev/null >/dev/null 2>&1
have || echo "tests/container: no buildah, runc or debootstrap; the container image will not be tried"
exit 0
