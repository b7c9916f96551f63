package layout

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// Limits of posts and cards.
const (
	MaxPosts   = 100
	maxTitle   = 150
	maxExcerpt = 500
	maxTags    = 10
	maxTag     = 30
	maxName    = 100 // of an author or a category
)

// Posts is the data of a list of posts.
type Posts struct {
	Type  string `json:"type"`
	Posts []Post `json:"posts"`
}

// Post is one of them.
type Post struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Excerpt  string   `json:"excerpt"`
	Author   string   `json:"author,omitzero"`
	Date     string   `json:"date,omitzero"`
	Image    string   `json:"image,omitzero"`
	Category string   `json:"category,omitzero"`
	Tags     []string `json:"tags,omitempty"`
}

// Layout returns [PostList].
func (d *Posts) Layout() string { return PostList }

// Len is how many posts there are.
func (d *Posts) Len() int { return len(d.Posts) }

// Line is the post i: title, date and author, and how it begins.
func (d *Posts) Line(i int) string {
	p := d.Posts[i]
	line := p.Title
	if by := strings.Join(nonEmpty(p.Date, p.Author), ", "); by != "" {
		line += " (" + by + ")"
	}
	if p.Excerpt != "" {
		line += ": " + p.Excerpt
	}
	return rule.Line(line)
}

func (d *Posts) images() (images []string) {
	for _, p := range d.Posts {
		images = append(images, p.Image)
	}
	return images
}

func readPosts(r reader, path string, v jsontext.Value) Data {
	d := &Posts{Type: PostList, Posts: []Post{}}
	members := r.object(path, v, "type", "posts")
	ids := map[string]bool{}
	for i, v := range r.array(below(path, "posts"), members["posts"], 0, MaxPosts) {
		p := at(below(path, "posts"), i)
		m := r.object(p, v, "id", "title", "excerpt", "author", "date", "image", "category", "tags")
		var id string
		if v := m["id"]; v.Kind() == '0' && len(v) < 20 {
			id = string(v)
		} else {
			id = r.text(p+".id", v, rule.Text{Min: 1, Max: maxName})
		}
		post := Post{
			ID:       id,
			Title:    r.text(p+".title", m["title"], rule.Text{Min: 1, Max: maxTitle}),
			Excerpt:  r.text(p+".excerpt", m["excerpt"], rule.Text{Max: maxExcerpt, Lines: true}),
			Author:   r.text(p+".author", m["author"], rule.Text{Max: maxName}),
			Date:     r.text(p+".date", m["date"], rule.Text{Max: 40}),
			Image:    r.image(p+".image", m["image"]),
			Category: r.text(p+".category", m["category"], rule.Text{Max: maxName}),
		}
		for j, v := range r.array(p+".tags", m["tags"], 0, maxTags) {
			post.Tags = append(post.Tags, r.text(at(p+".tags", j), v, rule.Text{Min: 1, Max: maxTag}))
		}
		r.unique(p+".id", post.ID, ids)
		if !isDate(post.Date) {
			r.faults.Add(p+".date", "format", "Write a date as 2026-01-31, or a time as 2026-01-31T10:00:00Z.")
		}
		d.Posts = append(d.Posts, post)
	}
	return d
}

// records are what other layouts can show of posts.
func (d *Posts) records() (rs records) {
	for _, p := range d.Posts {
		rs.all = append(rs.all, record{
			title: p.Title, text: p.Excerpt, author: p.Author, date: p.Date,
			image: p.Image, badge: p.Category, tags: p.Tags,
		})
	}
	return rs
}

func makePosts(rs records) Data {
	d := &Posts{Type: PostList, Posts: []Post{}}
	for i, r := range rs.all[:min(len(rs.all), MaxPosts)] {
		excerpt := r.text
		if excerpt == "" {
			excerpt = strings.Join(nonEmpty(append([]string{r.subtitle, r.price}, r.more...)...), " · ")
		}
		p := Post{
			ID: strconv.Itoa(i + 1), Title: r.name(maxTitle), Excerpt: rule.Shorten(excerpt, maxExcerpt),
			Author: rule.Shorten(r.author, maxName), Image: r.image, Category: rule.Shorten(r.badge, maxName),
		}
		if isDate(r.date) {
			p.Date = r.date
		}
		for _, tag := range r.tags[:min(len(r.tags), maxTags)] {
			p.Tags = append(p.Tags, rule.Shorten(tag, maxTag))
		}
		d.Posts = append(d.Posts, p)
	}
	return d
}
