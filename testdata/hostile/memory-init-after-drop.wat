;; Initialises from a segment that it dropped.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (data $passive "abcd")
  (func (export "_start")
    (data.drop $passive)
    (data.drop $passive)
    (memory.init $passive (i32.const 0) (i32.const 0) (i32.const 1))))
