;; Ten MiB on standard error, of which 256 KiB are kept, and a good result.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\e8\fd\00\00")
  (data (i32.const 64) "\50\00\00\00\0d\00\00\00")
  (data (i32.const 80) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 64) (i32.const 1) (i32.const 72))))
  (func (export "_start")
    (local $n i32)
    (loop $again
      (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $n) (i32.const 160))))
    (call $say)))
