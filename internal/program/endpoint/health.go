package endpoint

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// readyLimit bounds the look at the backend.
const readyLimit = 5 * time.Second

// errStopping is why a server that is stopping is not ready, though calls still run.
var errStopping = errors.New("the server is stopping")

// ready returns why nothing can be served at the moment.
func (e *endpoint) ready(ctx context.Context) error {
	select {
	case <-e.stop:
		return errStopping
	default:
	}
	if e.Ready == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	err := e.Ready(ctx)
	if err != nil {
		e.Log.Warn().Err(err).Msg("the backend can't be used")
	}
	return err
}

// answerHealth says no more than that: a cause is for the log.
func answerHealth(w http.ResponseWriter, err error) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	text := "ok\n"
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		text = "unavailable\n"
	}
	_, _ = w.Write([]byte(text)) // who asked may have gone
}
