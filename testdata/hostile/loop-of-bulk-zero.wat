;; An endless loop of bulk instructions with length zero.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again
      (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))
      (memory.copy (i32.const 0) (i32.const 0) (i32.const 0))
      (br $again))))
