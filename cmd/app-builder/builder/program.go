// Package builder is the program app-builder: its settings, what it serves, and the commands
// that back up, restore and take down apps.
package builder

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Name is the name of the program.
const Name = "app-builder"

// Program returns app-builder.
func Program() *cli.Program {
	return &cli.Program{
		Name:  Name,
		Short: "Make apps by describing them, and publish them as MCP servers",
		Long: `app-builder serves a web application: describe an app in words, refine it by chat beside a
live preview, and publish it as an MCP server with one tool and one page.
Without a command it serves until it gets SIGINT or SIGTERM. It prints the address to
open in a browser, and logs to stderr.

  /                        the pages on which apps are made
  /api/                    the same as a REST API
  /servers/SLUG/mcp        a published app, for MCP clients
  /servers/SLUG            a page that says how to connect to it
  /healthz                 200 while the program runs
  /readyz                  200 while the database can be used`,
		Variables: config.Variables(&Settings{}),
		Start:     []string{"HTTP_ADDR", "PUBLIC_URL", "AUTH", "DATABASE_URL", "LLM_PROVIDER", "LLM_API_KEY"},
		Serve: func(ctx context.Context, r *cli.Run) error {
			s, err := Load()
			if err != nil {
				return err
			}
			return s.Serve(ctx, r.Stdout, r.Log(s.Log))
		},
		Commands: commands,
	}
}

const aboutTakedown = `Unpublish the app at /servers/SLUG, whoever owns it; SLUG may also be the whole address.
Its owner keeps the draft, and cannot publish it until --lift. The server may keep running.`

func commands(r *cli.Run) []*cobra.Command {
	// on runs work with the settings, and a log for a person.
	on := func(work func(*Settings, zerolog.Logger) error) error {
		s, err := Load()
		if err != nil {
			return err
		}
		return work(s, r.Log(config.Log{LogLevel: "warn", LogFormat: s.LogFormat}))
	}
	var force, lift bool
	commands := cli.Backup{
		Program: Name, What: "all apps", File: "apps-2026-02-10.db",
		AboutBackup: `Write all apps and their owners to the new file FILE, as they are at one moment. The server
may keep running. FILE can be restored into either kind of database.`,
		AboutRestore: `Replace everything by the content of FILE, which backup wrote. First stop every server on the
database. A killed server on PostgreSQL counts for half a minute; --force doesn't wait. A
PostgreSQL database is backed up first, beside FILE.`,
		Save: func(ctx context.Context, file string) (text string, err error) {
			err = on(func(s *Settings, log zerolog.Logger) error {
				apps := 0
				if s.file != "" {
					apps, err = store.Backup(ctx, s.file, file)
				} else {
					apps, err = s.dump(ctx, file, log)
				}
				text = fmt.Sprintf("Backed up to %s: %s.", screen.Line(file), screen.Amount(apps, "app", "apps"))
				return err
			})
			return text, err
		},
		Restore: func(ctx context.Context, file string) (text string, err error) {
			err = on(func(s *Settings, log zerolog.Logger) error {
				text, err = s.restore(ctx, file, force, log)
				return err
			})
			return text, err
		},
	}.Commands()
	commands[1].Flags().BoolVar(&force, "force", false, "restore into a PostgreSQL database though servers seem to use it")
	takedown := &cobra.Command{
		Use: "takedown SLUG", Short: "Take down an app, whoever owns it", Long: aboutTakedown,
		Example: "  app-builder takedown my-support-bot", Args: cli.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return on(func(s *Settings, log zerolog.Logger) error {
				text, err := s.takedown(cmd.Context(), slugOf(args[0]), lift, log)
				if err == nil {
					_, err = fmt.Fprintln(r.Stdout, text)
				}
				return err
			})
		},
	}
	takedown.Flags().BoolVar(&lift, "lift", false, "let its owner publish the app again")
	return append(commands, takedown,
		&cobra.Command{ // for containers, which have no shell and no curl
			Use: "healthcheck", Short: "Ask the server at HTTP_ADDR whether apps can be served", Args: cli.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				return on(func(s *Settings, _ zerolog.Logger) error {
					return httpserver.Probe(cmd.Context(), string(s.Addr), "/readyz")
				})
			},
		},
		doctor.Command(Examined(), os.Getenv))
}

func (s *Settings) dump(ctx context.Context, file string, log zerolog.Logger) (apps int, err error) {
	err = s.onDatabase(log, func(db store.DB) error {
		apps, err = store.Dump(ctx, db, file)
		return err
	})
	return apps, err
}

func (s *Settings) restore(ctx context.Context, file string, force bool, log zerolog.Logger) (text string, err error) {
	apps, kept := 0, ""
	if s.file == "" {
		apps, kept, err = s.replace(ctx, file, force, log)
	} else {
		apps, kept, err = s.restoreFile(ctx, file)
	}
	text = "Restored: " + screen.Amount(apps, "app", "apps") + "."
	if kept != "" {
		text += "\nThe former apps are kept in " + screen.Line(kept) + "."
	}
	return text, err
}

func (s *Settings) restoreFile(ctx context.Context, file string) (apps int, kept string, err error) {
	unlock, err := lock(s.file)
	if err != nil {
		return 0, "", err
	}
	done, err := store.Restore(ctx, s.file, file)
	return done.Count, done.Kept, errors.Join(err, unlock())
}

// replace replaces everything in a PostgreSQL database, after a backup of it to the file kept.
func (s *Settings) replace(ctx context.Context, file string, force bool, log zerolog.Logger) (apps int, kept string, err error) {
	if !force {
		if err := s.onDatabase(log, func(db store.DB) error { return unused(ctx, db) }); err != nil {
			return 0, "", err
		}
	}
	kept = file + ".before-" + time.Now().UTC().Format("20060102T150405.000Z") + ".db"
	if _, err := s.dump(ctx, kept, log); err != nil {
		return 0, "", fmt.Errorf("what is there could not be backed up first, and nothing was changed: %w", err)
	}
	err = s.onDatabase(log, func(db store.DB) error {
		apps, err = store.Load(ctx, db, file)
		return err
	})
	return apps, kept, err
}

// unused fails if servers use the PostgreSQL database.
func unused(ctx context.Context, db store.DB) error {
	n, err := store.New(db, store.Options{}).Servers(ctx)
	switch {
	case err != nil:
		return errors.Join(err, fault.Cause(err))
	case n > 0:
		return fmt.Errorf("%s the database, and nothing was changed; end every server first. One that was killed counts until %d seconds after its end. --force restores nevertheless",
			screen.Amount(n, "server uses", "servers use"), int(store.ServerLife/time.Second))
	}
	return nil
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
	name := screen.Line(slug)
	said, missing := name+" is not published, and its owner can't publish it.", "no app was ever published at /servers/"+name
	if lift {
		said, missing = "The owner of "+name+" can publish it again.", "no app at /servers/"+name+" is taken down"
	}
	return said, s.onDatabase(log, func(db store.DB) error {
		st := store.New(db, store.Options{})
		work := st.Takedown
		if lift {
			work = st.Lift
		}
		err := work(ctx, slug)
		if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.NotFound {
			return errors.New(missing)
		} else if ok {
			return errors.Join(f, f.Err)
		}
		return err
	})
}
