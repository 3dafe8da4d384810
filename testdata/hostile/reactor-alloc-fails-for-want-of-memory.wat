;; A reactor whose allocator asks for more memory than the limit, and gives no address when it is refused.
;; limits: memory=65536
;; expect: resource_limit_exceeded sandbox limit=memory configured=65536 used=131072
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32)
    (drop (memory.grow (i32.const 1)))
    (i32.const 0))
  (func (export "airlock_call") (param i32 i32) (result i64) unreachable))
