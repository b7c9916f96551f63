//go:build !unix

package reliability_test

import (
	"errors"
	"os"
)

// terminate can't be done here.
func terminate(*os.Process) error { return errors.ErrUnsupported }
