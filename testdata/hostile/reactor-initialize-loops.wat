;; A reactor that never comes to its call.
;; limits: fuel=100000
;; expect: resource_limit_exceeded sandbox limit=fuel configured=100000
(module
  (memory (export "memory") 1)
  (func (export "_initialize") (loop $again (br $again)))
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0)))
