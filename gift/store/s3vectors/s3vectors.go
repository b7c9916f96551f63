// Package s3vectors is a [store.Store] on an index of Amazon S3 Vectors.
//
// A gift is a vector whose key is its id. One more key, "manifest", has the [store.Manifest].
// What Amazon allows of a request, of metadata and per second is in limits.go.
package s3vectors

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/rs/zerolog"
	"golang.org/x/time/rate"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// What is used where the settings are silent.
const (
	Bucket = "ribs-gift-recommendations"
	Index  = "gifts"
	Region = "us-east-1"
)

const (
	readLimit        = 1500 * time.Millisecond // of what someone waits for, a second attempt included
	writeLimit       = time.Minute             // of one request of an import, with its attempts
	credentialsLimit = 5 * time.Second         // of looking for credentials, once
	conns            = 64                      // kept for reuse
	recentVectors    = 10_000
)

// Options configure a store.
type Options struct {
	Bucket, Index string // empty: as above
	Dimensions    int    // of the embedder
	UserAgent     string
	Log           zerolog.Logger // gets no gift, no vector and no key

	// The rest is the AWS SDK's to find, in the environment and the files of a profile.
	Region      string
	Endpoint    string
	Credentials aws.CredentialsProvider
}

// Store is what [New] returns.
type Store struct {
	client *s3vectors.Client // of what someone waits for
	writer *s3vectors.Client // of an import
	bucket string
	index  string
	dims   int
	limit  time.Duration // readLimit
	log    zerolog.Logger

	credentials aws.CredentialsProvider
	identified  atomic.Bool                   // there are credentials
	recent      *lru.Cache[string, []float32] // vectors by the hash of their gift
	met         *lru.Cache[string, struct{}]  // ids of such gifts
	pace        *rate.Limiter                 // of vectors that are written

	mu    sync.Mutex
	count counted // mu
}

var _ store.Store = (*Store)(nil)

// New returns a store. It reads the settings of the AWS SDK and opens no connection. The error
// is a sentence for a person.
func New(ctx context.Context, o Options) (*Store, error) {
	if o.Dimensions < 1 || o.Dimensions > maxDimensions {
		return nil, fmt.Errorf("S3 Vectors takes vectors of 1 to %d dimensions: set EMBEDDING_DIMENSIONS or EMBEDDER accordingly", maxDimensions)
	}
	s := &Store{bucket: o.Bucket, index: o.Index, dims: o.Dimensions, limit: readLimit, log: o.Log,
		pace: rate.NewLimiter(vectorsPerSecond, maxWrite),
	}
	if s.bucket == "" {
		s.bucket = Bucket
	}
	if s.index == "" {
		s.index = Index
	}
	// The SDK's own client, which knows how to add the certificates of AWS_CA_BUNDLE.
	client := awshttp.NewBuildableClient().WithDialerOptions(func(d *net.Dialer) { d.Timeout = readLimit }).
		WithTransportOptions(func(t *http.Transport) {
			t.TLSHandshakeTimeout = readLimit
			t.MaxIdleConns, t.MaxIdleConnsPerHost = conns, conns
			t.MaxResponseHeaderBytes = 64 << 10
		})
	settings := []func(*config.LoadOptions) error{
		config.WithHTTPClient(client),
		config.WithAppID(o.UserAgent),
	}
	if o.Region != "" {
		settings = append(settings, config.WithRegion(o.Region))
	}
	if o.Endpoint != "" {
		settings = append(settings, config.WithBaseEndpoint(o.Endpoint))
	}
	if o.Credentials != nil {
		settings = append(settings, config.WithCredentialsProvider(o.Credentials))
	}
	c, err := config.LoadDefaultConfig(ctx, settings...)
	if err != nil {
		return nil, fmt.Errorf("the settings of AWS can't be read: %w", err)
	}
	if c.Region == "" {
		c.Region = Region
	}
	s.credentials = c.Credentials
	s.client = s3vectors.NewFromConfig(c, func(o *s3vectors.Options) { o.Retryer = attempts(2, 100*time.Millisecond) })
	s.writer = s3vectors.NewFromConfig(c, func(o *s3vectors.Options) { o.Retryer = attempts(8, time.Second) })
	if s.recent, err = lru.New[string, []float32](recentVectors); err != nil {
		return nil, err
	}
	if s.met, err = lru.New[string, struct{}](recentVectors); err != nil {
		return nil, err
	}
	return s, nil
}

// attempts tries again after 429, 5xx and lost connections; the SDK's own bucket of retries
// would leave one request's attempts to another's failures.
func attempts(n int, wait time.Duration) aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts, o.MaxBackoff, o.RateLimiter = n, wait, ratelimit.None
	})
}

// Close implements [store.Store]. Idle connections close by themselves.
func (s *Store) Close() error { return nil }

// reading bounds what someone waits for.
func (s *Store) reading(ctx context.Context) (context.Context, context.CancelFunc, error) {
	return s.begin(ctx, s.limit)
}

// writing bounds a request of an import.
func (s *Store) writing(ctx context.Context) (context.Context, context.CancelFunc, error) {
	return s.begin(ctx, writeLimit)
}

// begin looks for credentials first, as long as none were found: where there are none, that
// takes longer than a request may.
func (s *Store) begin(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc, error) {
	if !s.identified.Load() {
		looking, cancel := context.WithTimeout(ctx, credentialsLimit)
		defer cancel()
		if s.credentials == nil {
			return nil, nil, noCredentials(errors.New("no provider"))
		}
		if _, err := s.credentials.Retrieve(looking); err != nil {
			if gone := store.GivenUp(ctx); gone != nil {
				return nil, nil, gone
			}
			return nil, nil, noCredentials(err)
		}
		s.identified.Store(true)
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	return limited, cancel, nil
}
