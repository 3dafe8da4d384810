;; call sieve 1000 -> 168
;; call nested 7 -> 343
;; call collatz 27 -> 111
;; call countdown 0 -> 0
;; call countdown 9 -> 0
(module
  (memory 1)
  ;; Primes below n: marks multiples in memory, one byte each.
  (func (export "sieve") (param $n i32) (result i32)
    (local $i i32) (local $j i32) (local $count i32)
    (local.set $i (i32.const 2))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $i) (local.get $n)))
        (if (i32.eqz (i32.load8_u (local.get $i)))
          (then
            (local.set $count (i32.add (local.get $count) (i32.const 1)))
            (local.set $j (i32.mul (local.get $i) (local.get $i)))
            (block $marked
              (loop $mark
                (br_if $marked (i32.ge_u (local.get $j) (local.get $n)))
                (i32.store8 (local.get $j) (i32.const 1))
                (local.set $j (i32.add (local.get $j) (local.get $i)))
                (br $mark)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.get $count))
  (func (export "nested") (param $n i32) (result i32)
    (local $i i32) (local $j i32) (local $k i32) (local $sum i32)
    (local.set $i (local.get $n))
    (loop $a
      (local.set $j (local.get $n))
      (loop $b
        (local.set $k (local.get $n))
        (loop $c
          (local.set $sum (i32.add (local.get $sum) (i32.const 1)))
          (br_if $c (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))
        (br_if $b (local.tee $j (i32.sub (local.get $j) (i32.const 1)))))
      (br_if $a (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
    (local.get $sum))
  ;; A loop with a parameter and a result, left by falling through its end.
  (func (export "collatz") (param i32) (result i32)
    (local $steps i32)
    local.get 0
    loop (param i32) (result i32)
      local.tee 0
      i32.const 1
      i32.gt_u
      if (result i32)
        local.get $steps
        i32.const 1
        i32.add
        local.set $steps
        local.get 0
        i32.const 1
        i32.and
        if (result i32)
          local.get 0
          i32.const 3
          i32.mul
          i32.const 1
          i32.add
        else
          local.get 0
          i32.const 1
          i32.shr_u
        end
        br 1
      else
        local.get $steps
      end
    end)
  (func (export "countdown") (param i32) (result i32)
    loop
      local.get 0
      i32.eqz
      if
        local.get 0
        return
      end
      local.get 0
      i32.const 1
      i32.sub
      local.set 0
      br 0
    end
    unreachable))
