import RoostCore
import RoostFormats
import Testing

@Suite("Dialects")
struct DialectTests {
    @Test("Every subscribed topic counts as owned")
    func owned() {
        let dialects = Dialects(doors: ["sensors/door": [ID(checked: "hall")]])
        #expect(dialects.subscriptions.count > 20)
        for filter in dialects.subscriptions {
            let topic = filter.replacing("+", with: "x")
            #expect(dialects.owns(topic), "\(filter)")
        }
        for topic in ["answers/alice", "sensors/window", "shelly/status", "roosts", "online"] {
            #expect(!dialects.owns(topic), "\(topic)")
        }
    }

    @Test("A dialect that is switched off is not named, subscribed to or owned")
    func off() {
        var bases = TopicBases()
        #expect(Dialects(bases: bases).names.contains("shelly"))
        bases.shelly = nil
        let dialects = Dialects(bases: bases)
        #expect(!dialects.names.contains("shelly"))
        #expect(!dialects.subscriptions.contains("+/events/rpc"))
        #expect(!dialects.owns("shelly/events/rpc"))
    }
}
