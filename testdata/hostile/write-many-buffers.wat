;; Two thousand million buffers are an error number.
;; expect: connector_runtime_error sandbox reason=bad_output
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (if (i32.eqz (call $fd_write (i32.const 1) (i32.const 0) (i32.const 0x7fffffff) (i32.const 8))) (then unreachable))
    (if (i32.eqz (call $fd_write (i32.const 1) (i32.const 0) (i32.const 0x20000001) (i32.const 8))) (then unreachable))
    (if (i32.eqz (call $fd_write (i32.const 1) (i32.const 0) (i32.const -1) (i32.const 8))) (then unreachable))))
