package pgtest

import (
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// Encoded is the address of what lets everyone in as a server does, and says that its database
// is in an encoding. It answers nothing else, and needs no PostgreSQL.
func Encoded(t testing.TB, encoding string) (url string) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go letIn(c, encoding)
		}
	}()
	return "postgres://" + account + "@" + l.Addr().String() + "/encoded?sslmode=disable"
}

func letIn(c net.Conn, encoding string) {
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(startLimit))
	b := pgproto3.NewBackend(c, c)
	if _, err := b.ReceiveStartupMessage(); err != nil {
		return
	}
	b.Send(&pgproto3.AuthenticationOk{})
	b.Send(&pgproto3.ParameterStatus{Name: "server_encoding", Value: encoding})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	if err := b.Flush(); err != nil {
		return
	}
	_, _ = b.Receive() // that it is left
}
