package giftmcp

import (
	"context"
	"errors"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/config"
	"mcp-adapters/fault"
	"mcp-adapters/gift/store"
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
		s.judge(&faults, "EMBEDDING_API_KEY", "EMBEDDING_MODEL", err, log)
	}
	if s.Store != embeddedName {
		err := store.Check(ctx, at.store, at.answering)
		s.judge(&faults, s.storeVariable(), s.storeVariable(), err, log)
	}
	return faults.Err()
}

// storeVariable is the setting that says which store of its kind it is.
func (s *Settings) storeVariable() string {
	if s.Store == postgresName {
		return "DATABASE_URL"
	}
	return "S3_VECTORS_BUCKET"
}

// judge adds what is wrong with a setting: key where the credentials were refused, name for
// all else that only other settings can mend.
func (s *Settings) judge(faults *config.Faults, key, name string, err error, log zerolog.Logger) {
	if err == nil {
		return
	}
	e, ok := errors.AsType[*fault.Error](err)
	if !ok { // of another embedder
		faults.Add("EMBEDDER", errors.New("doesn't match VECTOR_STORE="+s.Store+": "+err.Error()))
		return
	}
	switch e.Kind {
	case fault.Unauthorized, fault.Forbidden:
		faults.Add(key, errors.New("was refused: "+e.Message))
	case fault.NotFound, fault.InvalidParams, fault.Conflict:
		faults.Add(name, errors.New("can't be used: "+e.Message))
	default:
		log.Warn().Err(errors.Join(err, e.Err)).Msg("what the settings name can't be reached at the moment")
	}
}
