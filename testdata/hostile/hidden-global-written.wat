;; Writes the global just beyond its own, where the fuel will be.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 06 06 01 7e 01 42 00 0b 07 0a 01 06 5f 73
;; bytes: 74 61 72 74 00 00 0a 08 01 06 00 42 7f 24 01 0b
;; expect: refused connector_runtime_error sandbox reason=invalid_module
