import GRDB
import RoostCore

extension Expense {
    init(row: Row) {
        let spot = row.coordinate.map {
            Spot($0, place: row.id("place"), room: row.id("room"))
        }
        self.init(
            id: ID(checked: row["id"]), user: ID(checked: row["user"]), amount: Money(row: row),
            category: ID(checked: row["category"]), name: row["name"],
            time: Timestamp(milliseconds: row["time"]), day: CivilDay(number: row["day"]),
            spot: spot, group: row.id("group_id"),
            found: (row["found"] as String?).flatMap(Finding.init),
            created: Timestamp(milliseconds: row["created"]),
            updated: Timestamp(milliseconds: row["updated"]), revision: row["revision"])
    }

    var values: StatementArguments {
        [
            user.rawValue, id.rawValue, time.milliseconds, day.number, amount.currency.code,
            amount.units, category.rawValue, name, spot?.coordinate.latitude,
            spot?.coordinate.longitude, spot?.place?.rawValue, spot?.room?.rawValue,
            found?.rawValue,
            created.milliseconds, updated.milliseconds, revision,
        ]
    }
}

extension Money {
    init(row: Row) {
        self.init(units: row["units"], Currency(checked: row["currency"]))
    }
}

extension ExpenseTotals.Month {
    init(row: Row) {
        self.init(
            month: CalendarMonth(number: row["month"]), amount: Money(row: row),
            count: row["count"])
    }
}

extension Tally {
    init(rows: [Row]) {
        self.init()
        for row in rows {
            let sum = Sum(units: row["units"], count: row["count"])
            let currency = Currency(checked: row["currency"])
            let month = CalendarMonth(number: row["month"])
            add(sum, to: .category(ID(checked: row["category"]), month, currency))
            if let place = row.place { add(sum, to: .place(place, month, currency)) }
        }
    }
}

extension Row {
    /// The place of a sum; `nil` if it has none.
    var place: ID<Place>? {
        let place: String? = self["place"]
        return place.flatMap { $0.isEmpty ? nil : ID(checked: $0) }
    }
}

extension CivilDay {
    /// `20261122`.
    var number: Int { (year * 100 + month) * 100 + day }

    init(number: Int) {
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}

extension CalendarMonth {
    /// `202611`.
    var number: Int { year * 100 + month }

    init(number: Int) {
        self.init(of: CivilDay(year: number / 100, month: number % 100, day: 1))
    }
}
