package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/households"
)

// familiesPart is the part that measures recipe-vault with families in its database.
const familiesPart = "families"

const (
	onPostgres = "PostgreSQL"
	onSQLite   = "SQLite"

	fewFamilies = 10 // many are b.families

	roundLimit = 10 * time.Minute // as processLimit

	restCell   = "vault: a family at rest"
	perFamily  = "bytes on disk for each family"
	ofOneVault = "one vault"
	ofTwo      = "two vaults"
)

// deeds are those that are measured. Families that are drawn anew for each call are the hardest
// case: what one call has brought into memory is of use to no other. In a conversation there are
// some ten calls.
var deeds = []deed{
	{"get a recipe", getting, 1},
	{"get a recipe, ten times", getting, 10},
	{"list 20 recipes", listing, 1},
	{"list 20 recipes, ten times", listing, 10},
	{"search", searching, 1},
	{"create a recipe", creating, 1},
}

func deedCell(name string) string { return "vault with families: " + name + ", 8 in flight" }
func shareVaultCell(name string) string {
	return "vaults on PostgreSQL: " + name + ", 8 in flight at each"
}

// vaultsOf is the name of a vault with that many families.
func vaultsOf(where string, n int) string { return fmt.Sprintf("%d families, %s", n, where) }

// kitchens compares vaults with few families and many, on both databases, and two vaults on
// one database with one.
type kitchens struct {
	*bench

	program contestant
	ends    []func()
	urls    map[string]string // of databases, by the names of their vaults
	data    map[string]string // directories, by the same
	random  *rand.Rand
}

func (b *bench) buildFamilies(ctx context.Context) (_ *kitchens, err error) {
	k := &kitchens{bench: b, urls: map[string]string{}, data: map[string]string{}, random: rand.New(rand.NewPCG(1, 2))} //nolint:gosec // whose recipe is asked for
	b.say("building cmd/recipe-vault")
	args, err := b.goBuild(ctx, "cmd/recipe-vault")
	if err != nil {
		return nil, err
	}
	k.program = contestant{"recipe-vault", args}
	for _, n := range []int{fewFamilies, b.families} {
		b.say("%d families with %d recipes each", n, households.Recipes)
		file := filepath.Join(b.dir, fmt.Sprintf("families-%d", n), "recipes.db")
		k.data[vaultsOf(onSQLite, n)] = filepath.Dir(file)
		if err := k.fill(ctx, onSQLite, "sqlite", file, "sqlite:"+file, n); err != nil {
			return k, err
		}
		url, data, end, err := startPostgres(ctx)
		k.ends = append(k.ends, end)
		if err != nil {
			b.say("PostgreSQL is left out: %v", err)
			continue
		}
		k.data[vaultsOf(onPostgres, n)] = data
		if err := k.fill(ctx, onPostgres, "pgx", url, url, n); err != nil {
			return k, err
		}
	}
	return k, nil
}

func (k *kitchens) end() {
	if k != nil {
		for _, end := range k.ends {
			end()
		}
	}
}

// fill has a vault make its tables, fills them, and adds what a family takes.
func (k *kitchens) fill(ctx context.Context, where, driver, source, url string, n int) error {
	name := vaultsOf(where, n)
	k.urls[name] = url
	v, err := k.serve(ctx, name)
	if err != nil {
		return err
	}
	before, err := households.Size(ctx, driver, source)
	v.Kill()
	if err != nil {
		return err
	}
	if err := households.Fill(ctx, driver, source, n); err != nil {
		return err
	}
	after, err := households.Size(ctx, driver, source)
	k.results.add(restCell, name, perFamily, float64(after-before)/float64(n))
	return err
}

// serve starts a vault on the database of that name.
func (k *kitchens) serve(ctx context.Context, name string) (*vaultProcess, error) {
	address, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	p, err := drive.Start(ctx, drive.Command{Args: k.program.args, Env: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + k.dir, "LOG_LEVEL=error", "API_KEY=" + benchKey, "HTTP_ADDR=" + address, "DATABASE_URL=" + k.urls[name],
	}})
	if err != nil {
		return nil, err
	}
	v := &vaultProcess{Process: p, base: "http://" + address}
	if err := v.await(ctx); err != nil {
		p.Kill()
		return nil, err
	}
	return v, nil
}

// warm serves a vault that knows its n families, with its data in memory.
func (k *kitchens) warm(ctx context.Context, name string, n int) (*vaultProcess, error) {
	if err := preread(k.data[name]); err != nil {
		return nil, err
	}
	v, err := k.serve(ctx, name)
	if err != nil {
		return nil, err
	}
	if err := v.greet(ctx, n); err != nil {
		v.Kill()
		return nil, err
	}
	return v, nil
}

// run measures one round.
func (k *kitchens) run(ctx context.Context, _ int) error {
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	vaults := map[string]*vaultProcess{}
	for _, n := range []int{fewFamilies, k.families} {
		for _, where := range []string{onPostgres, onSQLite} {
			name := vaultsOf(where, n)
			if k.urls[name] == "" {
				continue
			}
			v, err := k.warm(ctx, name, n)
			if err != nil {
				return err
			}
			defer v.Kill()
			vaults[name] = v
		}
	}
	for _, d := range deeds {
		t := tallies{}
		var sides []side
		for _, where := range []string{onPostgres, onSQLite} {
			for _, n := range []int{fewFamilies, k.families} {
				if v := vaults[vaultsOf(where, n)]; v != nil {
					sides = append(sides, k.side(ctx, t, vaultsOf(where, n), d, n, v))
				}
			}
		}
		if err := k.alternate(deedCell(d.name), callsPerSecond, k.turns(), sides...); err != nil {
			return err
		}
		k.recordAll(deedCell(d.name), t)
	}
	for name, v := range vaults {
		if _, peak, err := v.Memory(); err == nil {
			k.results.add(restCell, name, peakMemory, float64(peak))
		}
	}
	return k.share(ctx, vaults[vaultsOf(onPostgres, k.families)])
}

// share compares two vaults on one database with one. Each has eight callers, who are its own:
// half of the load would be another comparison, since a process that has less to do at a time
// takes more CPU for each call, with or without a second one.
func (k *kitchens) share(ctx context.Context, first *vaultProcess) error {
	if first == nil {
		return nil
	}
	second, err := k.warm(ctx, vaultsOf(onPostgres, k.families), k.families)
	if err != nil {
		return err
	}
	defer second.Kill()
	for _, d := range deeds {
		if d.row > 1 {
			continue
		}
		t := tallies{}
		one := k.side(ctx, t, ofOneVault, d, k.families, first)
		two := k.side(ctx, t, ofTwo, d, k.families, first, second)
		if err := k.alternate(shareVaultCell(d.name), callsPerSecond, k.turns(), one, two); err != nil {
			return err
		}
		k.recordAll(shareVaultCell(d.name), t)
	}
	return nil
}

// side makes requests of vaults in turn, as [tallies.of] does.
func (k *kitchens) side(ctx context.Context, t tallies, name string, d deed, families int, vaults ...*vaultProcess) side {
	return t.of(name, func() (drive.Sample, error) { return load(ctx, k.random.Uint64(), d, families, 3*spell, vaults) })
}

// familiesGoals are those of recipe-vault with families.
func (b *bench) familiesGoals() []goal {
	var goals []goal
	for _, d := range deeds {
		for _, where := range []string{onPostgres, onSQLite} {
			if d.kind == creating || d.kind == searching {
				continue
			}
			goals = append(goals, goal{
				fmt.Sprintf("p50, %s: %d families to %d, on %s", d.name, b.families, fewFamilies, where),
				b.results.ratio(deedCell(d.name), vaultsOf(where, b.families), p50, vaultsOf(where, fewFamilies)), growthSlack, false, "",
			})
		}
		if d.row > 1 {
			continue
		}
		goals = append(goals, goal{
			"CPU per call, " + d.name + ": two vaults to one", b.results.ratio(shareVaultCell(d.name), ofTwo, cpuPerCall, ofOneVault), 1.1, false, "",
		})
	}
	return goals
}

func (b *bench) familiesTables(t *strings.Builder) {
	calls := []column{{callsPerSecond, plain, true}, {p50, microseconds, true}, {p99, microseconds, true}, {cpuPerCall, microseconds, true}}
	names := []string{
		vaultsOf(onPostgres, fewFamilies), vaultsOf(onPostgres, b.families), vaultsOf(onSQLite, fewFamilies), vaultsOf(onSQLite, b.families),
	}
	for _, d := range deeds {
		b.tableOf(t, deedCell(d.name), names, names[0], calls)
		b.tableOf(t, shareVaultCell(d.name), []string{ofOneVault, ofTwo}, ofOneVault, calls)
	}
	b.tableOf(t, restCell, names, names[0], []column{{perFamily, kibibytes, false}, {peakMemory, kibibytes, false}})
}

// benchKey is the key of the vaults.
const benchKey = "a-key-of-the-benchmark-that-is-long-enough"
