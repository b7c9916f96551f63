// Package reliability holds the tests that hurt: they put broken networks, load,
// crashes, full disks and hostile input between the built programs and their
// vault, and look afterwards whether what was told is what is there.
//
// It has tests alone. They run in a short form by default, sized for continuous
// integration; with RELIABILITY=long in the environment they run in the sizes
// that docs/reliability.md reports, and log what they counted. A seed is printed
// by every test that draws lots; RELIABILITY_SEED sets it.
//
// The map: proxy_test.go is the fault proxy and faults_test.go what it can do;
// adapter_test.go and server_test.go run the two programs; ledger_test.go
// compares what was answered with what the vault holds; secrets_test.go scans
// everything that was captured. The rest are the tests, a file for a subject.
package reliability
