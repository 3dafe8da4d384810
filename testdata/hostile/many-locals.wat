;; A function with 60,000 locals.
;; expect: refused resource_limit_exceeded sandbox limit=module aspect=locals configured=50000 used=60000
(module
  (func (export "_start") (local
    ;;@ 60000 i64
  )))
