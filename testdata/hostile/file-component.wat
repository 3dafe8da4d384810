;; A component, not a module.
;; bytes: 00 61 73 6d 0d 00 01 00
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: component
