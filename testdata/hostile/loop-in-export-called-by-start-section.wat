;; An endless loop in an exported function that the start section calls.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func $spin (export "spin") (loop $again (br $again)))
  (func $init (call $spin))
  (start $init)
  (func (export "_start")
    unreachable))
