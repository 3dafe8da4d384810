;; A capture that needs more stack than there is.
;; snapshot: true
;; expect: refused resource_limit_exceeded sandbox limit=stack
;; message: While its initial state was captured:
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0))
  (func $deeper (param i32) (result i32) (i32.add (call $deeper (local.get 0)) (local.get 0)))
  (func (export "_initialize") (drop (call $deeper (i32.const 1)))))
