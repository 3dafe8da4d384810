;; A module of more bytes than permitted.
;; limits: module=1000
;; expect: refused resource_limit_exceeded sandbox limit=module aspect=bytes configured=1000
(module
  (memory 1)
  (data (i32.const 0)
    ;;@ 100 "0123456789"
  )
  (func (export "_start")))
