;; An endless loop in the start section, before _start.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func $init (loop $again (br $again)))
  (start $init)
  (func (export "_start")
    unreachable))
