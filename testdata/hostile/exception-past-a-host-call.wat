;; An exception passes frames that have called the host, and is caught.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "sched_yield" (func $sched_yield (result i32)))
  (memory (export "memory") 1)
  (tag $oops (param i32))
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $thrower (drop (call $sched_yield)) (throw $oops (i32.const 5)))
  (func (export "_start")
    (if (i32.ne (i32.const 5) (block $caught (result i32) (try_table (catch $oops $caught) (call $thrower)) (i32.const 0))) (then unreachable))
    (call $say)))
