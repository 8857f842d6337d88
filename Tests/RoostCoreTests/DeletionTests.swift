// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("What a broker retains of the deleted")
struct DeletionTests {
    private static let carol = ID<User>(checked: "carol")
    private static let phone = DeviceKey(user: carol, device: Device("phone")!)

    /// An engine in which carol's phone spoke, by its own clock at `second`, and she was deleted
    /// after a minute; then it was started again.
    private static func engine(spoke second: Double = 10) -> Engine {
        var engine = Engine(createsUsers: true)
        _ = engine.apply(.listening, at: House.start)
        _ = engine.apply(.fix(fix(at: second), of: phone), at: time(10))
        _ = engine.apply(.household([.deleteUser(carol)]), at: time(60))
        engine = Engine(
            household: engine.household, memory: engine.memory, createsUsers: true)
        _ = engine.apply(.listening, at: time(100))
        return engine
    }

    private static func fix(at second: Double, isRetained: Bool = false) -> Fix {
        var fix = Fix(coordinate: House.home, accuracy: 10, time: time(second))
        fix.isRetained = isRetained
        return fix
    }

    private static func time(_ second: Double) -> Timestamp {
        House.start.advanced(bySeconds: second)
    }

    @Test(
        "Neither a position nor a name card brings a deleted user back",
        arguments: [10.0, 60, 7200])
    func user(spoke second: Double) {
        var engine = Self.engine(spoke: second)
        let old = Self.fix(at: second, isRetained: true)
        #expect(engine.apply(.fix(old, of: Self.phone), at: Self.time(101)).isEmpty)
        let card = Event.card(name: "Carol", of: Self.carol, isRetained: true)
        #expect(engine.apply(card, at: Self.time(102)).isEmpty)
        #expect(engine.household.users.isEmpty)
    }

    @Test("The next user of that name has neither the position nor the name of the last one")
    func namesake() {
        var engine = Self.engine()
        let next = User(id: Self.carol, name: "carol")
        _ = engine.apply(.household([.saveUser(next)]), at: Self.time(101))
        let old = Self.fix(at: 10, isRetained: true)
        #expect(engine.apply(.fix(old, of: Self.phone), at: Self.time(102)).isEmpty)
        let card = Event.card(name: "Carol", of: Self.carol, isRetained: true)
        #expect(engine.apply(card, at: Self.time(103)).isEmpty)
        #expect(engine.household.users[Self.carol] == next)
    }

    @Test("What a phone queued before its user was deleted is not the next one's of that name")
    func queue() {
        var engine = Self.engine()
        _ = engine.apply(.fix(Self.fix(at: 10), of: Self.phone), at: Self.time(101))
        #expect(engine.household.users.isEmpty)
        let next = User(id: Self.carol, name: "carol")
        _ = engine.apply(.household([.saveUser(next)]), at: Self.time(102))
        #expect(engine.apply(.fix(Self.fix(at: 11), of: Self.phone), at: Self.time(103)).isEmpty)
    }

    @Test("The deletion of somebody whose phone was ahead of the time keeps no later one out")
    func ahead() {
        var engine = Self.engine(spoke: 7200)
        let next = User(id: Self.carol, name: "carol")
        _ = engine.apply(.household([.saveUser(next)]), at: Self.time(101))
        let effects = engine.apply(.fix(Self.fix(at: 110), of: Self.phone), at: Self.time(110))
        #expect(!effects.isEmpty)
    }

    @Test("A later position, or a card that is not retained, counts as ever")
    func later() {
        for isRetained in [false, true] {
            var engine = Self.engine()
            let fix = Self.fix(at: 61, isRetained: isRetained)
            _ = engine.apply(.fix(fix, of: Self.phone), at: Self.time(101))
            #expect(engine.household.users[Self.carol]?.devices == [Self.phone.device])
        }
        var engine = Self.engine()
        _ = engine.apply(.card(name: "Carol", of: Self.carol), at: Self.time(101))
        #expect(engine.household.users[Self.carol]?.name == "Carol")
    }

    @Test("A deleted node is back only once it speaks")
    func node() {
        var house = House()
        let node = ID<Node>(checked: "n1")
        house.change(.deleteNode(node), at: 10)
        house.listen(at: 20)
        house.report("n1", isOnline: true, isRetained: true, at: 21)
        let info = NodeInfo(place: ID(checked: "home"), room: "hall", isRetained: true)
        house.effects += house.engine.apply(.nodeInfo(node, info), at: Self.time(22))
        #expect(house.engine.household.nodes[node] == nil)
        house.report("n1", isOnline: true, at: 23)
        house.effects += house.engine.apply(.nodeInfo(node, info), at: Self.time(24))
        #expect(house.engine.household.nodes[node]?.place == ID(checked: "home"))
    }
}
