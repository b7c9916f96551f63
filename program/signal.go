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

// untilSignal gives a context that the first SIGINT or SIGTERM ends. The second
// one ends the process at once, after leave has ended what would outlive it, also
// right behind the first: there [signal.NotifyContext] would swallow it.
func untilSignal(ctx context.Context, leave func()) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() { // ends with the process
		came := make(chan os.Signal, 2)
		// This makes a thread and waits for it: not on the way to the first answer.
		signal.Notify(came, os.Interrupt, syscall.SIGTERM)
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
