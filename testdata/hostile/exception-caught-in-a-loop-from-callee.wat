;; A callee throws, the caller catches, endlessly.
;; limits: fuel=100000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (tag $oops (param i32))
  (func $thrower (throw $oops (i32.const 1)))
  (func (export "_start")
    (loop $again
      (drop (block $caught (result i32) (try_table (catch $oops $caught) (call $thrower)) (i32.const 0)))
      (br $again))))
