;; The start section recurses without end.
;; limits: stack=65536
;; expect: resource_limit_exceeded sandbox limit=stack
;; fuel: varies
(module
  (memory (export "memory") 1)
  (func $down (call $down))
  (start $down)
  (func (export "_start")
    unreachable))
