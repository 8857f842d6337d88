import RoostCore
import RoostFormats
import RoostStore

extension RequestField {
    /// An ISO 4217 code.
    func currency() throws(RequestError) -> Currency {
        guard let currency = Currency(try string(length: 1...20)) else {
            throw outOfRange("a code of ISO 4217, such as EUR")
        }
        return currency
    }

    /// An amount other than zero, exactly as written.
    func money(in currency: Currency) throws(RequestError) -> Money {
        let text = try decimal()
        let amount: Money
        do throws(Money.Flaw) {
            amount = try Money(text, currency)
        } catch {
            throw flaw(error, currency)
        }
        guard amount.units != 0 else {
            throw RequestError(.outOfRange, "\(name) must not be zero", field: name)
        }
        return amount
    }

    private func flaw(_ flaw: Money.Flaw, _ currency: Currency) -> RequestError {
        switch flaw {
        case .notDecimal:
            wrongType("a decimal number such as \"12.50\"")
        case .tooManyDecimals:
            RequestError(
                .outOfRange,
                "\(name) must have at most \(currency.decimals) decimals, as \(currency) has: "
                    + "nothing is rounded", field: name)
        case .tooLarge:
            outOfRange("at most \(Money(units: Money.most, currency).decimal)")
        }
    }

    /// `2026-11`.
    func month() throws(RequestError) -> CalendarMonth {
        guard let month = value.string.flatMap({ CalendarMonth($0) }) else {
            throw outOfRange("a month such as 2026-11")
        }
        return month
    }
}

extension SpendingCategory {
    /// A list of names, or of objects as `settings/get` returns them.
    static func drafts(_ field: RequestField) throws(RequestError) -> [SpendingCategory] {
        let drafts = try field.distinct(count: 1...100, by: \.id, draft)
        return drafts.contains { $0.id == other.id } ? drafts : drafts + [other]
    }

    private static func draft(_ field: RequestField) throws(RequestError) -> SpendingCategory {
        if field.value.string != nil {
            let name = try field.string(length: 1...60)
            return SpendingCategory(id: try field.id(from: name), name: name)
        }
        let payload = try field.object()
        try payload.allow(only: ["category", "name"])
        let id: ID<SpendingCategory> = try payload.required("category").id()
        return SpendingCategory(
            id: id, name: try payload["name"]?.string(length: 1...60) ?? id.rawValue)
    }
}

extension RequestField {
    /// The day, if it is one without a time.
    var day: CivilDay? { value.string.flatMap { CivilDay(iso8601: $0) } }
}

extension Settings {
    /// A category of the user's own list, by its id or by its name in any spelling.
    func category(called text: String) -> ID<SpendingCategory>? {
        let folded = SearchText.folded(text)
        let list = spendingCategories
        return
            (list.first { $0.id.rawValue == text }
            ?? list.first { SearchText.folded($0.name) == folded })?.id
    }
}
