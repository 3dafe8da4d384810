;; Grows a table endlessly and does not look at the answer, with more fuel than time.
;; limits: wall_time=50 fuel=300000000000
;; expect: resource_limit_exceeded sandbox limit=wall_time
;; fuel: varies
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (func (export "_start")
    (loop $again (drop (table.grow $t (ref.null func) (i32.const 100))) (br $again))))
