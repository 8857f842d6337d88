/// A client id for the broker: unlike one made of the process id, it is unique across machines, so
/// it replaces no other client.
func uniqueName(_ kind: String) -> String {
    "\(kind)-\(String(UInt32.random(in: 0...UInt32.max), radix: 16))"
}
