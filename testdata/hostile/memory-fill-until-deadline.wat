;; Fills its whole memory again and again, with more fuel than time.
;; limits: wall_time=50 fuel=300000000000
;; expect: resource_limit_exceeded sandbox limit=wall_time
;; fuel: varies
(module
  (memory (export "memory") 1024)
  (func (export "_start")
    (loop $again (memory.fill (i32.const 0) (i32.const 85) (i32.const 67108864)) (br $again))))
