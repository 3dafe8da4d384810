;; A name section that ends in the middle, which is no reason to refuse the module.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 07 0a 01 06 5f 73 74 61 72 74 00 00 0a 05
;; bytes: 01 03 00 00 0b 00 0d 04 6e 61 6d 65 01 7f 01 00 7f 61 62 63
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
