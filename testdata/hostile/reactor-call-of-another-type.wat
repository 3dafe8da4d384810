;; A reactor whose reply has no room for a length.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: The module's export airlock_call is a function (i32, i32) -> i32, and must be a function (i32, i32) -> i64.
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i32) (i32.const 0)))
