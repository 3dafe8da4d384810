;; Asks for three thousand million elements at once, is refused, and traps.
;; expect: resource_limit_exceeded sandbox limit=table used=3000000001
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (func (export "_start")
    (if (i32.ne (table.grow $t (ref.null func) (i32.const 3000000000)) (i32.const -1)) (then (loop $again (br $again))))
    unreachable))
