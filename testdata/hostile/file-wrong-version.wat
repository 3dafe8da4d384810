;; A module of version 2.
;; bytes: 00 61 73 6d 02 00 00 00
;; expect: refused connector_runtime_error sandbox reason=invalid_module
