;; A reactor that never comes to its call, with more fuel than time.
;; limits: fuel=300000000000 wall_time=200
;; fuel: varies
;; expect: resource_limit_exceeded sandbox limit=wall_time configured=200
(module
  (memory (export "memory") 1)
  (func (export "_initialize") (loop $again (br $again)))
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0)))
