;; Random bytes over the end of memory.
;; expect: connector_runtime_error sandbox reason=bad_pointer function=wasi_snapshot_preview1.random_get
(module
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (call $random_get (i32.const 65530) (i32.const 7)))))
