;; Has a shared memory.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: threads
(module (memory 1 1 shared) (func (export "_start")))
