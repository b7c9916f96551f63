package s3fake

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"regexp"
	"testing"
	"time"
)

// jar is the environment variable with the path of Adobe's S3Mock, an imitation by others: the
// file s3mock-VERSION-exec.jar of com.adobe.testing:s3mock. It needs Java 17.
const jar = "TEST_S3MOCK"

// mockLimit bounds the start of Java on a busy machine.
const mockLimit = 2 * time.Minute

// ports is the line of the log with the ports that are open; the third one is the one here.
var ports = regexp.MustCompile(`Tomcat started on ports \d+ \(https\), \d+ \(http\), (\d+) \(http\), \d+ \(https\)`)

// StartMock starts S3Mock and returns its address, and skips the test where there is none.
func StartMock(t testing.TB) string {
	t.Helper()
	path := os.Getenv(jar)
	if path == "" {
		t.Skipf("it needs S3Mock: name the path of s3mock-5.2.0-exec.jar in %s", jar)
	}
	// The test ends it after the last of its subtests.
	ctx, cancel := context.WithCancel(context.Background())
	c := exec.CommandContext(ctx, "java", "-jar", path, "--spring.profiles.active=vectors", "--server.port=0", //nolint:gosec // the file that the variable names
		"--com.adobe.testing.s3mock.http-port=0", "--com.adobe.testing.s3mock.vectors.http-port=0", "--com.adobe.testing.s3mock.vectors.https-port=0",
		"--com.adobe.testing.s3mock.store.root="+t.TempDir())
	c.Dir = t.TempDir()
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		cancel()
		t.Fatalf("%s says that there is S3Mock: %v", jar, err)
	}
	started := make(chan string, 1)
	read := make(chan struct{})
	go func() {
		defer close(read)
		log := bufio.NewScanner(out)
		for log.Scan() {
			if m := ports.FindStringSubmatch(log.Text()); m != nil {
				started <- "http://127.0.0.1:" + m[1]
			}
		}
		close(started)
	}()
	t.Cleanup(func() {
		cancel()
		<-read
		_ = c.Wait() // it was killed
	})
	select {
	case address, ok := <-started:
		if !ok {
			t.Fatal("S3Mock ended before it had started")
		}
		return address
	case <-time.After(mockLimit):
		t.Fatal("S3Mock doesn't start")
		return ""
	}
}
