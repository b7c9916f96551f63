package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/shelf"
)

const (
	scaleCell = "app builder: calls of apps in turn, 16 in flight"
	watchCell = "app builder: idle streams"

	noStreams   = "without streams"
	withStreams = "beside streams"

	eachTime = ", another each time"
	// hot is how many apps are called again and again where there are that many, and cold how
	// many where no call is to find what an earlier one has left: more than are kept ready.
	hot, cold = 100, 2_000
)

// published says how many apps there are.
func published(n int) string { return fmt.Sprintf("%d published", n) }

// scale compares processes with few apps and with many.
func (a *builder) scale(ctx context.Context) error {
	var sides []side
	t, processes := tallies{}, map[string]*served{}
	var large *served
	for _, n := range []int{fewApps, someApps, a.apps} {
		web, err := a.serve(ctx, n)
		if err != nil {
			return err
		}
		defer web.Kill()
		processes[published(n)], large = web, web
		sides = append(sides, t.side(published(n), web.Web, appLoad(16, 3*spell, shelf.Paths(min(n, hot))...)))
	}
	if err := a.alternate(scaleCell, callsPerSecond, a.turns(), sides...); err != nil {
		return err
	}
	for name, web := range processes {
		if _, peak, err := web.Memory(); err == nil {
			a.results.add(scaleCell, name, peakMemory, float64(peak))
		}
	}
	anew := t.side(published(a.apps)+eachTime, large.Web, appLoad(16, 3*spell, shelf.Paths(min(a.apps, cold))...))
	if err := a.alternate(scaleCell, callsPerSecond, a.turns(), anew); err != nil {
		return err
	}
	a.recordAll(scaleCell, t)
	return nil
}

// idleStreams measures streams on which nothing happens: what they take, and what they do to
// calls beside them, compared with a process that has none.
func (a *builder) idleStreams(ctx context.Context) error {
	var sides []side
	var web *served
	t := tallies{}
	for _, p := range []struct{ name, directory string }{{noStreams, a.twin()}, {withStreams, a.directory(someApps)}} {
		var err error
		if web, err = a.serve(ctx, someApps, "DATA_DIR="+p.directory); err != nil {
			return err
		}
		defer web.Kill()
		sides = append(sides, t.side(p.name, web.Web, appLoad(16, 3*spell)))
	}
	paths := shelf.Paths(someApps)
	warm, err := web.Watch(a.streams/10, paths)
	if err != nil {
		a.say("idle streams are left out: %v", err) // not every system has more than one loopback address
		return ctx.Err()
	}
	warm.Close()
	empty, err := web.live(ctx)
	if err != nil {
		return err
	}
	streams, err := web.Watch(a.streams, paths)
	if err != nil {
		return err
	}
	defer streams.Close()
	full, err := web.live(ctx)
	if err != nil {
		return err
	}
	a.results.add(watchCell, withStreams, perStream, (full-empty)/float64(a.streams))
	if err := a.alternate(watchCell, callsPerSecond, 2*a.turns(), sides...); err != nil {
		return err
	}
	a.recordAll(watchCell, t)
	return nil
}

// live is how much the process needs: the least of many readings of heap and stacks, while
// calls have it collect what it no longer needs.
func (s *served) live(ctx context.Context) (least float64, err error) {
	done := make(chan error, 1)
	go func() {
		_, err := s.Run(appLoad(4, 600*time.Millisecond, shelf.Path(1)))
		done <- err
	}()
	for {
		held, failed := s.held(ctx)
		if failed != nil {
			return 0, errors.Join(failed, <-done)
		}
		if least == 0 || held < least {
			least = held
		}
		select {
		case err := <-done:
			return least, err
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// held is what the process says of its heap and its stacks.
func (s *served) held(ctx context.Context) (sum float64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.metrics+"/metrics", http.NoBody)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	for line := range bytes.Lines(text) {
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		if string(name) == "go_memstats_heap_alloc_bytes" || string(name) == "go_memstats_stack_inuse_bytes" {
			n, failed := strconv.ParseFloat(string(value), 64)
			sum, err = sum+n, errors.Join(err, failed)
		}
	}
	return sum, err
}

const (
	shareCell    = "app builder: calls on PostgreSQL, 16 in flight"
	oneProcess   = "one process"
	twoProcesses = "two processes"
	otherHalf    = "the second of them"
)

// share compares two processes on one PostgreSQL database, with half of the calls each, with
// one that has all.
func (a *builder) share(ctx context.Context) error {
	if a.replicas == "" {
		return nil
	}
	var both [2]*served
	for i := range both {
		web, err := a.serve(ctx, someApps, "DATABASE_URL="+a.replicas)
		if err != nil {
			return err
		}
		defer web.Kill()
		both[i] = web
	}
	t := tallies{}
	one := t.side(oneProcess, both[0].Web, appLoad(16, 3*spell))
	halves := [2]side{t.side(twoProcesses, both[0].Web, appLoad(8, 3*spell)), t.side(otherHalf, both[1].Web, appLoad(8, 3*spell))}
	two := side{twoProcesses, func() (float64, error) {
		var rate float64
		done := make(chan error, 1)
		go func() {
			var err error
			rate, err = halves[1].work()
			done <- err
		}()
		first, err := halves[0].work()
		return first + rate, errors.Join(err, <-done)
	}}
	// Processor time is what counts here, and how much others take of the machine changes it.
	if err := a.alternate(shareCell, callsPerSecond, 3*a.turns(), one, two); err != nil {
		return err
	}
	whole, half := t[twoProcesses], t[otherHalf]
	whole.calls, whole.cpu, whole.latencies = whole.calls+half.calls, whole.cpu+half.cpu, append(whole.latencies, half.latencies...)
	delete(t, otherHalf)
	a.recordAll(shareCell, t)
	return nil
}
