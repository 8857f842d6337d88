import Hummingbird
func probe() { _ = Router() }
