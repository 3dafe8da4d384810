;; An endless loop by br_table, at which the engine's interpreter never looks at interruption.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (br_table $again $again $again (i32.const 7)))))
