package doctor

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// kin is a started program with all that it starts: they are one job. What the
// program starts before it is put into the job is not.
type kin struct {
	cmd *exec.Cmd
	job windows.Handle // 0: there is none, and only the program itself is ended
}

// newKin is called before the program starts.
func newKin(cmd *exec.Cmd) *kin {
	k := &kin{cmd: cmd}
	cmd.Cancel = k.kill
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return k
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))) //nolint:gosec // how Windows takes it
	if err != nil {
		_ = windows.CloseHandle(job)
		return k
	}
	k.job = job
	return k
}

// adopt is called once the program runs.
func (k *kin) adopt() {
	if k.job != 0 {
		_ = k.cmd.Process.WithHandle(func(h uintptr) {
			_ = windows.AssignProcessToJobObject(k.job, windows.Handle(h)) // kill ends the program in any case
		})
	}
}

func (k *kin) kill() error {
	if k.job != 0 {
		_ = windows.TerminateJobObject(k.job, 1)
	}
	return k.cmd.Process.Kill()
}

// end closes the job, which ends what is left in it.
func (k *kin) end() {
	if k.job != 0 {
		_ = windows.CloseHandle(k.job)
	}
}
