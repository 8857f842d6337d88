import GRDB
func probe() throws { let q = try DatabaseQueue(); try q.read { db in _ = try Int.fetchOne(db, sql: "select 1") } }
