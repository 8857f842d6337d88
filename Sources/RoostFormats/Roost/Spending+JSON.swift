public import RoostCore

// Amounts are written as text, with all decimals of their currency, so that no reader takes them
// for binary fractions.

extension SpendingView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("user", user)
            json.member("month", month)
            json.member("totals", totals)
            json.member("budgets", budgets)
        }
    }
}

extension SpendingView.Total: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("currency", amount.currency.code)
            json.member("total", amount.decimal)
            json.member("count", count)
            json.member("categories", categories)
        }
    }
}

extension SpendingView.Part: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("category", category)
            json.member("name", name)
            json.member("total", amount.decimal)
            json.member("count", count)
        }
    }
}

extension BudgetView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.nullable("category", budget.category)
            json.nullable("name", name)
            json.member("currency", spent.currency.code)
            json.member("amount", budget.amount.decimal)
            json.member("spent", spent.decimal)
            json.member("left", left.decimal)
            json.member("percent", percent)
        }
    }
}

extension CalendarMonth: JSONWritable {
    public func write(to json: inout JSONWriter) { json.quoted(description) }
}
