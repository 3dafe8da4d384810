;; Exports the host's own proc_exit as another name, and a yield as nothing: only an own function runs.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: _start
(module
  (import "wasi_snapshot_preview1" "sched_yield" (func $sched_yield (result i32)))
  (export "_start" (func $sched_yield)))
