# Where things are, from the top of the package; read by the other scripts.
here=Tests/BluetoothVM
# The unpacked kernel, what the guests printed last, and the image that was last booted by hand.
image=.build-vm-image
