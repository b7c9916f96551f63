package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/apiclient"
	"mcp-adapters/cmd/recipe-mcp/recipemcp"
	"mcp-adapters/config"
	"mcp-adapters/jsonrpc"
	"mcp-adapters/jsonrpc/stdio"
	"mcp-adapters/mcp"
	"mcp-adapters/program/buildinfo"
	"mcp-adapters/program/logsink"
	"mcp-adapters/recipe"
	"mcp-adapters/recipe/vault"
)

// serve answers JSON-RPC lines until the input ends or ctx does. What keeps it
// from starting is a startError.
func serve(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) error {
	cfg, err := load()
	if err != nil {
		return &startError{err}
	}
	log, closeLog := newLog(cfg, stderr)
	defer closeLog()
	greet(stdin, stderr)
	handler, closeAll, err := assemble(cfg, log)
	if err != nil {
		return &startError{&runError{err}}
	}
	defer closeAll()
	warn(cfg, log)
	defer context.AfterFunc(ctx, func() {
		log.Info().Stringer("limit", cfg.DrainTimeout).Msg("told to stop: running calls are finished first; a second signal ends at once")
	})()
	if err := stdio.Serve(ctx, stdin, stdout, handler, loop(cfg, log)); err != nil {
		return &runError{err}
	}
	return nil
}

// loop returns the bounds that the configuration sets.
func loop(cfg *recipemcp.Settings, log zerolog.Logger) stdio.Options {
	return stdio.Options{
		MaxConcurrency:  cfg.MaxConcurrency,
		MaxMessageBytes: cfg.MaxMessageBytes,
		DrainTimeout:    cfg.DrainTimeout,
		Log:             log,
	}
}

// assemble wires the tools to the API. The function it returns closes what was
// opened.
func assemble(cfg *recipemcp.Settings, log zerolog.Logger) (jsonrpc.Handler, func(), error) {
	api, closeAPI, err := connect(cfg, log)
	if err != nil {
		return nil, nil, err
	}
	server, err := mcp.New(mcp.Options{
		Name:         "recipe-mcp",
		Title:        "Recipe Vault",
		Version:      buildinfo.Version(),
		ToolErrors:   cfg.ToolErrors,
		Instructions: recipe.Instructions + notice(cfg),
		Log:          log,
	}, recipe.Tools(api))
	if err != nil {
		closeAPI()
		return nil, nil, err
	}
	return server.Session(), closeAPI, nil
}

// load reads the environment. What is wrong beside the settings is no fault of
// theirs.
func load() (*recipemcp.Settings, error) {
	s := &recipemcp.Settings{}
	err := s.Load(os.Getenv)
	var faults config.Faults
	if err != nil && !errors.As(err, &faults) {
		return nil, &runError{err}
	}
	return s, err
}

// embeddedURL is the base URL of requests that never leave the process.
const embeddedURL = "http://embedded.invalid"

// connect makes the client of the configured API, or of the embedded vault.
func connect(cfg *recipemcp.Settings, log zerolog.Logger) (*apiclient.Client, func(), error) {
	options := apiclient.Options{
		BaseURL:    string(cfg.BaseURL),
		Key:        cfg.Key.Reveal(),
		Email:      cfg.Email.Reveal(),
		UserAgent:  "recipe-mcp/" + buildinfo.Version(),
		Service:    "The Recipe Vault",
		Proxy:      string(cfg.Proxy),
		Timeout:    cfg.Timeout,
		MaxRetries: cfg.MaxRetries,
		MaxConns:   cfg.MaxConcurrency,
		Log:        log,
	}
	closeVault := func() {}
	if cfg.BaseURL == "" {
		embedded := vault.New(vault.Options{Path: cfg.Path, Log: log})
		options.BaseURL = embeddedURL
		options.Characters = true
		options.Transport = embedded.Transport()
		closeVault = func() {
			if err := embedded.Close(); err != nil {
				log.Warn().Err(err).Msg("the embedded vault did not close cleanly")
			}
		}
	}
	client, err := apiclient.New(options)
	if err != nil {
		closeVault()
		return nil, nil, err
	}
	return client, func() {
		client.Close()
		closeVault()
	}, nil
}

// warn logs what the owner may not have meant, once. Nothing set at all is the
// usual set-up of a home without a server, and worth an info.
func warn(cfg *recipemcp.Settings, log zerolog.Logger) {
	switch {
	case cfg.BaseURL != "" && cfg.Key == "":
		log.Warn().Msg("API_KEY is not set: the API will refuse every call")
	case cfg.BaseURL == "" && cfg.Key == "":
		log.Info().Str("vault", cfg.Path).Msg("API_BASE_URL and API_KEY are not set: recipes are kept in the embedded vault on this computer")
	case cfg.BaseURL == "":
		log.Warn().Str("vault", cfg.Path).Msg("API_BASE_URL is not set, though API_KEY is: recipes are kept in the embedded vault on this computer")
	}
	// The original server's own adapter has this variable.
	if strings.TrimSpace(os.Getenv("DEFAULT_AUTHOR_EMAIL")) != "" {
		log.Warn().Msg("DEFAULT_AUTHOR_EMAIL is set but not used: USER_EMAIL says for whom recipes are saved")
	}
}

// notice is the same warning for the model, when a key without an address
// makes it likely that a variable's name was mistyped.
func notice(cfg *recipemcp.Settings) string {
	if cfg.BaseURL != "" || cfg.Key == "" {
		return ""
	}
	return "\n\nTell the person: API_KEY is set but API_BASE_URL is not, so recipes are kept in the embedded vault on this computer (" + cfg.Path + ") and not in the family's vault."
}

// newLog writes to stderr. The function it gives writes what is left.
func newLog(cfg *recipemcp.Settings, stderr io.Writer) (zerolog.Logger, func()) {
	sink := logsink.New(stderr)
	return logTo(sink, cfg, stderr), sink.Close
}

// logTo writes JSON lines, or readable ones for a person, who is at stderr in
// the end.
func logTo(out io.Writer, cfg *recipemcp.Settings, stderr io.Writer) zerolog.Logger {
	if cfg.LogFormat == config.Console || (cfg.LogFormat == "" && isTerminal(stderr)) {
		out = zerolog.ConsoleWriter{Out: out, TimeFormat: time.TimeOnly, NoColor: !isTerminal(stderr) || os.Getenv("NO_COLOR") != ""}
	}
	level, _ := zerolog.ParseLevel(cfg.LogLevel) // it is one of zerolog's names
	return zerolog.New(out).Level(level).With().Timestamp().Logger()
}
