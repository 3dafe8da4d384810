;; Waits for a time that never comes by asking for it again and again.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again
      (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 0)))
      (br_if $again (i64.ne (i64.load (i32.const 0)) (i64.const -1))))))
