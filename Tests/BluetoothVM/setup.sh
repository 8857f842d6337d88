#!/bin/sh
# Installs what the tests on a real Bluetooth kernel need: QEMU, BlueZ's tools, and Debian's kernel,
# which is only unpacked, into .build-vm-image. Does nothing where all is there.
#
# Ends with status 3 where this machine cannot have it, and says why.
set -eu
cd "$(dirname "$0")/../.."
. Tests/BluetoothVM/paths.sh

cannot() {
    echo "The tests on a real Bluetooth kernel cannot run here: $*" >&2
    exit 3
}

[ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || cannot "they know Debian on amd64 only."

deploy/install-packages.sh qemu-system-x86 busybox-static cpio kmod xz-utils bluez dbus ||
    cannot "its packages could not be installed."

kernel_package() {
    apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1
}

if [ ! -e "$image/kernel" ]; then
    package="$(kernel_package)"
    # A machine may have all the programs and no lists of what there is.
    if [ -z "$package" ] && [ "$(id -u)" = 0 ]; then
        apt-get update -qq || cannot "apt-get update failed."
        package="$(kernel_package)"
    fi
    [ -n "$package" ] || cannot "apt knows no linux-image-amd64."
    echo "Fetching $package, about 70 MB"
    rm -rf "$image.new"
    mkdir -p "$image.new"
    (
        cd "$image.new"
        apt-get download -qq "$package"
        # Of the modules only those that a machine without hardware may need.
        dpkg-deb --fsys-tarfile ./*.deb | tar -x --wildcards './boot/vmlinuz-*' './lib/modules/*/modules.*' \
            './lib/modules/*/kernel/crypto' './lib/modules/*/kernel/lib' './lib/modules/*/kernel/arch' \
            './lib/modules/*/kernel/net' './lib/modules/*/kernel/drivers/bluetooth' \
            './lib/modules/*/kernel/drivers/char' './lib/modules/*/kernel/drivers/net' \
            './lib/modules/*/kernel/drivers/virtio'
        rm ./*.deb
        depmod -b . "$(ls lib/modules)"
    ) || cannot "the kernel could not be fetched."
    "$here/unpack-kernel.sh" "$image.new"/boot/vmlinuz-* >"$image.new/kernel"
    rm -rf "$image"
    mv "$image.new" "$image"
fi
