;; The message lies over the end of memory.
;; imports: log
;; expect: connector_runtime_error sandbox reason=bad_pointer function=airlock.log
(module
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (call $log (i32.const 0) (i32.const 0) (i32.const 65000) (i32.const 1000))))
