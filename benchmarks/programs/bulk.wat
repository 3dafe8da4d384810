;; Bulk memory: n times, fills 128 KiB and copies it, at addresses that cross pages and once onto itself.
(module
  (memory (export "memory") 8)
  (func (export "run") (param $n i32) (result i32)
    (local $i i32) (local $sum i32)
    loop $next
      i32.const 100
      local.get $i
      i32.const 131072
      memory.fill
      i32.const 200003
      i32.const 100
      i32.const 131072
      memory.copy
      i32.const 200103
      i32.const 200003
      i32.const 65536
      memory.copy
      local.get $sum
      i32.const 31
      i32.mul
      i32.const 250000
      i32.load
      i32.add
      local.set $sum
      local.get $i
      i32.const 1
      i32.add
      local.tee $i
      local.get $n
      i32.lt_u
      br_if $next
    end
    local.get $sum))
