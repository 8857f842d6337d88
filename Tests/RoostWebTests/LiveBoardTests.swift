import Testing

@testable import RoostWeb

@Suite("LiveBoard")
struct LiveBoardTests {
    let board = LiveBoard()

    @Test("The board shows the last state of each subject as posted, ordered by id")
    func showsStates() {
        board.post(.presence("bob", #"{"user":"bob","place":"work"}"#))
        board.post(.presence("alice", #"{"user":"alice"}"#))
        board.post(.presence("bob", #"{"user":"bob","place":"home"}"#))
        board.post(.item("keys", #"{"item":"keys"}"#))
        board.post(.of(.occupancy, "home", #"{"place":"home"}"#))
        board.post(.of(.gateway, "gateway", #"{"connected":true}"#))
        board.post(.of(.transition, "t1", #"{"id":"t1"}"#))
        #expect(
            board.text == """
                {"users":[{"user":"alice"},{"user":"bob","place":"home"}],\
                "items":[{"item":"keys"}],"places":[{"place":"home"}],\
                "alerts":[],"gateway":{"connected":true}}
                """)
    }

    @Test("The board forgets a subject that is removed")
    func forgets() {
        board.post(.presence("bob", "{}"))
        board.post(.of(.presence, "bob", nil))
        board.post(.of(.alert, "a1", "{}"))
        board.post(.of(.alert, "a1", nil))
        #expect(board.text == #"{"users":[],"items":[],"places":[],"alerts":[],"gateway":null}"#)
    }

    @Test("The board keeps the last 50 alerts, newest first, and only one of each id")
    func keepsAlerts() {
        for number in 1...60 { board.post(.of(.alert, "a\(number)", "\(number)")) }
        board.post(.of(.alert, "a30", "30"))
        let expected = [30] + (11...60).reversed().filter { $0 != 30 }
        #expect(board.snapshot.alerts.count == LiveSnapshot.alertLimit)
        let list = expected.map(String.init).joined(separator: ",")
        #expect(board.text.hasSuffix(#""alerts":[\#(list)],"gateway":null}"#))
    }

    @Test("A reader gets a snapshot first, and then each change")
    func tells() async throws {
        board.post(.presence("alice", "1"))
        var reader = try #require(board.updates()).makeAsyncIterator()
        #expect(await reader.next()?.words == "snapshot 1")
        board.post(.presence("alice", "2"))
        board.beat()
        board.post(.of(.transition, "t1", "3"))
        #expect(await reader.next()?.words == "2 presence 2")
        #expect(await reader.next()?.words == "heartbeat")
        #expect(await reader.next()?.words == "3 transition 3")
    }

    @Test("A reader does not get a change that its snapshot already contained")
    func tellsOnce() async throws {
        let feed = try #require(board.updates())
        board.post(.presence("alice", "1"))
        var reader = feed.makeAsyncIterator()
        #expect(await reader.next()?.words == "snapshot 1")
        board.post(.presence("alice", "2"))
        #expect(await reader.next()?.words == "2 presence 2")
    }

    @Test("A slow reader's backlog is limited, and it starts over with a new snapshot")
    func boundsSlowReaders() async throws {
        let feed = try #require(board.updates(holding: 4))
        var reader = feed.makeAsyncIterator()
        #expect(await reader.next()?.words == "snapshot 0")
        for number in 1...1_000 { board.post(.presence("alice", "\(number)")) }
        #expect(await reader.next()?.words == "resync 997")
        #expect(await reader.next()?.words == "snapshot 1000")
        board.post(.presence("alice", "1001"))
        #expect(await reader.next()?.words == "1001 presence 1001")
        feed.finish()
        #expect(await reader.next() == nil)
    }

    @Test("A reader that lost a change starts over at a heartbeat, too")
    func noticesByHeartbeat() async throws {
        var reader = try #require(board.updates(holding: 1)).makeAsyncIterator()
        #expect(await reader.next()?.words == "snapshot 0")
        board.post(.presence("alice", "1"))
        board.beat()
        #expect(await reader.next()?.words == "resync 1")
        #expect(await reader.next()?.words == "snapshot 1")
    }

    @Test("A slow reader does not affect what another reader gets")
    func tellsTwo() async throws {
        let slow = try #require(board.updates(holding: 2))
        var quick = try #require(board.updates()).makeAsyncIterator()
        #expect(await quick.next()?.words == "snapshot 0")
        for number in 1...10 {
            board.post(.item("keys", "\(number)"))
            #expect(await quick.next()?.words == "\(number) item \(number)")
        }
        var late = slow.makeAsyncIterator()
        #expect(await late.next()?.words == "snapshot 10")
        #expect(board.readerCount == 2)
    }

    @Test("The board forgets a reader that finishes or goes away")
    func forgetsReaders() throws {
        let feed = try #require(board.updates())
        _ = board.updates()
        #expect(board.readerCount == 1)
        feed.finish()
        #expect(board.readerCount == 0)
    }
}

@Suite("EventFrame")
struct EventFrameTests {
    @Test("A change is written under its kind and number")
    func change() {
        let frame = words(.change(.presence("bob", "{\n\"user\":\r\n\"bob\"\n}"), sequence: 7))
        #expect(frame == "event: presence\nid: 7\ndata: { \"user\":  \"bob\" }\n\n")
    }

    @Test("A removal names the subject by its kind's own key", arguments: LiveUpdate.Kind.allCases)
    func removal(kind: LiveUpdate.Kind) {
        let frame = words(.change(.of(kind, #"o"d\d"# + "\n", nil), sequence: 7))
        #expect(
            frame == """
                event: \(kind.rawValue)\nid: 7
                data: {"\(kind.idKey)":"o\\"d\\\\d ","removed":true}\n\n
                """)
    }

    @Test("Heartbeats, resyncs and snapshots are written as events")
    func rest() {
        #expect(words(.heartbeat) == "event: heartbeat\ndata: {}\n\n")
        #expect(words(.resync(missed: 9)) == "event: resync\ndata: {\"missed\":9}\n\n")
        let empty = #"{"users":[],"items":[],"places":[],"alerts":[],"gateway":null}"#
        #expect(words(.snapshot(LiveSnapshot())) == "event: snapshot\nid: 0\ndata: \(empty)\n\n")
    }

    private func words(_ event: LiveEvent) -> String {
        String(decoding: EventFrame.bytes(of: event), as: UTF8.self)
    }
}
