import RoostCore
import RoostStore

/// What a request changes that the engine knows nothing of.
enum DeskChange {
    case note(NoteChange)
    /// How well its author knows a note.
    case card(Card, of: ID<User>)
    /// `nil` if there is none any more.
    case picture([UInt8]?, of: ID<Item>)
    case passwordHash(String?, of: ID<User>)
    case importPart(ExpenseImportPart)
    case groupMessage(GroupMessage)
}

extension Changes {
    mutating func append(_ change: DeskChange) {
        switch change {
        case .note(let change): notes.append(change)
        case .card(let card, let author): cards.append((author, card))
        case .picture(let bytes, let item): pictures.append((item, bytes))
        case .passwordHash(let hash, let user): passwords.append((user, hash))
        case .importPart(let part): importParts.append(part)
        case .groupMessage(let message): groupMessages.append(message)
        }
    }
}
