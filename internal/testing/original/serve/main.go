// Command serve runs the stand-in for the original server, to try a client on it
// by hand:
//
//	go run ./internal/testing/original/serve -lock-every 3
package main

import (
	"flag"
	"log"
	"net/http"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/original"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:3000", "address to listen on")
	key := flag.String("key", "the-key-of-the-house", "what requests must carry as X-API-Key")
	families := flag.String("families", "alice@example.com,bob@example.com carol@example.com", "families between blanks, members between commas")
	lock := flag.Int64("lock-every", 0, "answer every n-th request with 500 and do nothing; 0: none")
	unread := flag.Int64("unread-every", 0, "answer every n-th write with 500 after it was saved; 0: none")
	flag.Parse()
	o := original.Options{
		Key:   *key,
		Later: func(d time.Duration, rate func()) { time.AfterFunc(d, rate) },
	}
	for family := range strings.FieldsSeq(*families) {
		o.Families = append(o.Families, strings.Split(family, ","))
	}
	if *lock > 0 {
		o.Locked = original.Every(*lock)
	}
	if *unread > 0 {
		o.Unread = original.Every(*unread)
	}
	server := http.Server{Addr: *listen, Handler: original.New(o), ReadHeaderTimeout: 10 * time.Second}
	log.Printf("listening on http://%s", *listen)
	log.Fatal(server.ListenAndServe())
}
