;; Imports four things that nothing supplies, one that is not declared, and reaches for nothing.
(module
  (import "airlock" "http_requst" (func (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_writ" (func (param i32 i32 i32 i32) (result i32)))
  (import "env" "abort" (func (param i32)))
  (import "aileron_host" "spawn" (func (param i32 i32) (result i32)))
  (import "airlock" "log" (func (param i32 i32 i32 i32)))
  (memory (export "memory") 1)
  (func (export "_start")))
