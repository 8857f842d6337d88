#!/bin/busybox sh
# The first program of the guest: loads the modules, then does what the host asks for.
/bin/busybox --install -s /bin
export PATH=/usr/bin:/bin
mkdir -p /dev /proc /sys /run/dbus /tmp /var/lib/bluetooth
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
while read -r module; do insmod "/modules/$module"; done </modules/order

printf 'root:x:0:0::/:/bin/sh\nmessagebus:x:100:100::/:/bin/sh\nedge:x:1000:1000::/:/bin/sh\n' >/etc/passwd
printf 'root:x:0:\nmessagebus:x:100:\nedge:x:1000:\nbluetooth:x:101:\n' >/etc/group
ip link set lo up
ip address add 10.0.2.15/24 dev eth0
ip link set eth0 up

# The device of a port that the host named.
port() {
    for device in /sys/class/virtio-ports/*; do
        [ "$(cat "$device/name" 2>/dev/null)" = "$1" ] && echo "/dev/${device##*/}"
    done
}

if [ -z "$(port shell)" ]; then
    echo "A shell in the guest; to leave it: poweroff -f. An adapter is made by"
    echo "  (echo plug one extended 00:00:5E:00:53:01; cat) | virtual-controller"
    setsid cttyhack sh
    poweroff -f
fi

controller="$(port controller)"
# A port can be opened only once.
virtual-controller <>"$controller" >&0 &

# Each line is a command, answered with what it prints and then its status. When the host goes away
# there are no more lines, and so no guest.
exec 3<>"$(port shell)"
while read -r line <&3; do
    eval "$line" </dev/null >&3 2>&1
    echo "status $?" >&3
done
poweroff -f
