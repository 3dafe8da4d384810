;; Output that nests 5,000 deep.
;; expect: connector_runtime_error sandbox reason=bad_output
;; message: nests deeper
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\1b\27\00\00")
  (data (i32.const 16) "{\22output\22:")
  (func (export "_start")
    (memory.fill (i32.const 26) (i32.const 91) (i32.const 5000))
    (memory.fill (i32.const 5026) (i32.const 93) (i32.const 5000))
    (i32.store8 (i32.const 10026) (i32.const 125))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))
