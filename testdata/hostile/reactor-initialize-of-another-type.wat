;; A reactor that wants to be told something before its call.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: The module's export _initialize is a function (i32) -> (), and must be a function () -> ().
(module
  (memory (export "memory") 1)
  (func (export "_initialize") (param i32))
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0)))
