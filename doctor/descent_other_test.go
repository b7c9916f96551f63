//go:build !linux

package doctor_test

import "os/exec"

func alone(*exec.Cmd) {}
