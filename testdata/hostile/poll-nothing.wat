;; No subscription is an error number, not a sleep.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 4096) "\10\10\00\00\0d\00\00\00")
  (data (i32.const 4112) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 4096) (i32.const 1) (i32.const 4104))))
  (func (export "_start")
    (if (i32.ne (call $poll_oneoff (i32.const 0) (i32.const 1024) (i32.const 0) (i32.const 2048)) (i32.const 28)) (then unreachable))
    (call $say)))
