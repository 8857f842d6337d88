#!/bin/sh
# Installs what is needed to build and run Roost on Debian 12. Does nothing if everything is there.
set -eu
cd "$(dirname "$0")"

./install-packages.sh mosquitto mosquitto-clients libmosquitto-dev libsqlite3-dev libbluetooth-dev \
    libsodium-dev libssl-dev libyaml-dev libgd-dev pkg-config openssl

if ! command -v swift >/dev/null 2>&1; then
    echo "There is no Swift toolchain: install Swift 6.3 from https://www.swift.org/install/linux" >&2
    exit 1
fi
