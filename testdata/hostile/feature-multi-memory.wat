;; Has two memories.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: multi-memory
(module (memory 1) (memory 1) (func (export "_start")))
