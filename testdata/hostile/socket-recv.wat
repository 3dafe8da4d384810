;; Receives from a socket that does not exist.
;; expect: succeeded refused=sock_recv,sock_shutdown
(module
  (import "wasi_snapshot_preview1" "sock_recv" (func $sock_recv (param i32 i32 i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "sock_shutdown" (func $sock_shutdown (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (if (i32.ne (call $sock_recv (i32.const 3) (i32.const 0) (i32.const 1) (i32.const 0) (i32.const 8) (i32.const 12)) (i32.const 76)) (then unreachable))
    (drop (call $sock_shutdown (i32.const 3) (i32.const 2)))
    (call $say)))
