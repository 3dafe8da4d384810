;; More segments than permitted.
;; limits: segments=10
;; expect: refused resource_limit_exceeded sandbox limit=module aspect=segments configured=10
(module
  (memory 1)
  ;;@ 11 (data (i32.const $i) "x")
  (func (export "_start")))
