;; Two tables grow in turn; the limit holds for both together.
;; limits: table=1000
;; expect: resource_limit_exceeded sandbox limit=table configured=1000
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (table $u 1 externref)
  (func (export "_start")
    (loop $again
      (br_if $again (i32.and
        (i32.ne (table.grow $t (ref.null func) (i32.const 99)) (i32.const -1))
        (i32.ne (table.grow $u (ref.null extern) (i32.const 99)) (i32.const -1)))))
    unreachable))
