;; The time goes over the end of memory.
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 65529)))))
