;; A reactor that needs more memory than it may have and gives up when it gets none.
;; limits: memory=1048576
;; expect: resource_limit_exceeded sandbox limit=memory configured=1048576 used=1114112
(module
  (memory (export "memory") 1)
  (func (export "_initialize")
    (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then unreachable)))
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0)))
