// Package reliability tests the built programs under stress: broken networks, load,
// crashes, full disks and hostile input. Afterwards it checks that the vault holds
// what was reported.
//
// It contains only tests. By default they run in a short form, sized for continuous
// integration. With RELIABILITY=long in the environment they run in the sizes
// that docs/reliability.md gives, and log their counts. Every randomized test logs
// its seed; TEST_SEED sets it, and is "new" for one that is drawn.
//
// proxy_test.go is the fault proxy, and faults_test.go lists its faults;
// adapter_test.go and server_test.go run the two programs; ledger_test.go
// compares what was reported with what the vault holds; secrets_test.go searches
// everything that was captured. The other files are the tests, one file per subject.
package reliability
