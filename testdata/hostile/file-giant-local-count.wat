;; A function with four thousand million locals.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 07 0a 01 06 5f 73 74 61 72 74 00 00 0a 0a
;; bytes: 01 08 01 ff ff ff ff 0f 7f 0b
;; expect: refused resource_limit_exceeded sandbox limit=module aspect=locals
