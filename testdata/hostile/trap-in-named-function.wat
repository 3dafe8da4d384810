;; A trap names the function.
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable function=compute_total
;; message: compute_total
(module
  (memory (export "memory") 1)
  (func $compute_total unreachable)
  (func (export "_start")
    (call $compute_total)))
