;; Address and length add up to more than 32 bits.
;; imports: log
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (call $log (i32.const 0) (i32.const 0) (i32.const -16) (i32.const 32))))
