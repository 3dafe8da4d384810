;; Logs empty lines endlessly.
;; imports: log
;; expect: resource_limit_exceeded sandbox limit=log aspect=lines
(module
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (call $log (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)) (br $again))))
