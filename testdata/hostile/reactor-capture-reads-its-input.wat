;; A capture that looks for a call that is not there yet.
;; snapshot: true
;; expect: refused capability_denied connector_manifest requested=wasi_snapshot_preview1.fd_read
(module
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0))
  (func (export "_initialize") (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))))
