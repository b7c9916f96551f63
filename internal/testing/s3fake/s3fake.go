// Package s3fake imitates Amazon S3 Vectors for tests, with the limits that Amazon documents.
package s3fake

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/time/rate"
)

// Request is a request that a [Server] got.
type Request struct {
	Operation string
	Body      map[string]any
	Status    int // of the answer
}

// Server is an imitation that ends with its test.
type Server struct {
	*httptest.Server
	// Fail is asked before each request, from 1 on in its operation; a status other than 0 is
	// the answer, and -1 leaves the request without one until the client goes. It is to be set
	// before the first request.
	Fail func(operation string, n int) int
	// Dataless has the keys whose vectors are left out of answers.
	Dataless map[string]bool

	vectorRate, writeRate *rate.Limiter

	mu       sync.Mutex
	requests []Request           // mu, as the rest
	numbers  map[string]int      // of requests by operation
	buckets  map[string]struct{} // by name
	indexes  map[string]*index   // by bucket/name
}

type index struct {
	dims     int
	metric   string
	hidden   []string // keys that can't be filtered
	vectors  map[string]*vector
	metadata any // as it was given
}

type vector struct {
	key      string
	data     []float32
	metadata map[string]any
}

// Start starts an imitation without buckets.
func Start(t testing.TB) *Server {
	s := &Server{
		numbers: map[string]int{}, buckets: map[string]struct{}{}, indexes: map[string]*index{},
		vectorRate: rate.NewLimiter(2500, 2500), writeRate: rate.NewLimiter(1000, 1000),
	}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

// Requests returns the requests of some operations, of all if none is named.
func (s *Server) Requests(operations ...string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.requests), func(r Request) bool {
		return len(operations) > 0 && !slices.Contains(operations, r.Operation)
	})
}

// failure is an answer that is no success.
type failure struct {
	status int
	name   string // of the exception
	text   string
}

func invalid(format string, args ...any) *failure {
	return &failure{http.StatusBadRequest, "ValidationException", fmt.Sprintf(format, args...)}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	operation := strings.TrimPrefix(r.URL.Path, "/")
	var body map[string]any
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<20))
	err := decoder.Decode(&body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.numbers[operation]++
	answer, failed := map[string]any{}, (*failure)(nil)
	status := 0
	if s.Fail != nil {
		status = s.Fail(operation, s.numbers[operation])
	}
	switch {
	case status == -1:
		s.requests = append(s.requests, Request{operation, body, 0})
		s.mu.Unlock()
		<-r.Context().Done()
		s.mu.Lock()
		return
	case status != 0:
		failed = &failure{status, exceptions[status], "made to fail"}
	case err != nil:
		failed = invalid("the body is no JSON: %v", err)
	case !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 "):
		failed = &failure{http.StatusForbidden, "AccessDeniedException", "the request isn't signed"}
	case decoder.InputOffset() > 20<<20:
		failed = &failure{http.StatusRequestEntityTooLarge, "ValidationException", "over 20 MiB"}
	default:
		answer, failed = s.do(operation, body)
	}
	code := http.StatusOK
	if failed != nil {
		code, answer = failed.status, map[string]any{"message": failed.text}
		w.Header().Set("X-Amzn-Errortype", failed.name)
	}
	s.requests = append(s.requests, Request{operation, body, code})
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(answer)
}

var exceptions = map[int]string{
	403: "AccessDeniedException", 404: "NotFoundException", 429: "TooManyRequestsException",
	500: "InternalServerException", 503: "ServiceUnavailableException",
}

func (s *Server) do(operation string, body map[string]any) (map[string]any, *failure) {
	bucket, _ := body["vectorBucketName"].(string)
	name, _ := body["indexName"].(string)
	switch operation {
	case "CreateVectorBucket":
		if _, ok := s.buckets[bucket]; ok {
			return nil, &failure{http.StatusConflict, "ConflictException", "the bucket exists"}
		}
		if len(bucket) < 3 || len(bucket) > 63 {
			return nil, invalid("the name of the bucket")
		}
		s.buckets[bucket] = struct{}{}
		return map[string]any{"vectorBucketArn": "arn:aws:s3vectors:us-east-1:0:bucket/" + bucket}, nil
	case "CreateIndex":
		return s.createIndex(bucket, name, body)
	}
	x := s.indexes[bucket+"/"+name]
	if x == nil {
		return nil, &failure{http.StatusNotFound, "NotFoundException", "the index doesn't exist"}
	}
	switch operation {
	case "GetIndex":
		return map[string]any{"index": map[string]any{
			"vectorBucketName": bucket, "indexName": name, "indexArn": "arn:aws:s3vectors:us-east-1:0:bucket/" + bucket + "/index/" + name,
			"creationTime": 1.7e9, "dataType": "float32", "dimension": x.dims, "distanceMetric": x.metric, "metadataConfiguration": x.metadata,
		}}, nil
	case "PutVectors":
		return s.put(x, body)
	case "DeleteVectors":
		return x.delete(body)
	case "GetVectors":
		return s.get(x, body)
	case "ListVectors":
		return x.list(body)
	case "QueryVectors":
		return x.query(body)
	}
	return nil, &failure{http.StatusNotFound, "UnknownOperationException", operation}
}

func (s *Server) createIndex(bucket, name string, body map[string]any) (map[string]any, *failure) {
	if _, ok := s.buckets[bucket]; !ok {
		return nil, &failure{http.StatusNotFound, "NotFoundException", "the bucket doesn't exist"}
	}
	if s.indexes[bucket+"/"+name] != nil {
		return nil, &failure{http.StatusConflict, "ConflictException", "the index exists"}
	}
	x := &index{vectors: map[string]*vector{}, metadata: body["metadataConfiguration"]}
	dims, _ := body["dimension"].(float64)
	x.dims = int(dims)
	x.metric, _ = body["distanceMetric"].(string)
	if configuration, ok := x.metadata.(map[string]any); ok {
		list, _ := configuration["nonFilterableMetadataKeys"].([]any)
		for _, k := range list {
			x.hidden = append(x.hidden, fmt.Sprint(k))
		}
	}
	switch {
	case body["dataType"] != "float32" || x.metric != "cosine" && x.metric != "euclidean":
		return nil, invalid("dataType or distanceMetric")
	case x.dims < 1 || x.dims > 4096:
		return nil, invalid("dimension must be from 1 to 4096")
	case len(x.hidden) > 10:
		return nil, invalid("over 10 keys that can't be filtered")
	case len(name) < 3 || len(name) > 63:
		return nil, invalid("the name of the index")
	}
	s.indexes[bucket+"/"+name] = x
	return map[string]any{"indexArn": "arn"}, nil
}

// data reads a vector, and checks it as Amazon does.
func (x *index) data(value any) ([]float32, *failure) {
	object, _ := value.(map[string]any)
	list, _ := object["float32"].([]any)
	if len(list) != x.dims {
		return nil, invalid("the vector has %d dimensions and the index %d", len(list), x.dims)
	}
	v, zero := make([]float32, len(list)), true
	for i, n := range list {
		f, ok := n.(float64)
		if v[i] = float32(f); !ok || math.IsInf(float64(v[i]), 0) || math.IsNaN(f) {
			return nil, invalid("the vector isn't finite")
		}
		zero = zero && v[i] == 0
	}
	if zero && x.metric == "cosine" {
		return nil, invalid("the vector is zero")
	}
	return v, nil
}

func (s *Server) put(x *index, body map[string]any) (map[string]any, *failure) {
	list, _ := body["vectors"].([]any)
	if len(list) < 1 || len(list) > 500 {
		return nil, invalid("%d vectors; 1 to 500 are allowed", len(list))
	}
	var all []*vector
	for _, item := range list {
		object, _ := item.(map[string]any)
		v := &vector{}
		v.key, _ = object["key"].(string)
		v.metadata, _ = object["metadata"].(map[string]any)
		if len(v.key) < 1 || len(v.key) > 1024 {
			return nil, invalid("the length of a key")
		}
		var failed *failure
		if v.data, failed = x.data(object["data"]); failed != nil {
			return nil, failed
		}
		if failed = x.checkMetadata(v.metadata); failed != nil {
			return nil, failed
		}
		all = append(all, v)
	}
	if !s.writeRate.Allow() || !s.vectorRate.AllowN(time.Now(), len(all)) {
		return nil, &failure{http.StatusTooManyRequests, "TooManyRequestsException", "over 1,000 writes or 2,500 vectors in a second"}
	}
	for _, v := range all {
		x.vectors[v.key] = v
	}
	return map[string]any{}, nil
}

func (x *index) checkMetadata(metadata map[string]any) *failure {
	if len(metadata) > 50 {
		return invalid("over 50 keys of metadata")
	}
	filterable := map[string]any{}
	for key, value := range metadata {
		switch v := value.(type) {
		case string, bool, float64:
		case []any:
			if len(v) == 0 {
				return invalid("the list %s is empty", key)
			}
		default:
			return invalid("the metadata %s is a %T", key, v)
		}
		if !slices.Contains(x.hidden, key) {
			filterable[key] = value
		}
	}
	if n := size(filterable); n > 2<<10 {
		return invalid("%d bytes of filterable metadata; 2,048 are allowed", n)
	}
	if n := size(metadata); n > 40<<10 {
		return invalid("%d bytes of metadata; 40,960 are allowed", n)
	}
	return nil
}

func size(v any) int {
	data, _ := json.Marshal(v)
	return len(data)
}

func keys(body map[string]any, most int) ([]string, *failure) {
	list, _ := body["keys"].([]any)
	if len(list) < 1 || len(list) > most {
		return nil, invalid("%d keys; 1 to %d are allowed", len(list), most)
	}
	all := make([]string, len(list))
	for i, k := range list {
		all[i], _ = k.(string)
	}
	return all, nil
}

func (x *index) delete(body map[string]any) (map[string]any, *failure) {
	all, failed := keys(body, 500)
	for _, key := range all {
		delete(x.vectors, key)
	}
	return map[string]any{}, failed
}

// output is a vector as an answer has it.
func (v *vector) output(body map[string]any) map[string]any {
	o := map[string]any{"key": v.key}
	if body["returnData"] == true {
		o["data"] = map[string]any{"float32": v.data}
	}
	if body["returnMetadata"] == true && v.metadata != nil {
		o["metadata"] = v.metadata
	}
	return o
}

func (s *Server) get(x *index, body map[string]any) (map[string]any, *failure) {
	all, failed := keys(body, 100)
	if failed != nil {
		return nil, failed
	}
	found := []any{}
	for _, key := range all {
		if v := x.vectors[key]; v != nil {
			o := v.output(body)
			if s.Dataless[key] {
				delete(o, "data")
			}
			found = append(found, o)
		}
	}
	return map[string]any{"vectors": found}, nil
}

func (x *index) list(body map[string]any) (map[string]any, *failure) {
	most, segments, segment := 500, 1, 0
	if n, ok := body["maxResults"].(float64); ok {
		most = int(n)
	}
	if n, ok := body["segmentCount"].(float64); ok {
		segments = int(n)
	}
	if n, ok := body["segmentIndex"].(float64); ok {
		segment = int(n)
	}
	if most < 1 || most > 1000 || segments < 1 || segments > 16 || segment < 0 || segment >= segments {
		return nil, invalid("maxResults, segmentCount or segmentIndex")
	}
	after := ""
	if token, _ := body["nextToken"].(string); token != "" {
		data, err := base64.URLEncoding.DecodeString(token)
		if err != nil {
			return nil, invalid("nextToken")
		}
		after = string(data)
	}
	var all []string
	for key := range x.vectors {
		h := fnv.New32a()
		_, _ = h.Write([]byte(key))
		if key > after && int(h.Sum32())%segments == segment {
			all = append(all, key)
		}
	}
	slices.Sort(all)
	found, bytes := []any{}, 0
	answer := map[string]any{}
	for i, key := range all {
		if i == most || bytes > 1<<20 {
			answer["nextToken"] = base64.URLEncoding.EncodeToString([]byte(all[i-1]))
			break
		}
		o := x.vectors[key].output(body)
		bytes += size(o)
		found = append(found, o)
	}
	answer["vectors"] = found
	return answer, nil
}

func (x *index) query(body map[string]any) (map[string]any, *failure) {
	k, _ := body["topK"].(float64)
	if k < 1 || k > 100 {
		return nil, invalid("topK is %v; 1 to 100 are allowed", body["topK"])
	}
	q, failed := x.data(body["queryVector"])
	if failed != nil {
		return nil, failed
	}
	type hit struct {
		*vector
		distance float64
	}
	var hits []hit
	for _, v := range x.vectors {
		pass := true
		if body["filter"] != nil {
			if pass, failed = x.match(body["filter"], v.metadata); failed != nil {
				return nil, failed
			}
		}
		if pass {
			hits = append(hits, hit{v, 1 - cosine(q, v.data)})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.key, b.key)) })
	found := []any{}
	for _, h := range hits[:min(int(k), len(hits))] {
		o := h.output(map[string]any{"returnMetadata": body["returnMetadata"]})
		if body["returnDistance"] == true {
			o["distance"] = json.Number(strconv.FormatFloat(h.distance, 'g', -1, 32))
		}
		found = append(found, o)
	}
	return map[string]any{"vectors": found, "distanceMetric": x.metric}, nil
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}
