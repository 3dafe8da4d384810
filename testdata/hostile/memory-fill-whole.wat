;; Fills its whole memory again and again.
;; limits: fuel=50000000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 256)
  (func (export "_start")
    (loop $again (memory.fill (i32.const 0) (i32.const 85) (i32.const 16777216)) (br $again))))
