;; A line of 64 MiB is cut with a mark.
;; imports: log
;; expect: succeeded
;; log: [cut]
(module
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1024)
  (data (i32.const 64) "{\22output\22:{}}")
  (data (i32.const 48) "\40\00\00\00\0d\00\00\00")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 48) (i32.const 1) (i32.const 56))))
  (func (export "_start")
    (call $log (i32.const 0) (i32.const 4) (i32.const 0) (i32.const 67108864))
    (call $say)))
