;; A reactor that cannot be handed a call.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: The module exports airlock_call but not airlock_alloc. A reactor exports airlock_call (i32, i32) -> i64
(module
  (memory (export "memory") 1)
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0)))
