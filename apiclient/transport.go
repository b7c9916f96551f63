package apiclient

import (
	"net"
	"net/http"
	"time"
)

const (
	defaultMaxConns = 16
	maxHeaderBytes  = 64 << 10
	// writeIdle is below the two seconds that are promised for idle connections.
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
	follow := redirects(checkRedirect)
	if o.NoRedirect {
		follow = noRedirect
	}
	c.reader, c.writer = retrying(read, follow), retrying(write, follow)
}

// newPool returns a transport that uses HTTP/1.1 only: it is then certain whether a
// request was sent, and a dead connection delays a single call.
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
