package doctor

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// maxLooks bounds how often descendants looks for more. One look in vain isn't
// enough: a thread may start a program until its process has stopped as a whole.
const (
	maxLooks = 100
	inVain   = 3
)

// descendants finds all that root has started and that has a living line of
// parents up to it, in whatever process group it is. Each is stopped when it is
// found, root first, so that it starts no more.
func descendants(root int) []int {
	found := []int{root}
	_ = syscall.Kill(root, syscall.SIGSTOP)
	for look, vain := 0, 0; look < maxLooks && vain < inVain; look++ {
		children := childrenByParent()
		before := len(found)
		for i := 0; i < len(found); i++ {
			for _, child := range children[found[i]] {
				if !slices.Contains(found, child) {
					_ = syscall.Kill(child, syscall.SIGSTOP)
					found = append(found, child)
				}
			}
		}
		vain++
		if len(found) > before {
			vain = 0
		}
	}
	return found[1:]
}

func childrenByParent() map[int][]int {
	children := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is a good one
	for _, path := range stats {
		text, err := os.ReadFile(path) //nolint:gosec // the system's own
		if err != nil {
			continue // it has ended
		}
		// "PID (NAME) STATE PARENT …", and a name may hold anything: proc(5).
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil || len(fields) < 2 {
			continue
		}
		if parent, err := strconv.Atoi(string(fields[1])); err == nil {
			children[parent] = append(children[parent], pid)
		}
	}
	return children
}
