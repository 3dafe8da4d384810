;; Buffers that overlap are written one after the other.
;; expect: succeeded output={"a":{}}
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\40\00\00\00\11\00\00\00\50\00\00\00\02\00\00\00\51\00\00\00\00\00\00\00")
  (data (i32.const 64) "{\22output\22:{\22a\22:{}}}")
  (func (export "_start")
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 3) (i32.const 32)))))
