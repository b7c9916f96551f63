package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/folio"
	"github.com/mcp-adapters/mcp-adapters/cmd/portfolio-mcp/portfoliomcp"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
)

// servePortfolio is portfolio-mcp.
func servePortfolio(ctx context.Context) error {
	if code := program.Run(ctx, portfoliomcp.Program(), nil, os.Stdin, os.Stdout, os.Stderr); code != 0 {
		return fmt.Errorf("portfolio-mcp: exit code %d", code)
	}
	return nil
}

// portfolioJobs are on a portfolio that is kept here, and on the API that another process
// serves of it.
func portfolioJobs(ctx context.Context, _ int) (jobs []job, done func(), err error) {
	dir, err := os.MkdirTemp("", "profile-*")
	if err != nil {
		return nil, nil, fmt.Errorf("make a directory: %w", err)
	}
	done = func() { _ = os.RemoveAll(dir) }
	defer func() {
		if err != nil {
			done()
		}
	}()
	f := folio.Folio{Dir: dir, Projects: 100}
	if err := f.Fill(ctx); err != nil {
		return nil, nil, fmt.Errorf("fill a portfolio: %w", err)
	}
	kept := []string{"DATA_DIR=" + dir, "PORTFOLIO_EMAIL=" + f.Email(), "LOG_LEVEL=warn"}
	address, err := freeAddress(ctx)
	if err != nil {
		return nil, nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, nil, fmt.Errorf("find this program: %w", err)
	}
	api, err := drive.StartWebAt(ctx, drive.Command{
		Args: []string{program, serveArgument, "portfolio-mcp", filepath.Join(dir, "api")}, Env: append(append(os.Environ(), kept...), "HTTP_ADDR="+address),
	}, address)
	if err != nil {
		return nil, nil, fmt.Errorf("serve the API: %w", err)
	}
	removed := done
	done = func() {
		api.Kill()
		removed()
	}
	remote := []string{"API_BASE_URL=http://" + address, "API_TOKEN=" + f.Token, "LOG_LEVEL=warn"}
	status := drive.Tool{Name: "get_project_status", Arguments: []string{`{"project_id":"` + f.Project + `"}`}}
	each := drive.Tool{Name: status.Name} // another one each time
	for _, id := range f.Shown {
		each.Arguments = append(each.Arguments, `{"project_id":"`+id+`"}`)
	}
	list := drive.Tool{Name: "list_projects", Arguments: []string{`{"limit":10}`}}
	return []job{
		{"each-api", each, 16, remote}, {"status-kept", status, 16, kept}, {"each-kept", each, 16, kept}, {"list-kept", list, 4, kept},
	}, done, nil
}

// freeAddress is an address of this computer at which nothing listens.
func freeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("listen: %w", err)
	}
	return l.Addr().String(), errors.Join(l.Close())
}
