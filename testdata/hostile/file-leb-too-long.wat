;; A number of more bytes than a number has.
;; bytes: 00 61 73 6d 01 00 00 00 01 0a 81 80 80 80 80 80 00 60 00 00
;; expect: refused connector_runtime_error sandbox reason=invalid_module
