;; Grows memory endlessly and does not look at the answer.
;; limits: memory=1048576 fuel=20000000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (drop (memory.grow (i32.const 1))) (br $again))))
