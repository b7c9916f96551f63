package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// leaveLimit bounds what is done before the process ends at once.
const leaveLimit = time.Second

// Signals catches these signals from now on. A program does that first: a signal
// that it does not catch may cut off a write, leave a terminal without echo and a
// shared socket non-blocking, or leave running what it has started. Under nohup,
// SIGHUP stays ignored.
func Signals(signals ...os.Signal) <-chan os.Signal {
	came := make(chan os.Signal, 2)
	for _, s := range signals {
		if s != syscall.SIGHUP || !signal.Ignored(s) {
			signal.Notify(came, s)
		}
	}
	return came
}

// Hangups catches SIGHUP from now on, which then no longer ends the program. One that
// waits in the channel covers all that come meanwhile.
func Hangups() <-chan os.Signal {
	// This takes it away from [Signals], with no moment in which it would end the process.
	signal.Ignore(syscall.SIGHUP)
	came := make(chan os.Signal, 1)
	signal.Notify(came, syscall.SIGHUP)
	return came
}

// Until returns a context that the first signal ends. The second one ends the
// process at once, after leave has ended what would outlive it, also right after
// the first: there [signal.NotifyContext] would swallow it.
func Until(ctx context.Context, came <-chan os.Signal, leave func()) context.Context {
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
		os.Exit(Failed)
	}()
	return ctx
}
