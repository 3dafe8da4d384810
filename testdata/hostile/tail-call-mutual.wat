;; Two functions that end by calling each other.
;; limits: stack=65536
;; expect: resource_limit_exceeded sandbox limit=stack
(module
  (memory (export "memory") 1)
  (func $ping (return_call $pong))
  (func $pong (return_call $ping))
  (func (export "_start")
    (call $ping)))
