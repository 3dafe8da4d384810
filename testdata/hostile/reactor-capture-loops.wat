;; A capture that never ends.
;; snapshot: true
;; limits: fuel=100000
;; expect: refused resource_limit_exceeded sandbox limit=fuel configured=100000
;; message: While its initial state was captured: The call used
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0))
  (func (export "_initialize") (loop $again (br $again))))
