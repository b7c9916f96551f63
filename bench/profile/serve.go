package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
)

// allocationRate is how many bytes lie between two sampled allocations.
const allocationRate = 128 << 10

// profiled calls serve, and writes path.cpu.prof and path.allocs.prof when that is done.
func profiled(path string, serve func() error) (err error) {
	runtime.MemProfileRate = allocationRate
	cpu, err := os.Create(path + ".cpu.prof") //nolint:gosec // the path that the user asked for
	if err != nil {
		return fmt.Errorf("make the CPU profile: %w", err)
	}
	defer func() { err = errors.Join(err, cpu.Close()) }()
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return fmt.Errorf("start the CPU profile: %w", err)
	}
	err = serve()
	pprof.StopCPUProfile()
	if err != nil {
		return err
	}
	allocations, err := os.Create(path + ".allocs.prof") //nolint:gosec // the path that the user asked for
	if err != nil {
		return fmt.Errorf("make the allocation profile: %w", err)
	}
	defer func() { err = errors.Join(err, allocations.Close()) }()
	if err := pprof.Lookup("allocs").WriteTo(allocations, 0); err != nil {
		return fmt.Errorf("write the allocation profile: %w", err)
	}
	return nil
}
