#!/bin/sh
# Builds the Debian package of roost-edge for this machine's architecture, or for ARCH with a Swift SDK.
#
# The Swift runtime is linked in, so the machine on which the package is installed needs no toolchain.
set -eu
cd "$(dirname "$0")/.."

host=$(dpkg --print-architecture)
arch=${ARCH:-$host}
scratch=.build-deb
set -- -c release --product roost-edge --static-swift-stdlib --scratch-path "$scratch/$arch"
if [ "$arch" != "$host" ]; then
    if [ -z "${SWIFT_SDK:-}" ]; then
        cat >&2 <<EOF
This machine is $host, and a Swift toolchain builds for its own architecture only.
For $arch, run make deb on a machine of that architecture, or install a Swift SDK that holds
$arch and the libraries of the package, and name it: make deb ARCH=$arch SWIFT_SDK=NAME
(swift sdk list shows those that are installed.)
EOF
        exit 1
    fi
    set -- "$@" --swift-sdk "$SWIFT_SDK"
fi
deploy/install-packages.sh dpkg-dev binutils

version=$(sed -n 's/.*roostVersion = "\(.*\)".*/\1/p' Sources/RoostSettings/Version.swift)
swift build "$@"
program=$(swift build "$@" --show-bin-path)/roost-edge

root=$scratch/root-$arch
rm -rf "$root"
install -D -m 755 "$program" "$root/usr/bin/roost-edge"
"${STRIP:-strip}" "$root/usr/bin/roost-edge"
install -D -m 644 deploy/roost-edge.service "$root/lib/systemd/system/roost-edge.service"
install -D -m 644 config/roost-edge.yaml "$root/etc/roost/roost-edge.yaml"
doc=$root/usr/share/doc/roost-edge
install -D -m 644 docs/edge.md "$doc/edge.md"
install -D -m 644 LICENSE "$doc/copyright"
gzip -9n <CHANGELOG.md >"$root/changelog.gz"
install -D -m 644 "$root/changelog.gz" "$doc/changelog.gz"
rm "$root/changelog.gz"

# dpkg-shlibdeps looks for debian/control in the folder where it runs.
mkdir -p "$root/DEBIAN" "$scratch/debian"
printf 'Source: roost\n\nPackage: roost-edge\nArchitecture: %s\n' "$arch" >"$scratch/debian/control"
(cd "$scratch" && dpkg-shlibdeps -O --ignore-missing-info "root-$arch/usr/bin/roost-edge" >needs)
needs=$(sed -n 's/^shlibs:Depends=//p' "$scratch/needs")
[ -n "$needs" ] || { echo "dpkg-shlibdeps does not say what the package needs" >&2; exit 1; }
size=$(du -sk "$root" | cut -f1)
cat >"$root/DEBIAN/control" <<EOF
Package: roost-edge
Version: $version
Architecture: $arch
Maintainer: The Roost developers <roost@localhost>
Installed-Size: $size
Depends: $needs
Recommends: bluez, ca-certificates
Section: net
Priority: optional
Description: Bluetooth node of the Roost presence gateway
 Hears the advertisements of Bluetooth beacons and publishes to an MQTT broker which beacon it hears how
 well, so that the Roost gateway knows in which room people and things are.
EOF
echo /etc/roost/roost-edge.yaml >"$root/DEBIAN/conffiles"
install -m 755 deploy/debian/postinst deploy/debian/prerm deploy/debian/postrm "$root/DEBIAN/"

package=$scratch/roost-edge_${version}_$arch.deb
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
echo "$package"
