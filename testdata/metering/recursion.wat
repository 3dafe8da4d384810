;; call fib 12 -> 144
;; call fib 0 -> 0 fuel 5
;; call fib 2 -> 1 fuel 23
;; call even 30 -> 1
;; call even 31 -> 0
(module
  (func $fib (export "fib") (param i32) (result i32)
    local.get 0
    i32.const 2
    i32.lt_u
    if (result i32)
      local.get 0
    else
      local.get 0
      i32.const 1
      i32.sub
      call $fib
      local.get 0
      i32.const 2
      i32.sub
      call $fib
      i32.add
    end)
  (func $even (export "even") (param i32) (result i32)
    local.get 0
    i32.eqz
    if
      i32.const 1
      return
    end
    local.get 0
    i32.const 1
    i32.sub
    call $odd)
  (func $odd (param i32) (result i32)
    (if (result i32) (i32.eqz (local.get 0))
      (then (i32.const 0))
      (else (call $even (i32.sub (local.get 0) (i32.const 1)))))))
