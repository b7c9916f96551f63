//go:build !linux

package reliability_test

import "testing"

type usage struct{ rss, peak, threads, files int }

func usageOf(testing.TB, int) (u usage, ok bool) { return usage{}, false }
