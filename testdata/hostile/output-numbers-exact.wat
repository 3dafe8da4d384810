;; Numbers that a double would change.
;; expect: succeeded output={"a":9007199254740993,"b":1.10,"c":1E+400,"d":0.0}
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\3d\00\00\00")
  (data (i32.const 16) "{\22output\22:{\22a\22:9007199254740993,\22b\22:1.10,\22c\22:1e400,\22d\22:-0.0}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (call $say)))
