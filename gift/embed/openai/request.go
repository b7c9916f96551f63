package openai

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// request makes one attempt.
func (s *service) request(ctx context.Context, limit time.Duration, texts []string) ([][]float32, *fault.Error) {
	// The client leaves a POST two thirds of its time.
	limited, cancel := context.WithTimeout(ctx, limit*3/2)
	defer cancel()
	body, err := json.Marshal(struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Encoding   string   `json:"encoding_format"`
		Dimensions int      `json:"dimensions,omitzero"`
	}{s.model, texts, "float", s.asked})
	if err != nil {
		return nil, &fault.Error{Kind: fault.InvalidParams, Message: "The text can't be sent to the embedding service: it isn't valid UTF-8."}
	}
	var vectors [][]float32
	_, err = s.api.Do(limited, apiclient.Request{
		Method: http.MethodPost, Path: []string{"embeddings"}, Body: body, As: s.as, Noun: "embedding", Once: true,
		Check: func(_ *apiclient.Request, body []byte) ([]byte, error) {
			var err error
			vectors, err = s.read(body, len(texts))
			return nil, err
		},
	})
	if err != nil {
		return nil, explain(err)
	}
	return vectors, nil
}

// What can be wrong with an answer that is JSON of the right shape.
var (
	errCount      = errors.New("another number of vectors than of texts")
	errDimensions = errors.New("vectors of other dimensions than EMBEDDING_DIMENSIONS")
	errNumbers    = errors.New("a vector that is zero or not finite")
)

// read returns the n vectors of an answer, in the order of their index, each of length 1.
func (s *service) read(body []byte, n int) ([][]float32, error) {
	var answer struct {
		Data []struct {
			Index     *int           `json:"index"`
			Embedding jsontext.Value `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &answer, jsontext.AllowDuplicateNames(true)); err != nil {
		return nil, apiclient.ErrShape
	}
	if len(answer.Data) != n {
		return nil, errCount
	}
	vectors := make([][]float32, n)
	for i, d := range answer.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= n || vectors[at] != nil {
			return nil, errCount
		}
		v, err := numbers(d.Embedding)
		if err != nil {
			return nil, apiclient.ErrShape
		}
		if len(v) != s.dims {
			return nil, errDimensions
		}
		if !normalize(v) {
			return nil, errNumbers
		}
		vectors[at] = v
	}
	return vectors, nil
}

// numbers reads a list of numbers, or the base64 of them in four bytes each.
func numbers(value jsontext.Value) (v []float32, err error) {
	if value.Kind() != '"' {
		// Numbers beyond float32 become infinite, which normalize finds.
		var wide []float64
		if err := json.Unmarshal(value, &wide); err != nil {
			return nil, err
		}
		v = make([]float32, len(wide))
		for i, x := range wide {
			v[i] = float32(x)
		}
		return v, nil
	}
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(data)%4 != 0 {
		return nil, errors.New("not base64 of numbers")
	}
	v = make([]float32, len(data)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return v, nil
}

// normalize gives v the length 1; it reports false if that can't be done.
func normalize(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	if length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
		return false
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return true
}

// errQuota is the cause of a refusal for want of credit, which no waiting mends.
var errQuota = errors.New("insufficient_quota")

// refusal reads why the service refused a request.
func refusal(a apiclient.Answer) (r apiclient.Refusal, own bool) {
	var said struct {
		Error struct {
			Code any `json:"code"`
		} `json:"error"`
	}
	if json.Unmarshal(a.Body, &said) == nil && said.Error.Code == errQuota.Error() {
		r.Err, own = errQuota, true
	}
	return r, own
}

// explain makes the failure of an attempt one of an embedder: nothing was changed, whether or
// not the service did its work.
func explain(err error) *fault.Error {
	failed, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return &fault.Error{Kind: fault.Internal, Message: "The embedding service can't be asked.", Err: err}
	}
	e := &fault.Error{Kind: fault.Unavailable, Status: failed.Status, RetryAfter: failed.RetryAfter, Err: failed.Err}
	if e.Err == nil {
		e.Err = errors.New(failed.Message)
	}
	if errors.Is(failed.Err, io.ErrUnexpectedEOF) {
		e.Status = 0 // the answer was cut short, whatever it began with
	}
	switch status := e.Status; {
	case errors.Is(failed.Err, context.DeadlineExceeded):
		e.Kind, e.Message = fault.Timeout, "The embedding service took too long. Try again."
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		e.Kind, e.Message = fault.Unauthorized, "The embedding service refused the key. Check "+keySetting+"."
	case errors.Is(failed.Err, errQuota):
		e.Message = "The embedding service's account has no credit left. Add credit there, or set EMBEDDER=embedded."
	case status == http.StatusTooManyRequests:
		e.Message = "The embedding service has too much to do, or the account's limit is reached. Try again later."
	case status >= 500 || status == 0 && failed.Kind != fault.Internal:
		e.Message = "The embedding service doesn't answer as it should. Check EMBEDDING_BASE_URL, or try again later."
	case errors.Is(failed.Err, errDimensions):
		e.Message = "The embedding service answered with vectors of other dimensions. Set EMBEDDING_DIMENSIONS to what EMBEDDING_MODEL makes."
	case status/100 == 2:
		e.Message = "The embedding service's answer made no sense. Check EMBEDDING_BASE_URL and EMBEDDING_MODEL."
	case status/100 == 3:
		e.Message = "The embedding service is at another address. Set EMBEDDING_BASE_URL to that."
	default:
		e.Message = "The embedding service refused the request. Check EMBEDDING_BASE_URL, EMBEDDING_MODEL and EMBEDDING_DIMENSIONS."
	}
	return e
}

// again says whether another attempt may help: the service was too busy, failed, or couldn't
// be reached in time.
func again(e *fault.Error) bool {
	return !errors.Is(e.Err, errQuota) && (e.Status == http.StatusTooManyRequests || e.Status >= 500 || e.Kind == fault.Timeout || e.Status == 0 && e.Kind == fault.Unavailable)
}
