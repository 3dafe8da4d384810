;; Exits with 4 from five hundred calls deep.
;; expect: connector_runtime_error sandbox reason=exit exit_code=4
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (func $down (param $n i32)
    (if (local.get $n) (then (call $down (i32.sub (local.get $n) (i32.const 1)))) (else (call $proc_exit (i32.const 4)))))
  (func (export "_start")
    (call $down (i32.const 500))))
