;; Reads the local just beyond its own, where a length will be.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 05 03 01 00 01 07 0a 01 06 5f 73 74 61 72
;; bytes: 74 00 00 0a 10 01 0e 00 41 00 41 00 41 00 fc 0b 00 20 00 1a 0b
;; expect: refused connector_runtime_error sandbox reason=invalid_module
