;; Throws a null reference.
;; expect: connector_runtime_error sandbox reason=trap trap=null_reference
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (throw_ref (ref.null exn))))
