;; A start function that traps is a part of what is captured.
;; snapshot: true
;; expect: refused connector_runtime_error sandbox reason=trap trap=unreachable
;; message: While its initial state was captured:
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0))
  (func $start unreachable)
  (start $start))
