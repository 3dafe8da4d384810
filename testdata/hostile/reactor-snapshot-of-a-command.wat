;; A command has no state before its call.
;; snapshot: true
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: snapshot = true in [connector.reactor], and the module is a command
(module
  (memory (export "memory") 1)
  (func (export "_start")))
