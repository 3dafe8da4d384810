;; Random bytes for 64 MiB that it has, without the fuel for them.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (memory (export "memory") 1024)
  (func (export "_start")
    (drop (call $random_get (i32.const 0) (i32.const 67108864)))))
