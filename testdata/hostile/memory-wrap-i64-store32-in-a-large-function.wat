;; Address and constant offset add up to a good address if the sum is cut to 32 bits, in a function that is too large for a
;; method of the JVM, so that it is interpreted on both tiers.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start") (local $n i32)
    ;;@ 20000 (local.set $n (i32.add (local.get $n) (i32.const 1)))
    (i64.store32 offset=32 (i32.const -16) (i64.const 1))))
