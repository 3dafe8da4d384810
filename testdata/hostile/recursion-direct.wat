;; A function that calls itself.
;; limits: stack=65536
;; expect: resource_limit_exceeded sandbox limit=stack
;; fuel: varies
(module
  (memory (export "memory") 1)
  (func $down (call $down))
  (func (export "_start")
    (call $down)))
