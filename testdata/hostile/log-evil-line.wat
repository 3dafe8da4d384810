;; A line with an escape sequence, bidirectional controls, a line break and bytes that are not UTF-8, at a level that does not exist.
;; imports: log
;; expect: succeeded
;; log: evil words
(module
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\1b[2J")
  (data (i32.const 16) "\1b[2J\e2\80\aeevil\0d\0awords\00\ff\fe\e2\81\a6")
  (data (i32.const 80) "{\22output\22:{}}")
  (data (i32.const 64) "\50\00\00\00\0d\00\00\00")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 64) (i32.const 1) (i32.const 72))))
  (func (export "_start")
    (call $log (i32.const 0) (i32.const 4) (i32.const 16) (i32.const 40))
    (call $say)))
