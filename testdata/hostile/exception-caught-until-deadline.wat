;; Throws and catches endlessly, with more fuel than time.
;; limits: wall_time=300 fuel=300000000000
;; expect: resource_limit_exceeded sandbox limit=wall_time
;; fuel: varies
(module
  (memory (export "memory") 1)
  (tag $oops (param i32))
  (func (export "_start")
    (loop $again
      (block $caught (try_table (catch_all $caught) (throw $oops (i32.const 1))))
      (br $again))))
