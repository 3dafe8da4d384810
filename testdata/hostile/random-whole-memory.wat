;; Random bytes for all of its memory.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (call $random_get (i32.const 0) (i32.const 65536)))
    (i64.store (i32.const 0) (i64.const 0x0000000d00000010))
    (i64.store (i32.const 16) (i64.const 0x74757074756f227b))
    (i64.store (i32.const 24) (i64.const 0x0000007d7d7b3a22))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))
