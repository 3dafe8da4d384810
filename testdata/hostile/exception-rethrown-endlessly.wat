;; Catches by reference and throws the same again, endlessly.
;; limits: fuel=100000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (tag $oops (param i32))
  (func $rethrow
    (block $caught (result exnref) (try_table (catch_all_ref $caught) (throw $oops (i32.const 1))) unreachable)
    throw_ref)
  (func (export "_start")
    (loop $again
      (block $caught (try_table (catch_all $caught) (call $rethrow)))
      (br $again))))
