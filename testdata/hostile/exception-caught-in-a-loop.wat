;; Throws and catches endlessly, which must not give fuel back.
;; limits: fuel=300000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (tag $oops (param i32))
  (func (export "_start")
    (loop $again
      (block $caught (try_table (catch_all $caught) (throw $oops (i32.const 1))))
      (br $again))))
