;; An error message with escape sequences, bidirectional controls, a line break, a NUL and a quotation mark.
;; expect: connector_runtime_error sandbox reason=reported
;; message: evil words
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\49\00\00\00")
  (data (i32.const 16) "{\22error\22:{\22message\22:\22\5cu001b[2J\5cu202e\5cu2066evil\5cr\5cn\5cu0000\5cu200bwords\e2\80\9d\22}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (call $say)))
