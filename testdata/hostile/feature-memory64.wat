;; Has a memory with 64-bit addresses.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: memory64
(module (memory i64 1) (func (export "_start")))
