;; Events beyond the end of memory; the sleep does not take place.
;; limits: wall_time=5000
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\01\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00\00\e4\0b\54\02\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (func (export "_start")
    (drop (call $poll_oneoff (i32.const 0) (i32.const 65536) (i32.const 1) (i32.const 2048)))))
