;; Reaches `unreachable`.
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
(module
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
