;; A capture that needs more memory than it may have.
;; snapshot: true
;; limits: memory=1048576
;; expect: refused resource_limit_exceeded sandbox limit=memory configured=1048576 used=1114112
;; message: While its initial state was captured:
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0))
  (func (export "_initialize")
    (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then unreachable))))
