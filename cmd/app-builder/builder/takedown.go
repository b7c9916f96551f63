package builder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const aboutTakedown = `Unpublish the app at /servers/SLUG, whoever owns it. SLUG may also be the whole
address. From then on the address answers as if there had never been an app, on every
server. The owner keeps the draft, is told why it can't be published, and can't publish it
until you lift the takedown:

  app-builder takedown --lift my-support-bot

Lifting publishes nothing; it lets the owner publish again. The server may keep running.

Exit codes: 0 it is taken down, or that is lifted; 1 it is not, or there is no such app;
2 the command line or the environment is wrong.`

func (p *program) takedownCommand() *cobra.Command {
	var lift bool
	cmd := &cobra.Command{
		Use:     "takedown SLUG",
		Short:   "Take down an app, whoever owns it",
		Long:    aboutTakedown,
		Example: "  app-builder takedown my-support-bot",
		Args:    cli.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := Load(p.getenv)
			if err != nil {
				return err
			}
			said, err := s.takedown(cmd.Context(), slugOf(args[0]), lift, p.log(config.Log{LogLevel: "warn"}))
			if err != nil {
				return cli.Failure(err)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), said)
			return cli.Failure(err)
		},
	}
	cmd.Flags().BoolVar(&lift, "lift", false, "let its owner publish the app again")
	return cmd
}

// slugOf returns the slug in what a complaint names: the slug itself, or an address below
// /servers/, in any case.
func slugOf(text string) string {
	text = strings.TrimSpace(text)
	if u, err := url.Parse(text); err == nil {
		if _, rest, ok := strings.Cut("/"+u.Path, "/servers/"); ok {
			text = rest
		}
	}
	text, _, _ = strings.Cut(text, "/")
	return strings.ToLower(text)
}

func (s *Settings) takedown(ctx context.Context, slug string, lift bool, log zerolog.Logger) (said string, err error) {
	db, err := s.reach(log)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	name, st := screen.Line(slug), store.New(db, store.Options{})
	said, missing := name+" is not published, and its owner can't publish it.", "no app was ever published at /servers/"+name
	if lift {
		said, missing = "The owner of "+name+" can publish it again.", "no app at /servers/"+name+" is taken down"
		err = st.Lift(ctx, slug)
	} else {
		err = st.Takedown(ctx, slug)
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		if f.Kind == fault.NotFound {
			return "", errors.New(missing)
		}
		return "", errors.Join(f, f.Err)
	}
	return said, err
}

// reach returns the database beside a server that may run. A file that isn't there is not made.
func (s *Settings) reach(log zerolog.Logger) (store.DB, error) {
	if s.file != "" {
		if _, err := os.Stat(s.file); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no database at %s; set DATA_DIR or DATABASE_URL as for the server", s.file)
		}
	}
	return s.connect(log)
}
