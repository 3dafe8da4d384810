;; More functions than permitted.
;; limits: functions=1000
;; expect: refused resource_limit_exceeded sandbox limit=module aspect=functions configured=1000 used=1001
(module
  ;;@ 1000 (func)
  (func (export "_start")))
