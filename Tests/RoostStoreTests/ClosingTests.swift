import Foundation
import RoostCore
import RoostStore
import Testing

@Suite("Closing the store")
struct ClosingTests {
    @Test("After it is closed, one file holds all, also of somebody who read meanwhile")
    func oneFile() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                _ = try store.commit(Changes(fixes: [fix(at: 0)]))
                _ = try store.retainedTopics()
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(files.filter { $0.hasPrefix("roost.sqlite") } == ["roost.sqlite"], "\(files)")
        }
    }
}
