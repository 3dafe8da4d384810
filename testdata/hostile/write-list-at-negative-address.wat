;; The list of buffers lies at the highest address.
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (call $fd_write (i32.const 1) (i32.const -8) (i32.const 2) (i32.const 8)))))
