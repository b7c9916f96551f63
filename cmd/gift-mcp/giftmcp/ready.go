package giftmcp

import (
	"context"
	"errors"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// startLimit is how long a start waits for what is elsewhere.
const startLimit = 10 * time.Second

// ready asks what is elsewhere whether it can be used as the settings say: a wrong key, an
// index that isn't there and vectors of another embedder keep the program from starting. What
// can't be reached at the moment does not: it is asked again with each request.
func (s *Settings) ready(ctx context.Context, at *place, log zerolog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	var faults config.Faults
	if s.Embedder == openaiName {
		_, err := at.answering.Embed(ctx, []string{"gift"})
		if refused(err) {
			faults.Add("EMBEDDING_API_KEY", errors.New("can't be used: "+err.Error()))
		} else {
			judge(&faults, "EMBEDDER", string(s.Embedder), err, log)
		}
	}
	if s.Store != embeddedName {
		judge(&faults, "VECTOR_STORE", string(s.Store), store.Check(ctx, at.store, at.answering), log)
	}
	return faults.Err()
}

// refused reports whether err is about credentials.
func refused(err error) bool {
	e, ok := errors.AsType[*fault.Error](err)
	return ok && (e.Kind == fault.Unauthorized || e.Kind == fault.Forbidden)
}

// judge adds why a setting can't have its value, unless that may pass by itself. An error
// that is no [fault.Error] is about vectors of another embedder.
func judge(faults *config.Faults, variable, value string, err error, log zerolog.Logger) {
	e, ok := errors.AsType[*fault.Error](err)
	if ok && (e.Kind == fault.Unavailable || e.Kind == fault.Timeout || e.Kind == fault.Internal) {
		log.Warn().Err(errors.Join(err, e.Err)).Msg(variable + "=" + value + " can't be reached at the moment")
		return
	}
	if err != nil {
		faults.Add(variable, errors.New("can't be "+value+": "+err.Error()))
	}
}
