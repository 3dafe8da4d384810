;; An endless loop that calls a function without instructions.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func $nothing)
  (func (export "_start")
    (loop $again (call $nothing) (br $again))))
