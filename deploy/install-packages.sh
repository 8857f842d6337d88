#!/bin/sh
# Installs the named Debian packages that are missing, and keeps their services from starting: a mosquitto
# would take the port of Roost's own broker, and a bluetoothd the adapters of the tests.
set -eu

missing=""
for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "Installing:$missing"
if [ "$(id -u)" = 0 ]; then
    root=""
elif command -v sudo >/dev/null 2>&1; then
    root="sudo"
    echo "This needs root: sudo may ask for your password."
else
    echo "This needs root. Run as root: apt-get install$missing" >&2
    exit 1
fi

# While this file exists, Debian starts no service of a package that it installs.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' | $root tee "$policy" >/dev/null
    $root chmod 755 "$policy"
    trap '$root rm -f "$policy"' EXIT
    # A shell that a signal ends need not do what it has to do at its exit.
    trap 'exit 130' INT TERM HUP
fi
$root apt-get update -qq
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing

command -v systemctl >/dev/null 2>&1 || exit 0
for package in $missing; do
    case "$package" in
    mosquitto) $root systemctl disable mosquitto >/dev/null 2>&1 || true ;;
    bluez) $root systemctl disable bluetooth >/dev/null 2>&1 || true ;;
    esac
done
