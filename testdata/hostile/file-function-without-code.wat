;; A function without a body.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 07 0a 01 06 5f 73 74 61 72 74 00 00
;; expect: refused connector_runtime_error sandbox reason=invalid_module
