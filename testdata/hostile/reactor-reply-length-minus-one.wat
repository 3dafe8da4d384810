;; A reactor whose reply has a length of -1.
;; expect: connector_runtime_error sandbox reason=bad_pointer function=airlock_call
;; message: returned from airlock_call 4294967295 bytes at address 4294967295
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const -1)))
