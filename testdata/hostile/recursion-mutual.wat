;; Two functions that call each other.
;; limits: stack=65536
;; expect: resource_limit_exceeded sandbox limit=stack
;; fuel: varies
(module
  (memory (export "memory") 1)
  (func $ping (call $pong))
  (func $pong (call $ping))
  (func (export "_start")
    (call $ping)))
