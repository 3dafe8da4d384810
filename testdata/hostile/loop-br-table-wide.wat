;; A br_table with a thousand targets, all of them taken in turn, endlessly.
;; limits: fuel=200000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (local $n i32)
    (loop $again
      ;;@ 1000 (block $b$i
      (local.set $n (i32.rem_u (i32.add (local.get $n) (i32.const 1)) (i32.const 1001)))
      (br_table
        ;;@ 1000 $b$i
        $again (local.get $n))
      ;;@ 1000 )
      (br $again))))
