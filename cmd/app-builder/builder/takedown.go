package builder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"mcp-adapters/appbuilder/store"
	"mcp-adapters/config"
	"mcp-adapters/fault"
	"mcp-adapters/internal/screen"
	"mcp-adapters/program/exit"
	"mcp-adapters/program/usage"
)

const aboutTakedown = `Unpublish the app at /servers/SLUG, whoever it belongs to: from then on its address
answers as if there had never been one, on every server. Its owner keeps the draft and
can publish it again. The server may run meanwhile.

Exit codes: 0 it is unpublished; 1 it is not, or nothing is published there; 2 the
command line or the environment is wrong.`

func (p *program) takedownCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "takedown SLUG",
		Short:   "Unpublish an app of anyone's",
		Long:    aboutTakedown,
		Example: "  app-builder takedown my-support-bot",
		Args:    usage.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := Load(p.getenv)
			if err != nil {
				return err
			}
			if err := s.takedown(cmd.Context(), args[0], p.log(config.Log{LogLevel: "warn"})); err != nil {
				return exit.Failure(err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is not published any more.\n", screen.Line(args[0]))
			return exit.Failure(err)
		},
	}
}

func (s *Settings) takedown(ctx context.Context, slug string, log zerolog.Logger) (err error) {
	db, err := s.reach(log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = store.New(db, store.Options{}).Takedown(ctx, slug)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		if f.Kind == fault.NotFound {
			return fmt.Errorf("nothing is published at /servers/%s", slug)
		}
		return errors.Join(f, f.Err)
	}
	return err
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
