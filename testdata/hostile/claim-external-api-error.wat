;; Claims the class external_api_error, which nothing bears out.
;; expect: connector_runtime_error sandbox reason=reported claimed_class=external_api_error
;; message: The connector says: “believe me”
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\88\00\00\00")
  (data (i32.const 16) "{\22error\22:{\22class\22:\22external_api_error\22,\22message\22:\22believe me\22,\22details\22:{\22limit\22:\22fuel\22,\22reason\22:\22trap\22,\22retriable\22:true,\22status\22:503}}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (call $say)))
