;; An endless loop of host calls, with more fuel than time.
;; limits: wall_time=300 fuel=300000000000
;; expect: resource_limit_exceeded sandbox limit=wall_time
;; fuel: varies
(module
  (import "wasi_snapshot_preview1" "sched_yield" (func $sched_yield (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (drop (call $sched_yield)) (br $again))))
