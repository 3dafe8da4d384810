;; Overlapping copies in both directions, over the edge of a page, keep every byte.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 2)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (i64.store (i32.const 65532) (i64.const 0x0807060504030201))
    (memory.copy (i32.const 65534) (i32.const 65532) (i32.const 8))
    (if (i64.ne (i64.load (i32.const 65534)) (i64.const 0x0807060504030201)) (then unreachable))
    (memory.copy (i32.const 65531) (i32.const 65534) (i32.const 8))
    (if (i64.ne (i64.load (i32.const 65531)) (i64.const 0x0807060504030201)) (then unreachable))
    (call $say)))
