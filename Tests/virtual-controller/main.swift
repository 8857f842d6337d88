// Runs in the guest, and does what the lines on its standard input ask for until they end: then
// whoever asked is gone, and the adapters go too.
var desk = Desk()
while desk.turn() {}
