// Command emptyserver answers every request at HTTP_ADDR with 200: what a Go program with
// net/http takes to start.
package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	err := http.ListenAndServe(os.Getenv("HTTP_ADDR"), http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})) //nolint:gosec // no limits is the point
	fmt.Fprintln(os.Stderr, "emptyserver:", err)
	os.Exit(1)
}
