;; Copies its whole memory to and fro, with more fuel than time.
;; limits: wall_time=50 fuel=300000000000
;; expect: resource_limit_exceeded sandbox limit=wall_time
;; fuel: varies
(module
  (memory (export "memory") 1024)
  (func (export "_start")
    (loop $again (memory.copy (i32.const 1) (i32.const 0) (i32.const 67108863)) (memory.copy (i32.const 0) (i32.const 1) (i32.const 67108863)) (br $again))))
