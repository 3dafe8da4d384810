;; Never ends and never calls the host: for how soon a deadline reaches it.
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (local $i i32)
    loop $next
      local.get $i
      i32.const 1
      i32.add
      local.set $i
      br $next
    end))
