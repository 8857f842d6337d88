import RoostCore
import RoostFormats

/// An expense as its owner sees it.
struct ExpenseAnswer: JSONWritable {
    private let expense: Expense
    private let categoryName: String
    private let place: Place?

    init(_ expense: Expense, in household: Household) {
        self.expense = expense
        let settings = household.users[expense.user]?.settings ?? Settings()
        categoryName = settings.name(of: expense.category)
        place = expense.spot?.place.flatMap { household.places[$0] }
            .flatMap { $0.isKnown(to: expense.user) ? $0 : nil }
    }

    func write(to json: inout JSONWriter) {
        let room = place == nil ? nil : expense.spot?.room
        json.object { json in
            json.member("expense", expense.id)
            json.member("amount", expense.amount.decimal)
            json.member("currency", expense.amount.currency.code)
            json.member("category", expense.category)
            json.member("category_name", categoryName)
            json.nullable("name", expense.name)
            json.member("time", expense.time)
            json.member("day", expense.day.iso8601)
            if let spot = expense.spot { json.coordinate(spot.coordinate) }
            json.nullable("place", place?.id)
            json.nullable("place_name", place?.name)
            json.nullable("room", room)
            json.nullable("room_name", room.flatMap { place?.roomName($0) })
            json.member("found", expense.found != nil)
            json.member("created", expense.created)
            json.member("updated", expense.updated)
            json.member("revision", expense.revision)
        }
    }
}
