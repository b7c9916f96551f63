//go:build !linux

package main_test

import "os"

// peakMemory isn't known here.
func peakMemory(*os.ProcessState) (int64, bool) { return 0, false }
