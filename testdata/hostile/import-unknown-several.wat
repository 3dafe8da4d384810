;; Imports several; all are named at once.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: env.system
;; message: airlock.exec
;; message: did you mean wasi_snapshot_preview1.fd_write?
(module
  (import "env" "system" (func (param i32) (result i32)))
  (import "airlock" "exec" (func))
  (import "wasi_snapshot_preview1" "fd_wirte" (func (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
