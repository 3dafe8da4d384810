;; Returns and says nothing.
;; expect: connector_runtime_error sandbox reason=bad_output
;; message: is empty
(module
  (memory (export "memory") 1)
  (func (export "_start")
    nop))
