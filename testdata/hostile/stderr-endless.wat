;; Writes to standard error, endlessly.
;; expect: resource_limit_exceeded sandbox limit=stderr configured=67108864
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\e8\fd\00\00")
  (func (export "_start")
    (loop $again (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8))) (br $again))))
