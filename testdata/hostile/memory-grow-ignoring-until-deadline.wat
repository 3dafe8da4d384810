;; Grows memory endlessly and does not look at the answer, with more fuel than time.
;; limits: memory=1048576 wall_time=50 fuel=300000000000
;; expect: resource_limit_exceeded sandbox limit=wall_time
;; fuel: varies
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (drop (memory.grow (i32.const 1))) (br $again))))
