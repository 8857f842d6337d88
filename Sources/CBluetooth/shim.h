#include <sys/ioctl.h>
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>

/* Swift does not import macros that are made of other macros. */
static const unsigned long roost_HCIDEVUP = HCIDEVUP;
