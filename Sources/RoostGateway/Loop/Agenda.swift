import HeapModule
import RoostCore

/// A schedule in which each element is due once, at the first moment set for it.
struct Agenda<Element: Hashable & Comparable> {
    private var dues: [Element: Timestamp] = [:]
    /// In order; an entry is void if its element has another due time, or none.
    private var entries = Heap<Entry>()

    private struct Entry: Comparable {
        var due: Timestamp
        var element: Element

        static func < (lhs: Entry, rhs: Entry) -> Bool {
            (lhs.due, lhs.element) < (rhs.due, rhs.element)
        }
    }

    /// When the first element is due.
    var next: Timestamp? { entries.min?.due }

    func contains(_ element: Element) -> Bool { dues[element] != nil }

    mutating func add(_ element: Element, at due: Timestamp) {
        guard dues[element] == nil else { return }
        dues[element] = due
        entries.insert(Entry(due: due, element: element))
    }

    mutating func remove(_ element: Element) {
        guard dues.removeValue(forKey: element) != nil else { return }
        removeVoid()
    }

    /// Takes out up to `most` due elements, the earliest first.
    mutating func take(at now: Timestamp, most: Int = .max) -> [Element] {
        var due: [Element] = []
        while due.count < most, let entry = entries.min, entry.due <= now {
            entries.removeMin()
            dues[entry.element] = nil
            due.append(entry.element)
            removeVoid()
        }
        return due
    }

    mutating func takeAll() -> [Element] {
        defer { self = Agenda() }
        return dues.keys.sorted()
    }

    private mutating func removeVoid() {
        while let entry = entries.min, dues[entry.element] != entry.due { entries.removeMin() }
        guard entries.count > 2 * dues.count + 100 else { return }
        entries = Heap(dues.map { Entry(due: $0.value, element: $0.key) })
    }
}
