import RoostCore
import Testing

@Suite("Groups")
struct GroupTests {
    private let alice = ID<User>(checked: "alice")
    private let bob = ID<User>(checked: "bob")
    private let carol = ID<User>(checked: "carol")
    private let id = ID<Group>(checked: "study")

    private func time(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1000) }

    /// Alice's group, with bob since 5 and carol since 9.
    private var group: Group {
        var group = Group(
            id: id, name: "Study", owner: alice, members: [.init(user: alice, since: time(1))])
        group.setMembers([bob], at: time(5))
        group.setMembers([carol, bob], at: time(9))
        return group
    }

    @Test("Remaining members keep their joining time, and the owner is always a member")
    func members() {
        #expect(group.members.map(\.user) == [alice, bob, carol])
        #expect(group.members.map(\.since) == [time(1), time(5), time(9)])
        var less = group
        less.setMembers([], at: time(10))
        #expect(less.members.map(\.user) == [alice])
        less.setMembers([bob], at: time(11))
        #expect(less.membership(of: bob)?.since == time(11))
    }

    @Test("A leaving owner passes the group to its longest member, and an empty group is gone")
    func leaving() throws {
        let rest = try #require(group.without(alice))
        #expect(rest.owner == bob && rest.members.map(\.user) == [bob, carol])
        #expect(group.without(carol)?.owner == alice)
        #expect(rest.without(bob)?.without(carol) == nil)
    }

    @Test("A deleted user leaves all groups, and these changes are kept")
    func deletion() {
        var engine = Engine()
        _ = engine.apply(.listening, at: time(0))
        let users = [alice, bob, carol].map { HouseholdChange.saveUser(User(id: $0, name: "")) }
        let own = Group(
            id: ID(checked: "own"), name: "Own", owner: alice,
            members: [.init(user: alice, since: time(2))])
        _ = engine.apply(.household(users + [.saveGroup(group), .saveGroup(own)]), at: time(9))
        #expect(engine.household.groups(of: alice) == [id, own.id])
        var copy = engine.household
        let effects = engine.apply(.household([.deleteUser(alice)]), at: time(20))
        #expect(engine.household.groups(of: alice) == [])
        #expect(engine.household.groups(of: bob) == [id])
        #expect(engine.household.groups[id]?.owner == bob)
        #expect(engine.household.groups[own.id] == nil)
        let kept = effects.compactMap { effect -> HouseholdChange? in
            if case .keep(let change) = effect { change } else { nil }
        }
        // The last step notes when she was deleted.
        #expect(kept.dropLast().last == .deleteUser(alice))
        #expect(kept.dropLast(2).count == 2)
        // Applying only the last two steps has the same result.
        for change in kept.suffix(2) { copy.apply(change) }
        #expect(copy == engine.household)
        copy.apply(.deleteGroup(id))
        #expect(copy.groups.isEmpty && copy.groups(of: bob) == [])
    }

    @Test("A note can be read only by its author and by those it is for")
    func readers() {
        let here = Coordinate(latitude: 1, longitude: 1)
        func note(_ visibility: Note.Visibility) -> Note? {
            here.map {
                Note(
                    id: ID(checked: "n"), author: alice, text: "x", visibility: visibility,
                    anchor: .position($0), created: time(1), updated: time(1))
            }
        }
        let reader = NoteReader(user: bob, friends: [carol], groups: [id])
        for (visibility, isRead) in [
            (.private, false), (.friends, false), (.everyone, true), (.group(id), true),
            (.group(ID(checked: "other")), false),
        ] as [(Note.Visibility, Bool)] {
            #expect(note(visibility).map(reader.mayRead) == isRead, "\(visibility)")
            #expect(note(visibility).map(NoteReader(user: alice).mayRead) == true)
        }
        let friend = NoteReader(user: bob, friends: [alice])
        #expect(note(.friends).map(friend.mayRead) == true)
        #expect(note(.group(id)).map(friend.mayRead) == false)
    }
}
