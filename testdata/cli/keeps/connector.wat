;; Claims the same thing in every call, and says what it was told: 0 the first time, 1 once that is done.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "airlock" "once" (func $once (param i32 i32 i64) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "{\22output\22:{\22once\22:0}}")
  (data (i32.const 64) "undo")
  (func (export "_start")
    (i32.store8 (i32.const 34)
      (i32.add (i32.const 48) (call $once (i32.const 64) (i32.const 4) (i64.const 0))))
    (i32.store (i32.const 0) (i32.const 16))
    (i32.store (i32.const 4) (i32.const 21))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))
