;; An endless loop with more fuel than time.
;; limits: wall_time=300 fuel=300000000000
;; expect: resource_limit_exceeded sandbox limit=wall_time
;; fuel: varies
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (br $again))))
