;; A reactor whose reply is longer than standard output may be.
;; limits: stdout=1000
;; expect: resource_limit_exceeded sandbox limit=stdout configured=1000 used=1001
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 1001)))
