// Package harness runs programs in tests as their users do: in a process of
// their own, in an environment that has nothing of this computer, over pipes.
//
// Every wait is bounded. A process that a test started is killed when the
// [Patience] is over, which ends all reads from it, and at the end of the test.
//
//	func TestMain(m *testing.M) { harness.Main(m, nil) }
//
//	func TestVersion(t *testing.T) {
//		got := harness.Program(t, "recipe-mcp", "--version").Run()
//		...
//	}
package harness
