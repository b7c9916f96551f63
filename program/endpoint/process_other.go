//go:build !linux

package endpoint

func (*exposition) kernel() {}
