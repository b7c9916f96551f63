package minilm

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// tensors are the float32 tensors of a file in the format safetensors: the length of a
// header, the header in JSON, the numbers.
type tensors struct {
	header map[string]struct {
		Type    string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets [2]int `json:"data_offsets"`
	}
	data []byte
	err  error // the first of read
}

func parse(file []byte) (*tensors, error) {
	if len(file) < 8 {
		return nil, errors.New("the file is cut short")
	}
	size := binary.LittleEndian.Uint64(file)
	if size > uint64(len(file)-8) { //nolint:gosec // it isn't negative
		return nil, errors.New("the header is cut short, or this is another format than safetensors")
	}
	t := &tensors{data: file[8+size:]}
	if err := json.Unmarshal(file[8:8+size], &t.header); err != nil {
		return nil, fmt.Errorf("the header: %w", err)
	}
	return t, nil
}

// read returns the numbers of a tensor. Once it has failed, it returns nil.
func (t *tensors) read(name string, shape ...int) []float32 {
	if t.err != nil {
		return nil
	}
	h, ok := t.header[name]
	size := 1
	for _, n := range shape {
		size *= n
	}
	from, to := h.Offsets[0], h.Offsets[1]
	switch {
	case !ok:
		t.err = fmt.Errorf("there is no tensor %s", name)
	case h.Type != "F32" || !slices.Equal(h.Shape, shape):
		t.err = fmt.Errorf("%s is %s%v, and must be F32%v", name, h.Type, h.Shape, shape)
	case from < 0 || to > len(t.data) || to-from != 4*size:
		t.err = fmt.Errorf("%s is cut short", name)
	}
	if t.err != nil {
		return nil
	}
	numbers := make([]float32, size)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.data[from+4*i:]))
	}
	return numbers
}
