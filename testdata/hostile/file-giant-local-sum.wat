;; Locals in two groups that add up to more than 32 bits.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 07 0a 01 06 5f 73 74 61 72 74 00 00 0a 0c
;; bytes: 01 0a 02 ff ff ff ff 0f 7f 02 7f 0b
;; expect: refused resource_limit_exceeded sandbox limit=module aspect=locals
