#!/usr/bin/env bash
# Runs those tests, already built, that its arguments select, and tells at the end what failed: it may
# stand thousands of lines further up.
set -uo pipefail

output=$(mktemp)
trap 'rm -f "$output"' EXIT

# A crash is told without looking up every line, which takes longer than all the tests.
SWIFT_BACKTRACE=symbolicate=fast,timeout=30s \
    timeout 900 swift test --skip-build "$@" > >(tee "$output") 2>&1
status=$?

if ((status != 0)); then
    sleep 1 # for tee, which a child that was left behind may keep alive
    echo "*** swift test ended with $status (124: after 15 minutes); what failed:" >&2
    grep -E '✘|: error: |Fatal error|Crash' "$output" | head -n 100 >&2
fi
exit "$status"
