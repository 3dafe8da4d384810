;; A function that calls itself through a table.
;; limits: stack=65536
;; expect: resource_limit_exceeded sandbox limit=stack
;; fuel: varies
(module
  (memory (export "memory") 1)
  (type $nothing (func))
  (table 1 1 funcref)
  (elem (i32.const 0) $down)
  (func $down (call_indirect (type $nothing) (i32.const 0)))
  (func (export "_start")
    (call $down)))
