;; Random bytes for 256 MiB that it has, again and again.
;; limits: memory=268435456 wall_time=50 fuel=300000000000
;; expect: resource_limit_exceeded sandbox limit=wall_time
;; fuel: varies
(module
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (memory (export "memory") 4096)
  (func (export "_start")
    (loop $again (drop (call $random_get (i32.const 0) (i32.const 268435456))) (br $again))))
