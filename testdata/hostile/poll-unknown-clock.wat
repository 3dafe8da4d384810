;; A clock that does not exist is an event with an error number, at once.
;; limits: wall_time=5000
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\01\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\4d\00\00\00\00\00\00\00\00\e4\0b\54\02\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (data (i32.const 4096) "\10\10\00\00\0d\00\00\00")
  (data (i32.const 4112) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 4096) (i32.const 1) (i32.const 4104))))
  (func (export "_start")
    (if (call $poll_oneoff (i32.const 0) (i32.const 1024) (i32.const 1) (i32.const 2048)) (then unreachable))
    (if (i32.eqz (i32.load16_u (i32.const 1032))) (then unreachable))
    (call $say)))
