;; A reactor that can be handed a call and not be called.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: The module exports airlock_alloc but not airlock_call.
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 0)))
