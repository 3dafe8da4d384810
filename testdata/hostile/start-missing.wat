;; Exports no _start.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: _start
(module (memory (export "memory") 1) (func (export "run")))
