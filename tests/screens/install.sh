#!/bin/sh
# Get the browser and the checker that tests/screens looks with, where that is possible; else say why not.
# Never fails: without them those tests are skipped with that reason. $1 is the virtual environment.
AXE="$1/axe"
say() { echo "tests/screens: $1; tests of what pages look like will be skipped"; exit 0; }

if ! command -v chromium >/dev/null; then
    [ "$(id -u)" = 0 ] || say "not root, so Chromium can't be installed"
    command -v apt-get >/dev/null || say "no apt-get to install Chromium with"
    LOG=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core; } </dev/null >"$LOG" 2>&1
    command -v chromium >/dev/null || { tail -n 3 "$LOG"; say "Debian's Chromium could not be installed"; }
    rm -f "$LOG"
fi
[ -e "$AXE/node_modules/axe-core/axe.min.js" ] && exit 0
command -v npm >/dev/null || say "no npm to get axe-core with"
npm install --silent --no-audit --no-fund --prefix "$AXE" axe-core@4 >/dev/null 2>&1 || say "axe-core could not be installed"
