package jsonrpc

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// cancel settles the call of exactly that id without an answer.
func (c *Conn) cancel(id []byte) {
	c.mu.Lock()
	call := c.calls[string(id)]
	if call == nil || call.state == settled {
		c.mu.Unlock()
		return
	}
	if call.state == running {
		call.cancel()
	} else if c.queue.remove(call) {
		c.startLocked() // a write at the head may have held back others
	}
	complete := c.settleLocked(call, response{})
	c.changed.Broadcast()
	c.mu.Unlock()
	c.send(complete)
}

// cancelledID returns the raw requestId of a cancel's params; nil when there is
// none, or when a name that comes twice leaves it open which.
func cancelledID(params []byte) []byte {
	var p struct {
		RequestID jsontext.Value `json:"requestId"`
	}
	if err := json.Unmarshal(params, &p, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil
	}
	return p.RequestID
}
