;; An empty list of buffers at the end of memory writes nothing.
;; expect: connector_runtime_error sandbox reason=bad_output
;; message: is empty
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (call $fd_write (i32.const 1) (i32.const 65536) (i32.const 0) (i32.const 8)))))
