;; The output twice.
;; expect: connector_runtime_error sandbox reason=bad_output
;; message: same name twice
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\30\00\00\00")
  (data (i32.const 16) "{\22output\22:{\22paid\22:true},\22output\22:{\22paid\22:false}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (call $say)))
