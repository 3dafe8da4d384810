;; Grows a table endlessly and does not look at the answer.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (func (export "_start")
    (loop $again (drop (table.grow $t (ref.null func) (i32.const 100))) (br $again))))
