;; Exports a _start that takes a parameter.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: _start
(module (func (export "_start") (param i32)))
