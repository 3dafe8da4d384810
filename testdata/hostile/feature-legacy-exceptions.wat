;; Uses exception handling as it was before the standard.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: legacy exception handling
(module
  (memory (export "memory") 1)
  (tag $e)
  (func (export "_start")
    try
      throw $e
    catch_all
    end))
