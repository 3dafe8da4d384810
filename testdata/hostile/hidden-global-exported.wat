;; Exports the global just beyond its own.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 07 0e 02 06 5f 73 74 61 72 74 00 00 01 67
;; bytes: 03 00 0a 04 01 02 00 0b
;; expect: refused connector_runtime_error sandbox reason=invalid_module
