;; Recursion: the n-th Fibonacci number, without memoising anything.
(module
  (memory (export "memory") 1)
  (func $run (export "run") (param $n i32) (result i32)
    local.get $n
    i32.const 2
    i32.lt_u
    if (result i32)
      local.get $n
    else
      local.get $n
      i32.const 1
      i32.sub
      call $run
      local.get $n
      i32.const 2
      i32.sub
      call $run
      i32.add
    end))
