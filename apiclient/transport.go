package apiclient

import (
	"net"
	"net/http"
	"time"
)

const (
	defaultMaxConns = 16
	maxHeaderBytes  = 64 << 10
	// writeIdle stays under the two seconds promised for the age of an idle connection.
	writeIdle = 1900 * time.Millisecond
)

func (c *Client) setTransports(o Options) {
	read, write := o.Transport, o.Transport
	if o.Transport == nil {
		conns := o.MaxConns
		if conns <= 0 {
			conns = defaultMaxConns
		}
		pool := c.newPool(conns, 90*time.Second)
		fresh := c.newPool(conns, writeIdle)
		c.pools = []*http.Transport{pool, fresh}
		read, write = pool, fresh
	}
	c.reader, c.writer = retrying(read), retrying(write)
}

// newPool returns a transport that speaks HTTP/1.1 alone: whether a request was
// sent can be told for certain, and a dead connection holds up one call.
func (c *Client) newPool(conns int, idle time.Duration) *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	pool := &http.Transport{
		DialContext:            (&net.Dialer{Timeout: c.timeout, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:    c.timeout,
		MaxIdleConns:           conns,
		MaxIdleConnsPerHost:    conns,
		IdleConnTimeout:        idle,
		MaxResponseHeaderBytes: maxHeaderBytes,
		Protocols:              protocols,
	}
	c.proxy.use(pool)
	return pool
}
