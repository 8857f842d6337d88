#!/bin/sh
# image.sh PROGRAMS FOLDER packs what the guest needs into FOLDER/initrd: busybox, kernel modules,
# BlueZ, and the programs built in the folder PROGRAMS, all with their libraries. Takes a second or two.
set -eu
cd "$(dirname "$0")/../.."
. Tests/BluetoothVM/paths.sh
programs="$1"
folder="$2"

root="$(mktemp -d)"
trap 'rm -rf "$root"' EXIT
# Programs that are not root's must be able to reach their libraries.
chmod 755 "$root"
mkdir -p "$root/bin" "$root/etc" "$root/modules" "$root/usr/bin" "$root/usr/libexec"
cp /bin/busybox "$root/bin/busybox"
cp "$here/init.sh" "$root/init"

# Which order modules go in is for modprobe to say, here, where it has a processor to itself.
for module in hci_vhci virtio_pci virtio_net virtio_console virtio_rng \
    cmac ecb aes_generic algif_hash algif_skcipher; do
    modprobe -d "$image" -S "$(ls "$image/lib/modules")" --show-depends "$module" || true
done | sed -n 's/^insmod //p' | awk '!seen[$1]++ { print $1 }' | while read -r module; do
    cp "$module" "$root/modules"
    basename "$module" >>"$root/modules/order"
done

# Copies a program to a place in the guest, and its libraries to theirs.
add() {
    cp -L "$1" "$root$2"
    strip "$root$2" 2>/dev/null || true # Smaller is faster to boot; a script has nothing to strip.
    ldd "$1" 2>/dev/null | grep -o '/[^ )]*' | while read -r library; do
        [ -e "$root$library" ] && continue
        mkdir -p "$root$(dirname "$library")"
        cp -L "$library" "$root$library"
    done
}
for program in hciconfig btmgmt btmon bluetoothctl dbus-daemon setpriv; do
    add "$(command -v "$program")" "/usr/bin/$program"
done
add /usr/libexec/bluetooth/bluetoothd /usr/libexec/bluetoothd
mkdir -p "$root/usr/share/dbus-1" "$root/etc/dbus-1" "$root/etc/bluetooth"
cp /usr/share/dbus-1/system.conf "$root/usr/share/dbus-1"
cp -r /etc/dbus-1/system.d "$root/etc/dbus-1"
for program in virtual-controller roost-edge; do
    add "$programs/$program" "/usr/bin/$program"
done

(cd "$root" && find . | cpio -o -H newc --quiet) >"$folder/initrd"
