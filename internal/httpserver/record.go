package httpserver

import "net/http"

// Recorder notes the status of an answer, for logs and metrics. [http.ResponseController]
// reaches what it wraps.
type Recorder struct {
	http.ResponseWriter
	Status int // 0: nothing was answered yet
}

// Record returns a Recorder for w: w itself, if it is one.
func Record(w http.ResponseWriter) *Recorder {
	if r, ok := w.(*Recorder); ok {
		return r
	}
	return &Recorder{ResponseWriter: w}
}

// WriteHeader implements [http.ResponseWriter].
func (r *Recorder) WriteHeader(status int) {
	if r.Status == 0 {
		r.Status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (r *Recorder) Write(p []byte) (int, error) {
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	return r.ResponseWriter.Write(p)
}

// Outcome is the status of an answer whose handler has returned, or, if it hasn't, has ended in a
// panic: then who asked gets no answer that isn't there yet.
func (r *Recorder) Outcome(returned bool) int {
	switch {
	case r.Status != 0:
		return r.Status
	case returned:
		return http.StatusOK
	}
	return http.StatusInternalServerError
}

// Unwrap is for [http.ResponseController].
func (r *Recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
