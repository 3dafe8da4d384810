;; Calls WASI with pointers and has no memory.
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (func (export "_start")
    (drop (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 0))))
)
