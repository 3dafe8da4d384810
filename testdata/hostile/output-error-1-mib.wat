;; An error message of a mebibyte.
;; expect: connector_runtime_error sandbox reason=reported
;; message: aaaa…
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 17)
  (data (i32.const 0) "\10\00\00\00\18\00\10\00")
  (data (i32.const 16) "{\22error\22:{\22message\22:\22")
  (func (export "_start")
    (memory.fill (i32.const 37) (i32.const 97) (i32.const 1048576))
    (i32.store (i32.const 1048613) (i32.const 0x007d7d22))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))
