package apiclient

import "context"

// Buffer is memory for one answer at a time. A caller that is done with an
// answer may use its buffer for the next call; the zero value is ready. It must
// not be shared by calls that run at the same time.
type Buffer struct{ b []byte }

// maxKept bounds what an idle buffer holds on to.
const maxKept = 1 << 20

// Recycle prepares the buffer for another call. The answer that lies in it is
// no longer to be used.
func (b *Buffer) Recycle() {
	if cap(b.b) > maxKept {
		b.b = nil
	}
}

type bufferKey struct{}

// WithBuffer makes reads with the context put their answer into b.
func WithBuffer(ctx context.Context, b *Buffer) context.Context {
	return context.WithValue(ctx, bufferKey{}, b)
}

// bufferOf gives the buffer of the context, or a new one.
func bufferOf(ctx context.Context) *Buffer {
	if b, ok := ctx.Value(bufferKey{}).(*Buffer); ok {
		return b
	}
	return new(Buffer)
}

// sized gives the buffer's memory, gap bytes long, with room for size more.
func (b *Buffer) sized(gap, size int) []byte {
	if cap(b.b) < gap+size {
		b.b = make([]byte, gap+size)
	}
	return b.b[:gap]
}
