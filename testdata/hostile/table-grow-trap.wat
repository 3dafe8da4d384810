;; Grows a table until it is refused, and traps.
;; limits: table=1000
;; expect: resource_limit_exceeded sandbox limit=table configured=1000 used=1001
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (func (export "_start")
    (loop $again (br_if $again (i32.ne (table.grow $t (ref.null func) (i32.const 100)) (i32.const -1))))
    unreachable))
