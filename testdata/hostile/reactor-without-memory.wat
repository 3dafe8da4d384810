;; A reactor that keeps its memory to itself.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: exports airlock_call but no memory
(module
  (memory 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0)))
