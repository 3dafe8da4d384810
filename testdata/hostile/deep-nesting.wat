;; 20,000 blocks in each other.
;; expect: refused resource_limit_exceeded sandbox limit=module aspect=nesting configured=10000
(module
  (func (export "_start")
    ;;@ 20000 block
    ;;@ 20000 end
  ))
