;; Endless lines of a page each.
;; imports: log
;; expect: resource_limit_exceeded sandbox limit=log aspect=bytes configured=1048576
(module
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (call $log (i32.const 0) (i32.const 4) (i32.const 0) (i32.const 65536)) (br $again))))
