#!/bin/sh
# Installs what building and running Roost needs on Debian 12. Does nothing where all is there.
set -eu

packages="mosquitto mosquitto-clients libmosquitto-dev libsqlite3-dev libbluetooth-dev libsodium-dev libssl-dev libyaml-dev pkg-config openssl"
missing=""
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
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
    # Debian would start mosquitto as a service on the very port that Roost's own broker uses.
    policy=/usr/sbin/policy-rc.d
    held=""
    case "$missing" in
    *" mosquitto "* | *" mosquitto")
        if [ ! -e "$policy" ]; then
            printf '#!/bin/sh\nexit 101\n' | $root tee "$policy" >/dev/null
            $root chmod 755 "$policy"
            held=yes
            trap '$root rm -f "$policy"' EXIT
        fi
        ;;
    esac
    $root apt-get update -qq
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
    if [ -n "$held" ]; then
        $root rm -f "$policy"
        trap - EXIT
        if command -v systemctl >/dev/null 2>&1; then
            $root systemctl disable mosquitto >/dev/null 2>&1 || true
        fi
    fi
fi

if ! command -v swift >/dev/null 2>&1; then
    echo "There is no Swift toolchain: install Swift 6.3 from https://www.swift.org/install/linux" >&2
    exit 1
fi
