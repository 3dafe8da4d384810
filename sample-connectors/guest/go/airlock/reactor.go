//go:build reactor

package airlock

import (
	"bytes"
	"unsafe"
)

// What is handed across is kept here: it must stay where it is until the host
// has read or written it.
var (
	received []byte
	replied  []byte
)

//go:wasmexport airlock_alloc
func alloc(size uint32) unsafe.Pointer {
	received = make([]byte, size, size+1)
	return unsafe.Pointer(unsafe.SliceData(received))
}

//go:wasmexport airlock_call
func call(document unsafe.Pointer, size uint32) uint64 {
	input := unsafe.Slice((*byte)(document), size)
	replied = []byte(Encode(handled.answer(bytes.NewReader(input))))
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(replied))))<<32 | uint64(len(replied))
}
