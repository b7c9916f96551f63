package giftmcp

import (
	"errors"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// Settings are the environment of gift-mcp.
type Settings struct {
	program.Common
	ToolErrors mcp.ToolErrors `envconfig:"TOOL_ERRORS" default:"result" oneof:"auto rpc result" desc:"form of a failed tool call: rpc (a JSON-RPC error), result (a result with isError) or auto (result for clients of MCP 2026-07-28, rpc for earlier ones)"`
	Embedding
	Storage
	Threshold fraction `envconfig:"RELEVANCE_THRESHOLD" default:"0.5" desc:"lowest relevance, from 0 to 1, of a recommended gift; popular gifts fill the rest of the list"`
}

// Embedding is what turns texts into vectors.
type Embedding struct {
	Embedder   embedderName  `envconfig:"EMBEDDER" default:"embedded" desc:"how descriptions are compared with gifts: embedded (a table in the program) or openai (any OpenAI-compatible endpoint, which receives the descriptions)"`
	BaseURL    config.URL    `envconfig:"EMBEDDING_BASE_URL" default:"https://api.openai.com/v1" desc:"address of the endpoint for EMBEDDER=openai, without /embeddings"`
	Key        config.Secret `envconfig:"EMBEDDING_API_KEY" file:"true" desc:"key of EMBEDDING_BASE_URL, sent as a bearer token; OPENAI_API_KEY is not read"`
	Model      string        `envconfig:"EMBEDDING_MODEL" default:"text-embedding-3-small" desc:"model to ask for at EMBEDDING_BASE_URL"`
	Dimensions int           `envconfig:"EMBEDDING_DIMENSIONS" range:"0 4096" desc:"dimensions to ask for at EMBEDDING_BASE_URL; unset: none are asked for, and the endpoint must return 1536"`
}

// Storage is where the gifts are.
type Storage struct {
	Store   storeName `envconfig:"VECTOR_STORE" default:"embedded" desc:"where gifts are kept and searched: embedded (in memory, from the built-in catalog or CATALOG) or s3vectors (Amazon S3 Vectors)"`
	Catalog string    `envconfig:"CATALOG" desc:".jsonl, .json, .yaml or .csv file of gifts that replaces the built-in catalog, for VECTOR_STORE=embedded"`
	Lenient bool      `envconfig:"CATALOG_LENIENT" default:"false" desc:"true skips rows of CATALOG that break a rule; false refuses to start with such a row"`
	Bucket  string    `envconfig:"S3_VECTORS_BUCKET" default:"ribs-gift-recommendations" desc:"vector bucket for VECTOR_STORE=s3vectors, with the credentials that every AWS SDK finds"`
	Index   string    `envconfig:"S3_VECTORS_INDEX" default:"gifts" desc:"index in S3_VECTORS_BUCKET"`
	Region  string    `envconfig:"AWS_REGION" desc:"AWS region of S3_VECTORS_BUCKET; unset: the region of the AWS profile, or us-east-1"`
}

// Check checks what belongs together.
func (s *Settings) Check() error {
	var faults config.Faults
	errors.As(s.Common.Check(), &faults)
	fault := func(variable, rule string) { faults.Merge(config.Faults{{Variable: variable, Rule: rule}}) }
	if os.Getenv("EMBEDDING_MODEL_DIR") != "" {
		fault("EMBEDDING_MODEL_DIR", "must not be set: "+noMinilm)
	}
	if s.Store != embeddedName && s.Catalog != "" {
		fault("CATALOG", "must not be set with VECTOR_STORE="+string(s.Store)+": that store has the gifts that gift-mcp import wrote to it")
	}
	return faults.Err()
}

// The names of embedders and stores.
const (
	embeddedName = "embedded"
	openaiName   = "openai"
	s3Name       = "s3vectors"
)

// Warn logs what the owner may not have meant.
func (s *Settings) Warn(log zerolog.Logger) {
	s.Common.Warn(log)
	if s.Embedder != openaiName && s.Key != "" {
		log.Warn().Msg("EMBEDDING_API_KEY is not used with EMBEDDER=" + string(s.Embedder))
	}
}

// What replaces the values that older versions had.
const (
	noMinilm   = "the program no longer runs the model itself. Serve it with Ollama or another OpenAI-compatible server, and set EMBEDDER=openai and EMBEDDING_BASE_URL"
	noPostgres = "the program no longer uses pgvector. Set VECTOR_STORE=s3vectors, or VECTOR_STORE=embedded and CATALOG to a file that the older version wrote with gift-mcp export"
)

type embedderName string

// UnmarshalText checks the name of an embedder.
func (e *embedderName) UnmarshalText(text []byte) error {
	switch name := config.Trim(string(text)); name {
	case embeddedName, openaiName:
		*e = embedderName(name)
		return nil
	case "minilm":
		return errors.New("can't be minilm: " + noMinilm)
	}
	return errors.New("must be embedded or openai")
}

type storeName string

// UnmarshalText checks the name of a store.
func (s *storeName) UnmarshalText(text []byte) error {
	switch name := config.Trim(string(text)); name {
	case embeddedName, s3Name:
		*s = storeName(name)
		return nil
	case "postgres":
		return errors.New("can't be postgres: " + noPostgres)
	}
	return errors.New("must be embedded or s3vectors")
}

// fraction is a number from 0 to 1.
type fraction float64

// UnmarshalText checks a number.
func (f *fraction) UnmarshalText(text []byte) error {
	value, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	if err != nil || math.IsNaN(value) || value < 0 || value > 1 {
		return errors.New("must be a number from 0 to 1, such as 0.5")
	}
	*f = fraction(value)
	return nil
}
