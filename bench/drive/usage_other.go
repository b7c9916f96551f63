//go:build !linux

package drive

import (
	"errors"
	"time"
)

var errUsage = errors.New("processor time and memory of another process are read on Linux alone")

// CPU can't be told here.
func (p *Process) CPU() (time.Duration, error) { return 0, errUsage }

// Memory can't be told here.
func (p *Process) Memory() (now, peak int64, err error) { return 0, 0, errUsage }
