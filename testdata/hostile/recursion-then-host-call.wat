;; Calls the host at every depth, so that some host call starts at the very edge of the stack.
;; limits: stack=65536 log=100000 host_calls=1000000
;; imports: log
;; expect: resource_limit_exceeded sandbox limit=stack
;; fuel: varies
(module
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (memory (export "memory") 1)
  (func $down
    (drop (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 0)))
    (drop (call $random_get (i32.const 0) (i32.const 8)))
    (call $log (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0))
    (call $down))
  (func (export "_start")
    (call $down)))
