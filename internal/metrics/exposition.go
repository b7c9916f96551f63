package metrics

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Family is the metrics of one name, which differ in their labels: counters or, with
// bounds, histograms. It is safe for concurrent use.
type Family struct {
	Name, Help string
	Labels     []string  // at most three; no value of theirs is one that a client can choose
	Bounds     []float64 // the upper bounds of buckets, ascending
	// Constant makes it a gauge of what was added, such as a 1 whose labels name a version.
	Constant bool
	// Now, if not nil, makes it a gauge without labels, which is asked at each reading, or a counter
	// if its name ends in _total. It reports false while the value isn't known.
	Now func(context.Context) (value float64, ok bool)

	mu     sync.Mutex
	series map[labelValues]*series
}

// labelValues belong to a family's labels; those to spare are empty.
type labelValues [3]string

type series struct {
	sum float64
	// buckets has how many values went into each, and none of those below. The last
	// one has no bound.
	buckets []uint64
}

// Add counts a value. values are the labels', in their order.
func (f *Family) Add(value float64, values ...string) {
	var key labelValues
	copy(key[:], values)
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.series[key]
	if s == nil {
		if f.series == nil {
			f.series = make(map[labelValues]*series)
		}
		s = &series{}
		if f.Bounds != nil {
			s.buckets = make([]uint64, len(f.Bounds)+1)
		}
		f.series[key] = s
	}
	s.sum += value
	if f.Bounds != nil {
		at, _ := slices.BinarySearch(f.Bounds, value)
		s.buckets[at]++
	}
}

// Kind is what Prometheus calls metrics like these.
func (f *Family) Kind() string {
	if f.Now != nil && strings.HasSuffix(f.Name, "_total") {
		return "counter"
	}
	if f.Now != nil || f.Constant {
		return "gauge"
	}
	if f.Bounds != nil {
		return "histogram"
	}
	return "counter"
}

func (f *Family) write(ctx context.Context, out *exposition) {
	if f.Now != nil {
		if value, ok := f.Now(ctx); ok {
			out.single(f.Name, f.Kind(), f.Help, value)
		}
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	out.family(f.Name, f.Kind(), f.Help)
	for _, key := range slices.SortedFunc(maps.Keys(f.series), func(a, b labelValues) int { return slices.Compare(a[:], b[:]) }) {
		s := f.series[key]
		var labels [][2]string
		for i, name := range f.Labels {
			labels = append(labels, [2]string{name, key[i]})
		}
		if f.Bounds == nil {
			out.sample(f.Name, s.sum, labels...)
			continue
		}
		var below uint64
		for i, n := range s.buckets {
			below += n
			bound := "+Inf"
			if i < len(f.Bounds) {
				bound = number(f.Bounds[i])
			}
			out.sample(f.Name+"_bucket", float64(below), append(labels[:len(labels):len(labels)], [2]string{"le", bound})...)
		}
		out.sample(f.Name+"_sum", s.sum, labels...)
		out.sample(f.Name+"_count", float64(below), labels...)
	}
}

// exposition is text in the format that Prometheus reads, version 0.0.4.
type exposition struct{ text bytes.Buffer }

const expositionType = "text/plain; version=0.0.4; charset=utf-8"

// family begins the metrics of one name.
func (e *exposition) family(name, kind, help string) {
	e.text.WriteString("# HELP " + name + " " + help + "\n# TYPE " + name + " " + kind + "\n")
}

// single writes a metric that is the only one of its name.
func (e *exposition) single(name, kind, help string, value float64) {
	e.family(name, kind, help)
	e.sample(name, value)
}

// sample writes one value. labels are names and values.
func (e *exposition) sample(name string, value float64, labels ...[2]string) {
	e.text.WriteString(name)
	for i, label := range labels {
		mark := byte(',')
		if i == 0 {
			mark = '{'
		}
		e.text.WriteByte(mark)
		e.text.WriteString(label[0] + `="`)
		_, _ = escapes.WriteString(&e.text, label[1]) // a buffer takes all
		e.text.WriteByte('"')
	}
	if len(labels) > 0 {
		e.text.WriteByte('}')
	}
	e.text.WriteString(" " + number(value) + "\n")
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func number(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }
