;; Logs the same line endlessly.
;; imports: log
;; expect: resource_limit_exceeded sandbox limit=log aspect=lines configured=1000 used=1001
(module
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "infohello")
  (func (export "_start")
    (loop $again (call $log (i32.const 0) (i32.const 4) (i32.const 4) (i32.const 5)) (br $again))))
