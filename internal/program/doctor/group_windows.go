package doctor

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a program with all that it starts: they are one job. What the program
// starts before it is put into the job is not.
type group struct {
	cmd *exec.Cmd
	job windows.Handle // 0: there is none, and only the program itself is ended
}

func newGroup(cmd *exec.Cmd) *group {
	g := &group{cmd: cmd}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return g
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))) //nolint:gosec // how Windows takes it
	if err != nil {
		_ = windows.CloseHandle(job)
		return g
	}
	g.job = job
	return g
}

// adopt puts the program, which runs, into the job.
func (g *group) adopt() {
	if g.job != 0 {
		_ = g.cmd.Process.WithHandle(func(h uintptr) {
			_ = windows.AssignProcessToJobObject(g.job, windows.Handle(h)) // kill ends the program in any case
		})
	}
}

func (g *group) kill() error {
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1)
	}
	return g.cmd.Process.Kill()
}

// close closes the job, which ends what is left in it.
func (g *group) close() {
	if g.job != 0 {
		_ = windows.CloseHandle(g.job)
	}
}
