package drive

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
)

// Streams are clients that listen for changes of the list of tools, each on a
// connection of its own.
type Streams struct {
	web  *Web
	open []stream
}

type stream struct {
	*connection
	events *bufio.Reader
	id     int
}

// Listen opens n streams and returns when each is acknowledged.
func (w *Web) Listen(n int) (*Streams, error) {
	s := &Streams{web: w}
	for i := range n {
		if err := s.add(firstID + i); err != nil {
			s.Close()
			return nil, w.failure(fmt.Errorf("stream %d: %w", i+1, err))
		}
	}
	return s, nil
}

func (s *Streams) add(id int) error {
	c, err := s.web.dial()
	if err != nil {
		return err
	}
	s.open = append(s.open, stream{c, nil, id})
	if _, err := c.Write(s.web.call(Modern, id, "subscriptions/listen", "", `"notifications":{"toolsListChanged":true}`)); err != nil {
		return err
	}
	head, err := c.readHead()
	if err != nil {
		return err
	}
	if head.status != http.StatusOK || head.length >= 0 {
		return fmt.Errorf("status %d, and not a stream", head.status)
	}
	st := &s.open[len(s.open)-1]
	st.events = bufio.NewReader(httputil.NewChunkedReader(c.reader))
	return st.expect("notifications/subscriptions/acknowledged")
}

// Watch opens n streams that clients of the handshake era open with GET, on the endpoints in
// turn, and returns when each has begun. A few come from each of this computer's addresses,
// since servers bound those of one.
func (w *Web) Watch(n int, paths []string) (*Streams, error) {
	const each = 4
	s := &Streams{web: w}
	for i := range n {
		from := net.IPv4(127, 0, byte(1+i/each/250), byte(1+i/each%250))
		if err := s.watch(from, paths[i%len(paths)]); err != nil {
			s.Close()
			return nil, w.failure(fmt.Errorf("stream %d: %w", i+1, err))
		}
	}
	return s, nil
}

func (s *Streams) watch(from net.IP, path string) error {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}
	conn, err := d.Dial("tcp", s.web.host)
	if err != nil {
		return err
	}
	c := &connection{Conn: conn, reader: bufio.NewReaderSize(conn, 4<<10)}
	s.open = append(s.open, stream{connection: c})
	if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: "+s.web.host+"\r\nAccept: text/event-stream\r\nMCP-Protocol-Version: "+string(Handshake)+"\r\n\r\n"); err != nil {
		return err
	}
	head, err := c.readHead()
	if err == nil && (head.status != http.StatusOK || head.length >= 0) {
		err = fmt.Errorf("status %d, and not a stream", head.status)
	}
	return err
}

// expect reads up to the next event, which must be that notification of this stream.
func (s *stream) expect(method string) error {
	for {
		line, err := s.events.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return errors.New("the stream has ended")
		}
		if err != nil {
			return err
		}
		message, isData := strings.CutPrefix(line, "data:")
		switch {
		case !isData || strings.TrimSpace(message) == "":
		case !strings.Contains(message, `"`+method+`"`):
			return fmt.Errorf("got %.300s, want %s", message, method)
		case !strings.Contains(message, fmt.Sprintf(`"io.modelcontextprotocol/subscriptionId":%d`, s.id)):
			return fmt.Errorf("an event is of another stream: %.300s", message)
		default:
			return nil
		}
	}
}

// Changed has the list changed, and returns when each stream has told of it.
func (s *Streams) Changed() error {
	if err := s.web.Tell("change"); err != nil {
		return err
	}
	for i := range s.open {
		if err := s.open[i].expect("notifications/tools/list_changed"); err != nil {
			return s.web.failure(fmt.Errorf("stream %d: %w", i+1, err))
		}
	}
	return nil
}

// Close ends the streams.
func (s *Streams) Close() {
	for _, st := range s.open {
		st.close()
	}
}
