;; Fills 4 GiB that it does not have, without the fuel for it.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (memory.fill (i32.const 0) (i32.const 1) (i32.const -1))))
