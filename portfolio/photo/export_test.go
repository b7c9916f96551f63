package photo

// MemoryOf is what is set aside to decode a photo.
func MemoryOf(p Photo) int64 { return p.memory }

// Fill takes all the memory of a shrinker that nothing else uses.
func Fill(s *Shrinker) (release func()) {
	if !s.memory.TryAcquire(Memory) {
		panic("some memory is in use")
	}
	return func() { s.memory.Release(Memory) }
}
