import RoostCore
import RoostFormats

/// An expense as its owner or the other members of its group see it.
///
/// The others do not learn its place, nor its id, which may be derived from that.
struct ExpenseAnswer: JSONWritable {
    private let expense: Expense
    private let userName: String?
    private let categoryName: String
    private let place: Place?
    private let groupName: String?
    private let isOwn: Bool

    init(_ expense: Expense, for reader: ID<User>, in household: Household) {
        self.expense = expense
        isOwn = reader == expense.user
        userName = household.users[expense.user]?.name
        // By the reader's own name for it, as in totals.
        categoryName = (household.users[reader]?.settings ?? Settings()).name(of: expense.category)
        groupName = expense.group.flatMap { household.groups[$0]?.name }
        place = household.place(expense.spot?.place, knownTo: expense.user)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            if isOwn { json.member("expense", expense.id) }
            json.member("user", expense.user)
            json.member("user_name", userName)
            json.member("amount", expense.amount.decimal)
            json.member("currency", expense.amount.currency.code)
            json.member("category", expense.category)
            json.member("category_name", categoryName)
            json.nullable("name", expense.name)
            json.member("time", expense.time)
            json.member("day", expense.day.iso8601)
            json.nullable("group", expense.group)
            json.member("group_name", groupName)
            if isOwn { writeSpot(to: &json) }
            json.member("created", expense.created)
            json.member("updated", expense.updated)
            json.member("revision", expense.revision)
        }
    }

    private func writeSpot(to json: inout JSONWriter) {
        if let spot = expense.spot { json.coordinate(spot.coordinate) }
        json.spot(place, room: place == nil ? nil : expense.spot?.room)
        json.member("found", expense.found != nil && expense.spot != nil)
    }
}
