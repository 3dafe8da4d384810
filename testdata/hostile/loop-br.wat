;; An endless loop.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (br $again))))
