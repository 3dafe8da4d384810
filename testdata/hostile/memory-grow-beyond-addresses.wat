;; Asks for more memory than an address can reach, which no limit of Airlock's has to refuse.
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (if (i32.ne (memory.grow (i32.const -1)) (i32.const -1)) (then (loop $again (br $again))))
    unreachable))
