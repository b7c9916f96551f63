package catalog

import (
	_ "embed"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// topicsFile has what topics/*.yaml say, and is written from them by TestTopics,
// for the same reason as builtin.txt. Its first line has the ids of ideas, by whose places in it
// the others name them. A line for each topic follows, then an empty one, then a line for each
// phrase, in the order of bytes: its stems, a tab, and the numbers of the topics that it means.
//
//go:embed topics.txt
var topicsFile string

// Topics are what people say of whom a gift is for, and the ideas of the built-in catalog that
// a shop assistant reaches for when they do.
type Topics struct {
	ids, topics []string
	phrases     Phrases
}

// Phrases are in the order of their bytes.
type Phrases []TopicPhrase

// Topic is one of [Topics].
type Topic struct {
	Number int
	Name   string
	Stage  Stage
	Unless []string // stems of words by which something else is meant
	// Best and Good are the ids of ideas: the first of Best comes to mind first, and Good would
	// do as well.
	Best, Good []string
}

// Stage is the age of people whom a topic is about.
type Stage string

// The stages.
const (
	AnyStage Stage = ""
	Young    Stage = "young" // under 18
	Grown    Stage = "grown"
)

// TopicPhrase is what people say who mean some topics.
type TopicPhrase string

// ReadTopics returns the topics of the built-in catalog, which are cut into lines once. They
// name ideas by id, so that they hold for a catalog made from the built-in one too, and say
// nothing of others.
var ReadTopics = sync.OnceValue(func() *Topics { return cutTopics(topicsFile) })

func cutTopics(file string) *Topics {
	ids, rest, _ := strings.Cut(file, "\n")
	topics, phrases, _ := strings.Cut(rest, "\n\n")
	t := &Topics{strings.Split(ids, ","), strings.Split(topics, "\n"), make(Phrases, 0, strings.Count(phrases, "\n")+1)}
	for line := range strings.Lines(phrases) {
		t.phrases = append(t.phrases, TopicPhrase(line))
	}
	return t
}

// Len returns how many topics there are.
func (t *Topics) Len() int { return len(t.topics) }

// Topic returns the topic of a number.
func (t *Topics) Topic(n int) Topic {
	fields := strings.Split(t.topics[n], "|")
	topic := Topic{Number: n, Name: fields[0], Stage: Stage(fields[1]), Best: t.ideas(fields[3]), Good: t.ideas(fields[4])}
	if fields[2] != "" {
		topic.Unless = strings.Split(fields[2], ",")
	}
	return topic
}

func (t *Topics) ideas(list string) []string {
	var ids []string
	for place := range numbers(list) {
		ids = append(ids, t.ids[place])
	}
	return ids
}

// AgentMark is at the end of the stems of phrases' words that are meant only with "er": who says
// "builder" doesn't mean whoever builds something.
const AgentMark = "~"

// Beginning returns the phrases whose first stem is stem.
func (t *Topics) Beginning(stem string) Phrases { return t.phrases.Beginning(stem) }

// Beginning returns those whose first stems are the ones given, parted by spaces.
func (list Phrases) Beginning(stems string) Phrases {
	from, _ := slices.BinarySearchFunc(list, stems, func(p TopicPhrase, stems string) int {
		switch {
		case p.begins(stems):
			return 0
		case string(p) < stems:
			return -1
		}
		return 1
	})
	n, _ := slices.BinarySearchFunc(list[from:], stems, func(p TopicPhrase, stems string) int {
		if p.begins(stems) {
			return -1
		}
		return 1
	})
	return list[from : from+n]
}

func (p TopicPhrase) begins(stems string) bool {
	return len(p) > len(stems) && p[len(stems)] <= ' ' && string(p[:len(stems)]) == stems
}

// Stems are those of the phrase's words, in order, parted by spaces.
func (p TopicPhrase) Stems() string {
	stems, _, _ := strings.Cut(string(p), "\t")
	return stems
}

// Topics are the numbers of the topics that the phrase means.
func (p TopicPhrase) Topics() iter.Seq[int] {
	_, list, _ := strings.Cut(strings.TrimSuffix(string(p), "\n"), "\t")
	return numbers(list)
}

// numbers are those of a list; what is none is passed over.
func numbers(list string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for s := range strings.SplitSeq(list, ",") {
			if n, err := strconv.Atoi(s); err == nil && !yield(n) {
				return
			}
		}
	}
}
