package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilSignal gives a context that the first SIGINT or SIGTERM ends. The second
// one ends the process at once, also right behind the first: there
// [signal.NotifyContext] would swallow it.
func untilSignal(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() { // ends with the process
		came := make(chan os.Signal, 2)
		// This makes a thread and waits for it: not on the way to the first answer.
		signal.Notify(came, os.Interrupt, syscall.SIGTERM)
		<-came
		cancel()
		<-came
		os.Exit(exitFault)
	}()
	return ctx
}
