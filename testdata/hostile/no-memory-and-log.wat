;; Calls the host with pointers and has no memory.
;; imports: log
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (func (export "_start")
    (call $log (i32.const 0) (i32.const 4) (i32.const 4) (i32.const 4)))
)
