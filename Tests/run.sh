#!/usr/bin/env bash
# Runs those tests, already built, that its arguments select, and tells at the end what failed: it may
# stand thousands of lines further up.
set -uo pipefail

output=$(mktemp)
trap 'rm -f "$output"' EXIT

# A crash is told without looking up every line, which takes longer than all the tests.
SWIFT_BACKTRACE=symbolicate=fast,timeout=30s \
    timeout 900 swift test --skip-build "$@" 2>&1 | tee "$output"
status=$?

if ((status != 0)); then
    echo "*** swift test ended with $status (124: after 15 minutes); what failed:" >&2
    grep -E '✘|: error: |Fatal error|Crash' "$output" | head -n 100 >&2
fi
exit "$status"
