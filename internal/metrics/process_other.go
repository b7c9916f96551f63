//go:build !linux

package metrics

func (*exposition) kernel() {}
