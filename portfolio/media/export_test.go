package media

import "os"

// SetWrite replaces how the folder writes to files.
func (f *Folder) SetWrite(write func(*os.File, []byte) (int, error)) { f.write = write }
