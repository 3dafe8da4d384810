;; A field that nobody defined, with control characters in its name.
;; expect: connector_runtime_error sandbox reason=bad_output
;; message: [2Jextra
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\26\00\00\00")
  (data (i32.const 16) "{\22output\22:{},\22\5cu001b[2Jextra\5cu202e\22:1}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (call $say)))
