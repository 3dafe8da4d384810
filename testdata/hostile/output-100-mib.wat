;; Writes 100 MiB in one go.
;; limits: memory=134217728
;; expect: resource_limit_exceeded sandbox limit=stdout configured=8388608 used=104857600
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1601)
  (data (i32.const 0) "\10\00\00\00\00\00\40\06")
  (func (export "_start")
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))
