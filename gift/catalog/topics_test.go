package catalog_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// topic is an entry of topics/*.yaml. WRITING.md says what is in it.
type topic struct {
	file   string
	Topic  string        `yaml:"topic"`
	Said   []string      `yaml:"said"`
	Unless []string      `yaml:"unless"`
	For    catalog.Stage `yaml:"for"`
	Best   []string      `yaml:"best"`
	Good   []string      `yaml:"good"`
}

func readTopics(t *testing.T) []topic {
	t.Helper()
	names, err := fs.Glob(os.DirFS("."), "topics/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all []topic
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var list []topic
		d := yaml.NewDecoder(bytes.NewReader(text))
		d.KnownFields(true)
		if err := d.Decode(&list); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range list {
			list[i].file = name
		}
		all = append(all, list...)
	}
	return all
}

// TestTopics holds the topics of the program to the files that people edit.
func TestTopics(t *testing.T) {
	t.Parallel()
	want := topicLines(readTopics(t), ideas(t))
	if *update {
		if err := os.WriteFile("topics.txt", want, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile("topics.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("topics.txt is stale; go test ./gift/catalog -run TestTopics -update writes it")
	}
}

// topicLines is what topics.txt has to say.
func topicLines(topics []topic, c *catalog.Catalog) []byte {
	byName := map[string]string{}
	for _, g := range c.Gifts {
		byName[g.Name] = g.ID
	}
	var ids []string
	numbers := func(names []string) string {
		var list []string
		for _, name := range names {
			id := byName[name]
			n := slices.Index(ids, id)
			if n < 0 {
				n, ids = len(ids), append(ids, id)
			}
			list = append(list, strconv.Itoa(n))
		}
		return strings.Join(list, ",")
	}
	var lines strings.Builder
	meant := map[string][]int{}
	for n, it := range topics {
		var unless []string
		for _, w := range it.Unless {
			unless = append(unless, stemsOf(w))
		}
		fmt.Fprintf(&lines, "%s|%s|%s|%s|%s\n", it.Topic, it.For, strings.Join(unless, ","), numbers(it.Best), numbers(it.Good))
		for _, phrase := range it.Said {
			stems := stemsOf(phrase)
			if !slices.Contains(meant[stems], n) {
				meant[stems] = append(meant[stems], n)
			}
		}
	}
	var phrases []string
	for stems, numbers := range meant {
		phrases = append(phrases, stems+"\t"+strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ","), "[]"))
	}
	slices.Sort(phrases)
	return []byte(strings.Join(ids, ",") + "\n" + lines.String() + "\n" + strings.Join(phrases, "\n") + "\n")
}

// stemsOf are the stems of a phrase as descriptions are read: "5k" is a number and a word.
func stemsOf(phrase string) string {
	var apart strings.Builder
	last := ' '
	for _, r := range phrase {
		if unicode.IsDigit(last) != unicode.IsDigit(r) {
			apart.WriteByte(' ')
		}
		apart.WriteRune(r)
		last = r
	}
	list := words.All(apart.String())
	for i, w := range list {
		if list[i] = words.Root(w); words.Agent(w) {
			list[i] += catalog.AgentMark
		}
	}
	return strings.Join(list, " ")
}

// TestTopicLint holds each topic to WRITING.md, as far as a program can read.
func TestTopicLint(t *testing.T) {
	t.Parallel()
	known, seen := map[string]bool{}, map[string]bool{}
	for _, g := range ideas(t).Gifts {
		known[g.Name] = true
	}
	for _, it := range readTopics(t) {
		lint := func(ok bool, rule string) {
			if !ok {
				t.Errorf("topic %q: %s", it.Topic, rule)
			}
		}
		key := it.file + it.Topic + string(it.For)
		lint(it.Topic != "" && !seen[key] && !strings.ContainsAny(it.Topic, "|\n"), "must have a name of its own in its file")
		seen[key] = true
		lint(len(it.Said) > 0, "said is required")
		lint(len(it.Best) > 0 && len(it.Best) <= 8, "best must have one to eight ideas")
		lint(len(it.Good) <= 12, "good must have at most twelve ideas")
		lint(slices.Contains([]catalog.Stage{catalog.AnyStage, catalog.Young, catalog.Grown}, it.For), "for must be young or grown")
		for _, phrase := range append(slices.Clone(it.Said), it.Unless...) {
			lint(phrase == strings.ToLower(phrase) && !strings.ContainsAny(phrase, "'’,|") && stemsOf(phrase) != "", "must be in lower case, without apostrophes: "+phrase)
		}
		named := map[string]bool{}
		for _, name := range append(slices.Clone(it.Best), it.Good...) {
			lint(known[name], "no idea is named "+name)
			lint(!named[name], "has twice "+name)
			named[name] = true
		}
	}
}

// TestTopicsAreFound reads the topics as a program does.
func TestTopicsAreFound(t *testing.T) {
	t.Parallel()
	topics := catalog.ReadTopics()
	ids := map[string]bool{}
	for _, g := range ideas(t).Gifts {
		ids[g.ID] = true
	}
	for n, want := range readTopics(t) {
		got := topics.Topic(n)
		if got.Name != want.Topic || got.Stage != want.For || len(got.Best) != len(want.Best) || len(got.Good) != len(want.Good) || len(got.Unless) != len(want.Unless) {
			t.Errorf("topic %d is %+v, want %+v", n, got, want)
		}
		for _, id := range append(got.Best, got.Good...) {
			if !ids[id] {
				t.Errorf("%s: there is no idea %q", got.Name, id)
			}
		}
		for _, phrase := range want.Said {
			first, _, _ := strings.Cut(stemsOf(phrase), " ")
			if !slices.ContainsFunc(topics.Beginning(first), func(p catalog.TopicPhrase) bool {
				return p.Stems() == stemsOf(phrase) && slices.Contains(slices.Collect(p.Topics()), n)
			}) {
				t.Errorf("%s isn't found by %q", want.Topic, phrase)
			}
		}
	}
	if none := topics.Beginning("xyzzy"); len(none) > 0 || cmp.Compare(topics.Len(), 1) <= 0 {
		t.Errorf("got %q", none)
	}
}
