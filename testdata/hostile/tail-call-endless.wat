;; A function that ends by calling itself; a tail call takes a frame like any other.
;; limits: stack=65536
;; expect: resource_limit_exceeded sandbox limit=stack configured=65536
(module
  (memory (export "memory") 1)
  (func $again (return_call $again))
  (func (export "_start")
    (call $again)))
