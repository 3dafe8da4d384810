;; Exits with 5 inside a block that catches every exception: an exit is none.
;; expect: connector_runtime_error sandbox reason=exit exit_code=5
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (block $caught
      (try_table (catch_all $caught)
        (call $proc_exit (i32.const 5))))
    unreachable))
