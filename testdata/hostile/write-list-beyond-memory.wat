;; The list of buffers itself lies over the end of memory.
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (call $fd_write (i32.const 1) (i32.const 65532) (i32.const 1) (i32.const 8)))))
