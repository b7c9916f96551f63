package apiclient

import (
	"net/http"
	"net/url"
	"strings"
)

const maxRedirects = 5

// redirects says which redirects are followed, as [http.Client].CheckRedirect does.
type redirects func(req *http.Request, via []*http.Request) error

// noRedirect returns a redirect as the answer.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// checkRedirect follows redirects of a GET within the origin. Any other redirect is
// returned as the answer and classified as such: net/http would send the key to the
// other host, and turn a POST into a GET.
func checkRedirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	if first.Method != http.MethodGet || len(via) > maxRedirects || origin(req.URL) != origin(first.URL) {
		return http.ErrUseLastResponse
	}
	return nil
}

// origin returns the scheme, host and port of u.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return strings.ToLower(u.Scheme + "://" + u.Hostname() + ":" + port)
}

// redirectTarget returns where a redirect leads, without user, path and query.
func redirectTarget(resp *http.Response) (target string, leaves bool) {
	to, err := resp.Location()
	if err != nil || to.Host == "" {
		return "", false
	}
	leaves = origin(to) != origin(resp.Request.URL)
	if to.Scheme != resp.Request.URL.Scheme {
		return to.Scheme + "://" + to.Host, leaves
	}
	return to.Host, leaves
}
