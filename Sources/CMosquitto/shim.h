#include <mosquitto.h>
#include <mqtt_protocol.h>
/* Not in Swift's Glibc module; wakes the loop that polls the connection. */
#include <sys/eventfd.h>
