;; A reactor that traps when it is to receive its call.
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) unreachable)
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0)))
