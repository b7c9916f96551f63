package markup_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

func rendered(t testing.TB, nodes []*html.Node) string {
	t.Helper()
	var b bytes.Buffer
	for _, n := range nodes {
		if err := html.Render(&b, n); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestClean(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, source, want string }{
		{"nothing", " \n ", ""},
		{"what is allowed", "<p>a <strong>b</strong> <em>c</em><br>d</p><ul><li>e</li></ul><ol><li>f</li></ol>",
			"<p>a <strong>b</strong> <em>c</em><br/>d</p><ul><li>e</li></ul><ol><li>f</li></ol>"},
		{"attributes", `<p class="x" onclick="y()" style="color:red">a <strong id=z>b</strong></p>`, "<p>a <strong>b</strong></p>"},
		{"plain text", "a\nb\n\nc < d & e\r\n\r\nf", "<p>a\nb</p><p>c &lt; d &amp; e</p><p>f</p>"},
		{"scripts", "a<script>alert(1)</script><style>p{}</style><svg><text>x</text></svg><iframe>y</iframe><template><p>z</p></template>b", "<p>ab</p>"},
		{"other elements", `<h1>a</h1><div>b <a href="javascript:alert(1)">c</a> <b>d</b></div><img src=x onerror=alert(1)>e`, "<p>a</p><p>b c d</p><p>e</p>"},
		{"a form", "<form action=/x><input name=y><button>z</button></form>", "<p>z</p>"},
		{"a table", "<table><tr><td>a</td><td>b</td></tr></table>", "<p>a</p><p>b</p>"},
		{"comments", "a<!-- b --><!DOCTYPE x><?c?>d", "<p>ad</p>"},
		{"a list in a list", "<ul><li>a<ol><li>b</li></ol></li></ul>", "<ul><li>a<ol><li>b</li></ol></li></ul>"},
		{"items without a list", "<li>a</li><li>b</li>", "<p>a</p><p>b</p>"},
		{"a list without items", "<ul>a<p>b</p></ul><ol> </ol>", "<ul><li>a</li><li> b </li></ul>"},
		{"blocks in a line", "<strong><div>a</div><div>b</div></strong>", "<p><strong> a  b </strong></p>"},
		{"not closed", "<p><strong>a<p>b", "<p><strong>a</strong></p><p><strong>b</strong></p>"},
		{"entities", "&lt;script&gt;a&lt;/script&gt;", "<p>&lt;script&gt;a&lt;/script&gt;</p>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := rendered(t, markup.Clean(test.source)); got != test.want {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
		})
	}
}

// What is nested too deep for a parser is shown as it was written.
func TestClean_Deep(t *testing.T) {
	t.Parallel()
	const deep = 1000
	source := strings.Repeat("<div>", deep) + "a"
	if got := markup.Text(markup.Clean(source)...); got != source+"\n" {
		t.Errorf("%.100s", got)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	if got := markup.Text(markup.Clean("<p>a <em>b</em><br>c</p><ul><li>d</li><li>e</li></ul>")...); got != "a b\nc\nd\ne\n\n" {
		t.Errorf("%q", got)
	}
}

// FuzzClean holds that a browser finds nothing in a clean text but what is allowed.
func FuzzClean(f *testing.F) {
	for _, seed := range []string{
		"<p>a</p>", "<svg><style><img src=x onerror=alert(1)>", "<math><mtext><table><mglyph><style><!--</style><img title='--><img src=1 onerror=alert(1)>'>",
		"<noscript><p title='</noscript><img src=x onerror=alert(1)>'>", "<ul><table><li><strong><p>", "<select><li>", "<plaintext>a", "\x00\xff<a\x00b>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		text := rendered(t, markup.Clean(source))
		nodes, err := html.ParseFragment(strings.NewReader(text), nil)
		if err != nil {
			t.Skip("nested too deep")
		}
		var check func(n *html.Node)
		check = func(n *html.Node) {
			switch n.Type {
			case html.TextNode:
			case html.ElementNode:
				switch n.Data {
				case "html", "head", "body": // of the parser
				case "p", "strong", "em", "ul", "ol", "li", "br":
				default:
					t.Errorf("<%s> of %q", n.Data, text)
				}
				if n.Attr != nil {
					t.Errorf("attributes of %q", text)
				}
			default:
				t.Errorf("a node of type %d of %q", n.Type, text)
			}
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				check(c)
			}
		}
		for _, n := range nodes {
			check(n)
		}
	})
}
