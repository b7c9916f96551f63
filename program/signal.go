package program

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"mcp-adapters/program/exit"
)

// leaveLimit bounds what is done before the process ends at once.
const leaveLimit = time.Second

// signals catches SIGINT, SIGTERM and SIGHUP from now on. A program does that
// first: a signal that it does not catch may cut off a write, leave a terminal
// without echo and a shared socket non-blocking, or leave running what doctor has
// started. Under nohup, SIGHUP stays ignored.
func signals() <-chan os.Signal {
	came := make(chan os.Signal, 2)
	signal.Notify(came, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(came, syscall.SIGHUP)
	}
	return came
}

// untilSignal returns a context that the first signal ends. The second one ends
// the process at once, after leave has ended what would outlive it, also right
// after the first: there [signal.NotifyContext] would swallow it.
func untilSignal(ctx context.Context, came <-chan os.Signal, leave func()) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() { // ends with the process
		<-came
		cancel()
		<-came
		left := make(chan struct{})
		go func() {
			leave()
			close(left)
		}()
		select {
		case <-left:
		case <-time.After(leaveLimit):
		}
		os.Exit(exit.Failed)
	}()
	return ctx
}
