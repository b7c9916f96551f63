package apiclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// library is what the client must know of an API whose failures are
// {"error": {"code", "message"}}.
func library() apiclient.System {
	return apiclient.System{
		Name:     "The Library",
		Settings: apiclient.Settings{BaseURL: "LIBRARY_URL", Key: "LIBRARY_TOKEN"},
		Refusal: func(a apiclient.Answer) (apiclient.Refusal, bool) {
			var said struct {
				Error struct{ Code, Message string }
			}
			err := json.Unmarshal(a.Body, &said)
			return apiclient.Refusal{Text: said.Error.Message}, err == nil && said.Error.Code != ""
		},
	}
}

// A system's client is a few functions like this one.
func getBook(ctx context.Context, c *apiclient.Client, as *apiclient.Credentials, id string) (string, error) {
	var book struct{ ID, Title string }
	_, err := c.Do(ctx, apiclient.Request{
		Method: http.MethodGet,
		Path:   []string{"books", id},
		As:     as,
		Noun:   "book",
		ID:     id,
		Check: func(r *apiclient.Request, body []byte) ([]byte, error) {
			switch err := json.Unmarshal(body, &book); {
			case err != nil || book.Title == "":
				return nil, apiclient.ErrShape
			case book.ID != r.ID:
				return nil, apiclient.ErrOther
			}
			return body, nil
		},
	})
	return book.Title, err
}

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Bearer carol-token" && r.URL.Path == "/books/7" {
			_, _ = fmt.Fprint(w, `{"id": "7", "title": "Emma"}`)
			return
		}
		w.WriteHeader(http.StatusNotFound)
		_, _ = fmt.Fprint(w, `{"error": {"code": "NOT_FOUND", "message": "no such book"}}`)
	}))
	defer server.Close()

	client, err := apiclient.New(apiclient.Options{BaseURL: server.URL, System: library()})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	for _, token := range []string{"carol-token", "dave-token"} {
		as, err := client.Credentials(apiclient.Header{
			Name: "Authorization", Value: "Bearer " + token, Setting: "LIBRARY_TOKEN", Secrets: []string{token},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		title, err := getBook(context.Background(), client, as, "7")
		if e, ok := errors.AsType[*fault.Error](err); ok {
			fmt.Println(e.Kind, e)
			continue
		}
		fmt.Println(title)
	}
	// Output:
	// Emma
	// not_found No book with id 7 was found.
}
