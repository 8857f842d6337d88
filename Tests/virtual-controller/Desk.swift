import Glibc
import VirtualController

/// Takes requests from standard input, answers on standard output, and sends adverts in their time.
///
/// | answer | when |
/// | --- | --- |
/// | `plugged NAME hci0` | the kernel has made the adapter |
/// | `unplugged NAME` | it is gone |
/// | `scan NAME on`, `scan NAME off` | the kernel started or stopped scanning |
/// | `sent TAG 49 50` | of a broadcast's 50 adverts, the controller told the kernel of 49 |
/// | `refused LINE` | the request made no sense |
struct Desk {
    private struct Running {
        var broadcast: Broadcast
        var done = 0
        var told = 0
        var next = ContinuousClock.now
    }

    private var adapters: [String: Adapter] = [:]
    private var broadcasts: [Running] = []
    private var input = LineReader(descriptor: 0)

    /// Waits for what comes next, and does it.
    ///
    /// - Returns: whether there will be another turn.
    mutating func turn() -> Bool {
        let names = Array(adapters.keys)
        var waiting = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
        waiting += names.compactMap { name in
            adapters[name].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        }
        poll(&waiting, nfds_t(waiting.count), timeout)
        // The kernel's commands first: a scan that it ended hears nothing more.
        for (name, state) in zip(names, waiting.dropFirst()) where state.revents != 0 {
            if let event = adapters[name]?.serve() { tell(event, of: name) }
        }
        advertise()
        guard waiting[0].revents != 0 else { return true }
        guard let lines = input.read() else { return false }
        for line in lines {
            if let request = Request(line) { carryOut(request) } else { say("refused \(line)") }
        }
        return true
    }

    /// In milliseconds until the next advert; for ever where there is none.
    private var timeout: Int32 {
        guard let next = broadcasts.map(\.next).min() else { return -1 }
        let left = (next - .now).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        return Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
    }

    private mutating func advertise() {
        let now = ContinuousClock.now
        for index in broadcasts.indices where broadcasts[index].next <= now {
            let broadcast = broadcasts[index].broadcast
            let count = min(broadcast.together, broadcast.count - broadcasts[index].done)
            let adverts = Array(repeating: broadcast.advert, count: count)
            broadcasts[index].told += adapters[broadcast.controller]?.hear(adverts) ?? 0
            broadcasts[index].done += count
            // Late is late: to catch up would be faster than any beacon.
            broadcasts[index].next = now + .milliseconds(broadcast.milliseconds)
        }
        end { $0.done >= $0.broadcast.count }
    }

    private mutating func end(where isOver: (Running) -> Bool) {
        for running in broadcasts where isOver(running) {
            say("sent \(running.broadcast.tag) \(running.told) \(running.done)")
        }
        broadcasts.removeAll(where: isOver)
    }

    private mutating func carryOut(_ request: Request) {
        switch request {
        case .plug(let name, let kind, let address):
            adapters[name] = Adapter(VirtualController(kind: kind, address: address))
            if adapters[name] == nil { say("refused plug \(name): no /dev/vhci") }
        case .unplug(let name):
            adapters.removeValue(forKey: name)?.unplug()
            say("unplugged \(name)")
        case .advertise(let broadcast):
            broadcasts.append(Running(broadcast: broadcast))
        case .stop(let tag):
            end { $0.broadcast.tag == tag }
        }
    }

    private func tell(_ event: Adapter.Event, of name: String) {
        switch event {
        case .made(let number): say("plugged \(name) hci\(number)")
        case .scan(let isOn): say("scan \(name) \(isOn ? "on" : "off")")
        }
    }

    private func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        write(1, bytes, bytes.count)
    }
}
