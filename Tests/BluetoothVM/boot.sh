#!/bin/sh
# Boots a machine with a real Bluetooth kernel, emulated. `make test-ble` does it for the tests.
#
# By hand, after `swift build --build-tests`:
#     Tests/BluetoothVM/setup.sh && Tests/BluetoothVM/boot.sh
# gives a shell in the guest, with virtual-controller, roost-edge, btmgmt, btmon and hciconfig. The
# host's 127.0.0.1 is 10.0.2.2 there, so that a broker on the host is mqtt://10.0.2.2:1883.
#
# The tests call it as `boot.sh PROGRAMS FOLDER NAME`: in FOLDER it makes the sockets `controller` and
# `shell` (lines to virtual-controller, and to a shell), and waits for somebody to connect to both; what
# the guest prints is left in .build-vm-image/NAME.log. Several machines can run at a time.
# The guest ends when they leave, and in any case after ten minutes.
set -eu
cd "$(dirname "$0")/../.."
. Tests/BluetoothVM/paths.sh

folder="${2:-$image}"
"$here/image.sh" "${1:-.build/debug}" "$folder"
if [ $# -ge 2 ]; then
    console="file:$image/$3.log"
    ports="-device virtio-serial-pci"
    for name in controller shell; do
        ports="$ports -chardev socket,id=$name,path=$folder/$name,server=on,wait=on"
        ports="$ports -device virtserialport,chardev=$name,name=$name"
    done
else
    console="mon:stdio"
    ports=""
fi
# Not -enable-kvm: where the host is a guest itself, the kernel may hang under it.
exec timeout --foreground -k 5 600 qemu-system-x86_64 -M pc -accel tcg,thread=multi -cpu max -m 1024 \
    -nodefaults -display none -no-reboot -serial "$console" \
    -kernel "$image/kernel" -initrd "$folder/initrd" \
    -append "console=ttyS0 panic=-1 quiet mitigations=off cryptomgr.notests random.trust_cpu=on" \
    -netdev user,id=net -device virtio-net-pci,netdev=net,romfile= $ports
