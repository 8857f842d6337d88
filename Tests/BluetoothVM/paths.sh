# Where things are, from the top of the package; read by the other scripts.
here=Tests/BluetoothVM
# The unpacked kernel, the last image and what the guest printed last.
image=.build-vm-image
