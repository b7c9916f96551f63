package tracing

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// work begins the span of a use of a database, or of a statement in one.
func (t *Tracer) work(ctx context.Context, w database.Work) (context.Context, func(error)) {
	if !within(ctx) {
		return ctx, func(error) {}
	}
	name, kind := "database "+w.Use, trace.SpanKindInternal
	attributes := []attribute.KeyValue{attribute.String("db.system.name", w.System)}
	if w.Use == "" {
		verb, table := summary(w.SQL)
		verb = cmp.Or(verb, "SQL")
		name, kind = verb, trace.SpanKindClient
		attributes = append(attributes, attribute.String("db.operation.name", verb))
		if table != "" {
			name += " " + table
			attributes = append(attributes, attribute.String("db.collection.name", table))
		}
		attributes = append(attributes, attribute.String("db.query.summary", name))
	}
	ctx, span := t.spans.Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(attributes...))
	return ctx, func(err error) {
		if code := codeOf(err); code != "" {
			span.SetAttributes(attribute.String("db.response.status_code", code))
		}
		if kind := failure(err); kind != "" {
			fail(span, kind)
		}
		span.End()
	}
}

var (
	quoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`--[^\n]*|'[^']*'?|"[^"]*"?`) })
	verbs  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*[A-Za-z]+\b`) })
	tables = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:from|into|update(?:\s+only)?)\s+([a-z_][a-z0-9_.]{0,63})\b`)
	})
)

// summary returns the verb of a statement and the first table that it names, "" for none.
// Nothing in quotes or in a comment counts.
func summary(sql string) (verb, table string) {
	sql = quoted().ReplaceAllString(sql, "")
	verb = strings.ToUpper(strings.TrimSpace(verbs().FindString(sql)))
	if m := tables().FindStringSubmatch(sql); m != nil && verb != "" {
		table = m[1]
	}
	return verb, table
}

// codeOf is what the database itself calls a failure: PostgreSQL's SQLSTATE, or SQLite's
// extended result code.
func codeOf(err error) string {
	if server, ok := errors.AsType[interface {
		error
		SQLState() string
	}](err); ok {
		return server.SQLState()
	}
	if file, ok := errors.AsType[interface {
		error
		Code() int
	}](err); ok {
		return strconv.Itoa(file.Code())
	}
	return ""
}

// failure names what went wrong, "" if it was not the database's affair: work that its own
// program refused, such as a title that is taken, or that found no row.
func failure(err error) string {
	if err == nil || database.IsNoRow(err) {
		return ""
	}
	for _, known := range []struct {
		err  error
		name string
	}{
		{context.Canceled, "canceled"},
		{context.DeadlineExceeded, "timeout"},
		{database.ErrBusy, "busy"},
		{database.ErrUnknown, "unknown"},
		{database.ErrUnavailable, "unavailable"},
		{database.ErrRefused, "refused"},
		{database.ErrFull, "full"},
		{database.ErrDenied, "denied"},
		{database.ErrDamaged, "damaged"},
		{database.ErrForeign, "foreign"},
		{database.ErrNewer, "newer"},
		{database.ErrClosed, "closed"},
	} {
		if errors.Is(err, known.err) {
			return known.name
		}
	}
	return codeOf(err)
}
