;; Imports from WASI's earlier preview.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: wasi_snapshot_preview1.fd_write
(module
  (import "wasi_unstable" "fd_write" (func (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
